import { useState } from 'react'
import { dayOf, shortDayLabel } from '#domain/core/days.ts'
import type { PqrRow } from '#domain/pqr/case.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { COLOUR_TONES, dueAction, dueLabel } from './words.ts'

/** What the company must do and in how many business days: a number, a word, a sign and a colour (PQR-02). */
export function DueBadge({ due }: { due: PqrRow['due'] }) {
  const [today] = useState(() => dayOf(new Date()))
  if (due === null) return <span className="pqr-quiet">Nada pendiente</span>
  const [label, day] = [dueLabel(due, today), shortDayLabel(due.on)]
  return (
    <span className="pqr-due">
      <Badge tone={COLOUR_TONES[due.colour]}>{label}</Badge>
      <small>{label.endsWith(day) ? dueAction(due) : `${dueAction(due)}, ${day}`}</small>
    </span>
  )
}
