import { type ReactNode, useState } from 'react'
import { CLOSED_AT_ONCE_MAX, type SmallBalance } from '#domain/accounting/small-balance.ts'
import { smallBalanceApi } from '#domain/accounting/small-balance-api.ts'
import { shortDayLabel } from '#domain/core/days.ts'
import { pesosLabel, sum } from '#domain/core/money.ts'
import { listProps } from '#web/core/list-props.ts'
import { useRead } from '#web/core/queries.ts'
import type { TableUrl } from '#web/core/table-url.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/States.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { ClientLines } from './ClientLines.tsx'
import { type BalancesToClose, CloseBalancesDialog } from './CloseBalancesDialog.tsx'
import { InvoiceLink } from './InvoiceLink.tsx'

/** The small balances, to close the chosen ones or all of them. The choice is kept from page to page. */
export function OpenBalances({ url, tools }: { url: TableUrl; tools: ReactNode }) {
  const { page, page_size } = url.query
  const list = useRead(smallBalanceApi.list, { query: { page, page_size } }, { keepPrevious: true })
  const [chosen, setChosen] = useState<readonly SmallBalance[]>([])
  const [closing, setClosing] = useState<BalancesToClose | null>(null)
  const totals = list.data?.totals
  const choose = (balance: SmallBalance, isChosen: boolean): void =>
    setChosen((before) => [
      ...before.filter(({ invoice_id }) => invoice_id !== balance.invoice_id),
      ...(isChosen ? [balance] : []),
    ])
  return (
    <>
      <Table
        caption="Saldos pequeños por cerrar"
        columns={[choiceColumn(chosen, choose), ...COLUMNS]}
        {...listProps(url, list)}
        rowKey={({ invoice_id }) => invoice_id}
        rowName={({ number }) => `factura ${number}`}
        tools={
          <>
            {tools}
            {totals !== undefined && totals.count > 0 && (
              <>
                <Button
                  disabledReason={chosen.length === 0 ? 'Elige al menos un saldo de la lista' : undefined}
                  onClick={() => setClosing({ ids: chosen.map(({ invoice_id }) => invoice_id), ...sumOf(chosen) })}
                >
                  {`Cerrar los elegidos (${chosen.length})`}
                </Button>
                <Button
                  variant="primary"
                  disabledReason={
                    totals.count > CLOSED_AT_ONCE_MAX
                      ? `Son más de ${CLOSED_AT_ONCE_MAX}: elígelos de a ${CLOSED_AT_ONCE_MAX}, o baja el límite`
                      : undefined
                  }
                  onClick={() => setClosing({ ids: null, ...totals })}
                >
                  {`Cerrar todos: ${totals.count} por ${pesosLabel(totals.amount)}`}
                </Button>
              </>
            )}
          </>
        }
        empty={
          <EmptyState title="No hay saldos pequeños">
            {list.data?.limits.limit === null
              ? 'Tu empresa aún no tiene un límite: defínelo para ver aquí los saldos hasta ese valor.'
              : 'Aquí aparecen las facturas con un saldo hasta tu límite, sin reclamo y sin un pago en proceso.'}
          </EmptyState>
        }
      />
      {closing && (
        <CloseBalancesDialog balances={closing} onClosed={() => setChosen([])} onClose={() => setClosing(null)} />
      )}
    </>
  )
}

const sumOf = (balances: readonly SmallBalance[]) => ({
  count: balances.length,
  amount: sum(balances.map(({ balance }) => balance)),
})

const choiceColumn = (
  chosen: readonly SmallBalance[],
  choose: (balance: SmallBalance, isChosen: boolean) => void,
): Column<SmallBalance> => ({
  key: 'choice',
  header: 'Elegir',
  cell: (balance) => (
    <label className="check">
      <input
        type="checkbox"
        aria-label={`Elegir la factura ${balance.number}`}
        checked={chosen.some(({ invoice_id }) => invoice_id === balance.invoice_id)}
        onChange={(event) => choose(balance, event.target.checked)}
      />
    </label>
  ),
})

const COLUMNS: readonly Column<SmallBalance>[] = [
  {
    key: 'client',
    header: 'Cliente',
    cell: ({ client }) => <ClientLines client={client} />,
  },
  {
    key: 'number',
    header: 'Factura',
    cell: ({ invoice_id, number }) => <InvoiceLink id={invoice_id} number={number} />,
    card: 'title',
  },
  { key: 'due_on', header: 'Vence', cell: ({ due_on }) => shortDayLabel(due_on) },
  { key: 'total', header: 'Total', cell: ({ total }) => pesosLabel(total), align: 'end' },
  {
    key: 'balance',
    header: 'Saldo',
    cell: ({ balance }) => <strong>{pesosLabel(balance)}</strong>,
    align: 'end',
    card: 'amount',
  },
]
