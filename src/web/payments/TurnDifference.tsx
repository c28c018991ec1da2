import { type CashTurn, differenceLabel } from '#domain/payments/cash-turn.ts'
import { Badge } from '#web/ui/Badge.tsx'

/** What is missing or left over in a closed turn; nothing for an open one. */
export function TurnDifference({ turn: { closed } }: { turn: Pick<CashTurn, 'closed'> }) {
  if (closed === null) return null
  return <Badge tone={closed.difference === 0 ? 'good' : 'warn'}>{differenceLabel(closed.difference)}</Badge>
}
