import type { smallBalanceApi } from '#domain/accounting/small-balance-api.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { LinkButton } from '#web/core/LinkButton.tsx'
import { Query } from '#web/core/Query.tsx'
import type { useRead } from '#web/core/queries.ts'
import { Card } from '#web/ui/Page.tsx'

/** How many small balances are open, with the link to their list. */
export function SmallBalancesCard({ read }: { read: ReturnType<typeof useRead<typeof smallBalanceApi.list>> }) {
  return (
    <Card title="Saldos pequeños" actions={<LinkButton to={paths.smallBalances}>Ver los saldos</LinkButton>}>
      <Query of={read} problem="No pudimos leer los saldos pequeños">
        {({ totals, limits }) => (
          <p>
            {limits.limit === null ? (
              'Tu empresa no tiene un límite: ningún saldo se cierra por pequeño.'
            ) : totals.count === 0 ? (
              `No hay facturas con un saldo de hasta ${pesosLabel(limits.limit)}.`
            ) : (
              <>
                <strong>
                  {totals.count === 1 ? '1 saldo' : `${totals.count} saldos`} por {pesosLabel(totals.amount)}
                </strong>
                , cada uno de hasta {pesosLabel(limits.limit)}.
              </>
            )}
          </p>
        )}
      </Query>
    </Card>
  )
}
