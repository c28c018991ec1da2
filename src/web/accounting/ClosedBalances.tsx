import { type ReactNode, useState } from 'react'
import type { ClosedBalance } from '#domain/accounting/small-balance.ts'
import { smallBalanceApi } from '#domain/accounting/small-balance-api.ts'
import { shortDayLabel } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { listProps } from '#web/core/list-props.ts'
import { useChange, useRead } from '#web/core/queries.ts'
import type { TableUrl } from '#web/core/table-url.ts'
import { useForm } from '#web/core/use-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { EmptyState } from '#web/ui/States.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { ClientLines } from './ClientLines.tsx'
import { InvoiceLink } from './InvoiceLink.tsx'

/** The closed balances, with the button that reverses each one. */
export function ClosedBalances({ url, tools }: { url: TableUrl; tools: ReactNode }) {
  const { page, page_size } = url.query
  const list = useRead(smallBalanceApi.closed, { query: { page, page_size } }, { keepPrevious: true })
  const [reversed, setReversed] = useState<ClosedBalance | null>(null)
  return (
    <>
      <Table
        caption="Saldos cerrados"
        columns={[...COLUMNS, stateColumn(setReversed)]}
        {...listProps(url, list)}
        rowKey={({ id }) => id}
        rowName={({ number }) => `factura ${number}`}
        tools={tools}
        empty={<EmptyState title="Aún no se ha cerrado ningún saldo">Aquí queda cada saldo que cierres.</EmptyState>}
      />
      {reversed && <ReverseDialog closed={reversed} onClose={() => setReversed(null)} />}
    </>
  )
}

const COLUMNS: readonly Column<ClosedBalance>[] = [
  {
    key: 'number',
    header: 'Factura',
    cell: ({ invoice_id, number }) => <InvoiceLink id={invoice_id} number={number} />,
    card: 'title',
  },
  {
    key: 'client',
    header: 'Cliente',
    cell: ({ client }) => <ClientLines client={client} />,
  },
  {
    key: 'posted_on',
    header: 'Cerrado',
    cell: ({ posted_on, closed_by }) => (
      <span className="two-lines">
        {shortDayLabel(posted_on)}
        <small>{closed_by}</small>
      </span>
    ),
  },
  {
    key: 'amount',
    header: 'Valor',
    cell: ({ amount }) => <strong>{pesosLabel(amount)}</strong>,
    align: 'end',
    card: 'amount',
  },
]

const stateColumn = (onReverse: (closed: ClosedBalance) => void): Column<ClosedBalance> => ({
  key: 'state',
  header: 'Estado',
  cell: (closed) =>
    closed.reversed === null ? (
      <Button size="dense" aria-label={`Reversar el cierre de ${closed.number}`} onClick={() => onReverse(closed)}>
        Reversar
      </Button>
    ) : (
      <span className="two-lines">
        Reversado el {shortDayLabel(closed.reversed.posted_on)}
        <small>
          {closed.reversed.reason}, {closed.reversed.by}
        </small>
      </span>
    ),
})

function ReverseDialog({ closed, onClose }: { closed: ClosedBalance; onClose: () => void }) {
  const reverse = useChange(smallBalanceApi.reverse)
  const [key] = useState(() => crypto.randomUUID())
  const form = useForm({
    schema: smallBalanceApi.reverse.body,
    fields: ['reason'],
    submit: async (body) => {
      const { message } = await reverse.mutateAsync({ params: { id: closed.id }, body, idempotencyKey: key })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog
      title={`Reversar el cierre de ${closed.number}`}
      label="Reversar cierre"
      busyLabel="Reversando…"
      tone="danger"
      form={form}
      onClose={onClose}
    >
      <p>
        {closed.client.name} vuelve a deber {pesosLabel(closed.amount)} de esa factura, con fecha de hoy.
      </p>
      <TextField label="Motivo" {...form.field('reason')} maxLength={200} autoComplete="off" />
    </FormDialog>
  )
}
