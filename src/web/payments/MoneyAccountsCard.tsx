import { useState } from 'react'
import { paths } from '#domain/core/paths.ts'
import { ACCOUNT_KIND_LABELS, accountLabel, type MoneyAccount } from '#domain/payments/money-account.ts'
import { moneyAccountApi } from '#domain/payments/money-account-api.ts'
import { METHOD_LABELS } from '#domain/payments/payment.ts'
import { LinkButton } from '#web/core/LinkButton.tsx'
import { Query } from '#web/core/Query.tsx'
import { useRead } from '#web/core/queries.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Page.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import { EmptyState } from '#web/ui/States.tsx'
import { EditAccountDialog, NewAccountDialog } from './MoneyAccountDialog.tsx'

/** The cash boxes and bank accounts of the company, with the buttons that add and change them. */
export function MoneyAccountsCard() {
  const read = useRead(moneyAccountApi.list, {})
  const [isAdding, setAdding] = useState(false)
  const [edited, setEdited] = useState<MoneyAccount | null>(null)
  return (
    <Card
      title="Cajas y cuentas"
      actions={
        <>
          <LinkButton to={paths.cash}>Turnos de caja</LinkButton>
          <Button onClick={() => setAdding(true)}>Agregar cuenta</Button>
        </>
      }
    >
      <Query of={read} lines={3} problem="No pudimos leer las cajas y cuentas">
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState title="Aún no hay cajas ni cuentas">
              Con ellas cada recibo dice a dónde entró el dinero, y puedes cuadrar la caja y el banco.
            </EmptyState>
          ) : (
            <RowList label="Cajas y cuentas">
              {data.map((account) => (
                <li key={account.id}>
                  <span className="two-lines">
                    {accountLabel(account)}
                    <small>{aboutOf(account)}</small>
                  </span>
                  {account.is_active || <Badge tone="quiet">Inactiva</Badge>}
                  {account.kind !== 'gateway' && (
                    <Button size="dense" aria-label={`Cambiar ${account.name}`} onClick={() => setEdited(account)}>
                      Cambiar
                    </Button>
                  )}
                </li>
              ))}
            </RowList>
          )
        }
      </Query>
      {isAdding && <NewAccountDialog onClose={() => setAdding(false)} />}
      {edited && <EditAccountDialog account={edited} onClose={() => setEdited(null)} />}
    </Card>
  )
}

function aboutOf({ kind, bank, default_for }: MoneyAccount): string {
  const methods = default_for.map((method) => METHOD_LABELS[method].toLowerCase())
  return [
    ACCOUNT_KIND_LABELS[kind],
    ...(bank === null ? [] : [bank]),
    ...(methods.length === 0 ? [] : [`recibe por defecto ${methods.join(', ')}`]),
  ].join(' · ')
}
