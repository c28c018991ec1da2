import { useState } from 'react'
import { WRITTEN_OFF_AT_ONCE_MAX, type WriteOffCandidate } from '#domain/accounting/write-off.ts'
import { writeOffApi } from '#domain/accounting/write-off-api.ts'
import { shortDayLabel } from '#domain/core/days.ts'
import { pesosLabel, ZERO } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { LinkButton } from '#web/core/LinkButton.tsx'
import { listProps } from '#web/core/list-props.ts'
import { useRead } from '#web/core/queries.ts'
import { useSession } from '#web/core/session.ts'
import { useTableUrl } from '#web/core/table-url.ts'
import { Button } from '#web/ui/Button.tsx'
import { Page } from '#web/ui/Page.tsx'
import { EmptyState } from '#web/ui/States.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { ClientLines } from './ClientLines.tsx'
import { InvoiceLink } from './InvoiceLink.tsx'
import { WriteOffDialog } from './WriteOffDialog.tsx'

/** The overdue invoices of clients that left, to write off the chosen ones (ACC-07). The choice is kept from page to page. */
export function BadDebtsPage() {
  const url = useTableUrl({ pageSize: 20 })
  const { page, page_size } = url.query
  const { user } = useSession()
  const list = useRead(writeOffApi.candidates, { query: { page, page_size } }, { keepPrevious: true })
  const [chosen, setChosen] = useState<readonly WriteOffCandidate[]>([])
  const [isDeciding, setDeciding] = useState(false)
  const decides = user?.metadata.role === 'admin'
  const choose = (debt: WriteOffCandidate, isChosen: boolean): void =>
    setChosen((before) => [
      ...before.filter(({ invoice_id }) => invoice_id !== debt.invoice_id),
      ...(isChosen ? [debt] : []),
    ])
  const total = list.data?.meta.total ?? 0
  return (
    <Page
      title="Cartera por castigar"
      subtitle={
        total === 0
          ? 'Facturas vencidas de quien ya no tiene servicio'
          : `${total === 1 ? '1 factura vencida' : `${total} facturas vencidas`} de quien ya no tiene servicio, por ${pesosLabel(list.data?.totals.amount ?? ZERO)}`
      }
      actions={<LinkButton to={paths.writeOffs}>Castigos y recuperaciones</LinkButton>}
    >
      <Table
        caption="Facturas por castigar"
        columns={decides ? [choiceColumn(chosen, choose), ...COLUMNS] : COLUMNS}
        {...listProps(url, list)}
        rowKey={({ invoice_id }) => invoice_id}
        rowName={({ number }) => `factura ${number}`}
        tools={
          decides ? (
            <Button disabledReason={problemOf(chosen)} onClick={() => setDeciding(true)}>
              {`Castigar las elegidas (${chosen.length})`}
            </Button>
          ) : (
            <p className="muted">El castigo lo decide quien administra la empresa.</p>
          )
        }
        empty={
          <EmptyState title="No hay cartera por castigar">
            Aquí aparecen las facturas vencidas de contratos terminados, cedidos o sin contrato.
          </EmptyState>
        }
      />
      {isDeciding && (
        <WriteOffDialog debts={chosen} onWrittenOff={() => setChosen([])} onClose={() => setDeciding(false)} />
      )}
    </Page>
  )
}

function problemOf({ length }: readonly WriteOffCandidate[]): string | undefined {
  if (length === 0) return 'Elige al menos una factura de la lista'
  return length > WRITTEN_OFF_AT_ONCE_MAX ? `Castiga máximo ${WRITTEN_OFF_AT_ONCE_MAX} facturas a la vez` : undefined
}

const choiceColumn = (
  chosen: readonly WriteOffCandidate[],
  choose: (debt: WriteOffCandidate, isChosen: boolean) => void,
): Column<WriteOffCandidate> => ({
  key: 'choice',
  header: 'Elegir',
  card: 'badge',
  cell: (debt) =>
    debt.why === null && (
      <label className="check">
        <input
          type="checkbox"
          aria-label={`Elegir la factura ${debt.number}`}
          checked={chosen.some(({ invoice_id }) => invoice_id === debt.invoice_id)}
          onChange={(event) => choose(debt, event.target.checked)}
        />
      </label>
    ),
})

const COLUMNS: readonly Column<WriteOffCandidate>[] = [
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
  { key: 'no_contract', header: 'Contrato', cell: ({ no_contract }) => no_contract ?? 'Sin contrato' },
  { key: 'due_on', header: 'Venció', cell: ({ due_on }) => shortDayLabel(due_on), cardLabel: 'venció' },
  { key: 'why', header: 'Por qué no', cell: ({ why }) => why ?? '', isOffCard: ({ why }) => why === null },
  {
    key: 'balance',
    header: 'Saldo',
    cell: ({ balance }) => <strong>{pesosLabel(balance)}</strong>,
    align: 'end',
    card: 'amount',
  },
]
