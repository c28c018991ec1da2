import { Link } from 'react-router'
import type { BankLine } from '#domain/banks/line.ts'
import { LINE_STATE_LABELS, type LineState } from '#domain/banks/pairing.ts'
import { shortDayLabel } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { ClientLink } from '#web/clients/ClientLink.tsx'
import { Badge, type Tone } from '#web/ui/Badge.tsx'
import type { Column } from '#web/ui/Table.tsx'

const STATE_TONES: Readonly<Record<LineState, Tone>> = {
  certain: 'info',
  doubtful: 'warn',
  unknown: 'bad',
  ignored: 'quiet',
  repeated: 'quiet',
  paid: 'good',
}

export const LINE_COLUMNS: readonly Column<BankLine>[] = [
  {
    key: 'reference',
    header: 'Movimiento',
    cell: ({ reference, description, line }) => (
      <span className="two-lines">
        {reference || description || `Línea ${line}`}
        {reference !== '' && description !== '' && <small>{description}</small>}
      </span>
    ),
    card: 'title',
  },
  { key: 'day', header: 'Fecha', cell: ({ on_day }) => shortDayLabel(on_day) },
  { key: 'client', header: 'Cliente', cell: (line) => <LineClient line={line} /> },
  {
    key: 'state',
    header: 'Estado',
    cell: (line) => (
      <span className="two-lines">
        <State line={line} />
        <small>
          <Reason line={line} />
        </small>
      </span>
    ),
    card: 'badge',
  },
  {
    key: 'amount',
    header: 'Valor',
    cell: ({ amount }) => <strong>{pesosLabel(amount)}</strong>,
    align: 'end',
    card: 'amount',
  },
]

function LineClient({ line: { client, candidates } }: { line: BankLine }) {
  if (client !== null) return <ClientLink id={client.id} client={client} />
  const [first, ...others] = candidates
  if (first === undefined) return 'Nadie coincide'
  return (
    <span className="two-lines">
      ¿{first.client.name}?{others.length > 0 && <small>o {others.length} más</small>}
    </span>
  )
}

const State = ({ line: { state, payment } }: { line: BankLine }) =>
  payment?.is_reversed ? (
    <Badge tone="quiet">Reversado</Badge>
  ) : (
    <Badge tone={STATE_TONES[state]}>{LINE_STATE_LABELS[state]}</Badge>
  )

const Reason = ({ line: { state, reason, payment } }: { line: BankLine }) =>
  payment === null || (state === 'repeated' && !payment.is_reversed) ? (
    reason
  ) : (
    <Link to={paths.view('voucher', payment.id)}>Recibo {payment.number}</Link>
  )
