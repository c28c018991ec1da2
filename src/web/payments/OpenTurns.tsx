import { Link } from 'react-router'
import { instantLabel } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import type { CashTurn } from '#domain/payments/cash-turn.ts'
import { Card } from '#web/ui/Page.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import { TurnActions } from './TurnActions.tsx'

/** The own open turns, with what can be done in each. */
export function OpenTurns({ turns }: { turns: readonly CashTurn[] }) {
  if (turns.length === 0) return null
  return (
    <Card title={turns.length === 1 ? 'Tu turno abierto' : 'Tus turnos abiertos'}>
      <RowList label="Turnos abiertos">
        {turns.map((turn) => (
          <li key={turn.id}>
            <span className="two-lines">
              <Link to={paths.cashTurn(turn.id)}>
                Turno {turn.number}, {turn.account.name}
              </Link>
              <small>
                Desde {instantLabel(new Date(turn.opened_at))}, con base de {pesosLabel(turn.base)}
              </small>
            </span>
            <span className="card__actions">
              <div className="card__actions">
                <TurnActions turn={turn} />
              </div>
            </span>
          </li>
        ))}
      </RowList>
    </Card>
  )
}
