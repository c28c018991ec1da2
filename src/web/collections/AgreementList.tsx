import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { type PaymentAgreement, PROMISE_LABELS } from '#domain/collections/promise.ts'
import { promiseApi } from '#domain/collections/promise-api.ts'
import { shortDayLabel } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { listProps } from '#web/core/list-props.ts'
import { useRead } from '#web/core/queries.ts'
import type { TableUrl } from '#web/core/table-url.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/States.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { AgreementDialog } from './AgreementDialog.tsx'
import { PROMISE_TONES } from './promise-tones.ts'

/** The agreements in instalments, with what was paid of each one (SUS-04). */
export function AgreementList({ url, tools }: { url: TableUrl; tools: ReactNode }) {
  const { page, page_size } = url.query
  const list = useRead(promiseApi.agreements, { query: { page, page_size } }, { keepPrevious: true })
  const [isAgreeing, setAgreeing] = useState(false)
  return (
    <>
      <Table
        caption="Acuerdos de pago en cuotas"
        columns={COLUMNS}
        {...listProps(url, list)}
        rowKey={({ id }) => id}
        rowName={({ no_contract }) => `acuerdo del contrato ${no_contract}`}
        tools={
          <>
            {tools}
            <Button variant="primary" onClick={() => setAgreeing(true)}>
              Nuevo acuerdo
            </Button>
          </>
        }
        empty={
          <EmptyState title="No hay acuerdos de pago">
            Un acuerdo reparte en cuotas lo que debe un contrato: mientras cumple, no se corta ni cuenta como mora.
          </EmptyState>
        }
      />
      {isAgreeing && <AgreementDialog onClose={() => setAgreeing(false)} />}
    </>
  )
}

const COLUMNS: readonly Column<PaymentAgreement>[] = [
  {
    key: 'client',
    header: 'Cliente',
    card: 'title',
    cell: ({ client, no_contract }) => (
      <span className="two-lines">
        <Link to={paths.client(client.id)}>{client.name}</Link>
        <small>{no_contract}</small>
      </span>
    ),
  },
  {
    key: 'instalments',
    header: 'Cuotas',
    cell: ({ instalments }) => (
      <span className="two-lines">
        {instalments.length}
        {instalments.slice(-1).map(({ due_on, payable_until }) => (
          <small key={due_on}>hasta el {shortDayLabel(payable_until)}</small>
        ))}
      </span>
    ),
  },
  { key: 'paid', header: 'Pagado', align: 'end', cardLabel: 'pagado', cell: ({ paid }) => pesosLabel(paid) },
  {
    key: 'amount',
    header: 'Valor',
    align: 'end',
    card: 'amount',
    cell: ({ amount }) => <strong>{pesosLabel(amount)}</strong>,
  },
  {
    key: 'outcome',
    header: 'Estado',
    card: 'badge',
    cell: ({ outcome }) => <Badge tone={PROMISE_TONES[outcome ?? 'open']}>{PROMISE_LABELS[outcome ?? 'open']}</Badge>,
  },
]
