import { Link, useParams } from 'react-router'
import { instantLabel } from '#domain/core/days.ts'
import { minus, pesos, pesosLabel, ZERO } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { CASH_ENTRY_LABELS, type CashCount, type CashEntry, type CashTurnDetail } from '#domain/payments/cash-turn.ts'
import { cashTurnApi } from '#domain/payments/cash-turn-api.ts'
import { LinkButton } from '#web/core/LinkButton.tsx'
import { Query } from '#web/core/Query.tsx'
import { useRead } from '#web/core/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { Card, Page } from '#web/ui/Page.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import { Alert, EmptyState } from '#web/ui/States.tsx'
import { TurnActions } from './TurnActions.tsx'
import { TurnDifference } from './TurnDifference.tsx'
import './cash.css'

/** A turn: its movements, and once closed its totals and counts. It is printed as the closing of the turn. */
export function CashTurnPage() {
  const { id = '' } = useParams()
  const read = useRead(cashTurnApi.get, { params: { id } })
  const turn = read.data?.data
  return (
    <Page
      title={turn ? `Turno ${turn.number} de ${turn.account.name}` : 'Turno de caja'}
      subtitle={turn && <TurnSubtitle turn={turn} />}
      actions={
        <>
          <LinkButton to={paths.cash}>Todos los turnos</LinkButton>
          {turn && turn.closed !== null && <Button onClick={() => window.print()}>Imprimir cierre</Button>}
          {turn && turn.closed === null && <TurnActions turn={turn} />}
        </>
      }
    >
      <Query of={read} lines={8} missing={<EmptyState title="Ese turno no existe" />}>
        {({ data }) => <TurnParts turn={data} />}
      </Query>
    </Page>
  )
}

function TurnSubtitle({ turn: { person, opened_at, closed } }: { turn: CashTurnDetail }) {
  const opened = `${person.name}, desde ${instantLabel(new Date(opened_at))}`
  if (closed === null) return `${opened}. Está abierto: los totales se ven al cerrar`
  return `${opened}. Cerrado ${instantLabel(new Date(closed.at))} por ${closed.by}`
}

function TurnParts({ turn }: { turn: CashTurnDetail }) {
  return (
    <>
      {turn.closed !== null && turn.totals !== null && (
        <Card title="Cierre" actions={<TurnDifference turn={turn} />}>
          <Facts facts={closingFacts(turn)} />
        </Card>
      )}
      <BaseCard turn={turn} />
      <Card title="Movimientos">
        <Movements turn={turn} />
      </Card>
      {turn.counts !== null && turn.counts.length > 0 && (
        <Card title="Conteos">
          <Counts counts={turn.counts} />
        </Card>
      )}
      <div className="cash-signatures" aria-hidden="true">
        <p>Entrega: {turn.person.name}</p>
        <p>Recibe</p>
      </div>
    </>
  )
}

/** What the turn before left in the box, when the base is another amount. */
function BaseCard({ turn: { base, received } }: { turn: CashTurnDetail }) {
  if (received === null || received.difference === 0) return null
  return (
    <Card title="Diferencia con el turno anterior">
      <Facts
        facts={[
          { label: 'Dejado por el turno anterior', value: pesosLabel(received.counted) },
          { label: 'Base', value: pesosLabel(base) },
          { label: 'Motivo', value: received.reason ?? '' },
        ]}
      />
    </Card>
  )
}

function closingFacts({ base, totals, closed }: CashTurnDetail) {
  if (totals === null || closed === null) return []
  const out = (amount: typeof base) => pesosLabel(minus(ZERO, amount))
  return [
    { label: 'Base', value: pesosLabel(base) },
    { label: 'Pagos recibidos', value: pesosLabel(totals.payment) },
    { label: 'Pagos reversados', value: out(totals.reversal) },
    { label: 'Devoluciones a clientes', value: out(totals.refund) },
    { label: 'Gastos menores', value: out(totals.expense) },
    { label: 'Consignaciones', value: out(totals.deposit) },
    { label: 'Esperado', value: <strong>{pesosLabel(closed.expected)}</strong> },
    { label: 'Contado', value: <strong>{pesosLabel(closed.counted)}</strong> },
    ...(closed.reason === null ? [] : [{ label: 'Motivo de la diferencia', value: closed.reason }]),
  ]
}

function Movements({ turn: { entries, entry_count } }: { turn: CashTurnDetail }) {
  if (entries.length === 0)
    return (
      <EmptyState title="Aún no hay movimientos">
        Los pagos en efectivo que registres en esta caja aparecen aquí.
      </EmptyState>
    )
  return (
    <>
      {entry_count > entries.length && (
        <Alert>
          Se muestran los últimos {entries.length} de {entry_count}; los totales son de todos.
        </Alert>
      )}
      <RowList label="Movimientos del turno">
        {entries.map((entry) => (
          <li key={`${entry.kind} ${entry.id}`}>
            <span className="two-lines">
              <EntryName entry={entry} />
              <small>
                {[instantLabel(new Date(entry.at)), entry.whom, entry.by].filter((part) => part).join(' · ')}
              </small>
            </span>
            <strong className="figures">{pesosLabel(entry.amount)}</strong>
          </li>
        ))}
      </RowList>
    </>
  )
}

function EntryName({ entry: { kind, id, document } }: { entry: CashEntry }) {
  const label = `${CASH_ENTRY_LABELS[kind]}: ${document}`
  return kind === 'payment' ? <Link to={paths.view('voucher', id)}>{label}</Link> : <span>{label}</span>
}

function Counts({ counts }: { counts: readonly CashCount[] }) {
  return (
    <RowList label="Conteos del turno">
      {counts.map((count) => (
        <li key={count.id}>
          <span className="two-lines">
            <span>{count.pieces === null ? 'Solo el total' : piecesLabel(count.pieces)}</span>
            <small>
              {instantLabel(new Date(count.at))} · {count.by}
            </small>
          </span>
          <strong className="figures">{pesosLabel(count.counted)}</strong>
        </li>
      ))}
    </RowList>
  )
}

/** '3 de $ 50.000, 2 de $ 1.000'. */
const piecesLabel = (pieces: NonNullable<CashCount['pieces']>): string =>
  pieces
    .filter(({ count }) => count > 0)
    .map((one) => `${one.count} de ${pesosLabel(pesos(one.pesos)).replace(',00', '')}`)
    .join(', ')
