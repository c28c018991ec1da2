import { Link } from 'react-router'
import { clientApi } from '#domain/clients/api.ts'
import type { Statement } from '#domain/clients/statement.ts'
import { shortDayLabel } from '#domain/core/days.ts'
import { minus, pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { MOVEMENT_LABELS } from '#domain/ledger/movement.ts'
import { Query } from '#web/core/Query.tsx'
import { useRead } from '#web/core/queries.ts'
import { Card } from '#web/ui/Page.tsx'
import { EmptyState } from '#web/ui/States.tsx'
import { StatementTools, useStatementPeriod } from './StatementTools.tsx'

/** The statement of account of a period, the newest first, with its files (CLI-03). */
export function StatementCard({ clientId }: { clientId: string }) {
  const { url, period } = useStatementPeriod()
  const read = useRead(clientApi.statement, { params: { id: clientId }, query: period }, { keepPrevious: true })
  return (
    <Card title="Estado de cuenta">
      <StatementTools clientId={clientId} url={url} period={period} />
      <Query of={read} lines={5}>
        {({ data: statement }) =>
          statement.movements.length === 0 ? (
            <EmptyState title="Sin movimientos en este período">
              Saldo: {pesosLabel(statement.closing_balance)}
            </EmptyState>
          ) : (
            <div className="client-statement">
              {statement.disputed > 0 && (
                <p>
                  En reclamo, no se cobra: {pesosLabel(statement.disputed)}. Saldo sin lo que está en reclamo:{' '}
                  {pesosLabel(minus(statement.closing_balance, statement.disputed))}.
                </p>
              )}
              <Movements statement={statement} />
            </div>
          )
        }
      </Query>
    </Card>
  )
}

/** The last line is the balance that the period began with, when an earlier one left any. */
function Movements({ statement: { movements, from, opening_balance } }: { statement: Statement }) {
  return (
    <table>
      <caption className="visually-hidden">Movimientos del período</caption>
      <thead>
        <tr>
          <th scope="col">Fecha</th>
          <th scope="col">Movimiento</th>
          <th scope="col" className="client-statement__end">
            Valor
          </th>
          <th scope="col" className="client-statement__end">
            Saldo
          </th>
        </tr>
      </thead>
      <tbody>
        {movements.toReversed().map((movement, index) => (
          <tr key={index}>
            <td>{shortDayLabel(movement.day)}</td>
            <td>
              {MOVEMENT_LABELS[movement.kind]} <MovementDocument movement={movement} />
            </td>
            <td className="client-statement__end figures">
              {movement.charge > 0 ? pesosLabel(movement.charge) : `− ${pesosLabel(movement.payment)}`}
            </td>
            <td className="client-statement__end figures">{pesosLabel(movement.balance)}</td>
          </tr>
        ))}
        {opening_balance !== 0 && (
          <tr>
            <td>{shortDayLabel(from)}</td>
            <td>Saldo inicial</td>
            <td className="client-statement__end" />
            <td className="client-statement__end figures">{pesosLabel(opening_balance)}</td>
          </tr>
        )}
      </tbody>
    </table>
  )
}

/** The document of a movement, with its page when it has one. */
function MovementDocument({ movement }: { movement: Statement['movements'][number] }) {
  const { document, invoice_id, payment_id, credit_note_id } = movement
  if (payment_id !== null) return <Link to={paths.view('voucher', payment_id)}>{document}</Link>
  if (credit_note_id !== null) return <Link to={paths.view('credit-note', credit_note_id)}>{document}</Link>
  return invoice_id === null ? document : <Link to={paths.view('invoice', invoice_id)}>{document}</Link>
}
