import { useState } from 'react'
import { dayOf } from '#domain/core/days.ts'
import { VISIT_KIND_LABELS, type Visit } from '#domain/visits/visit.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Card } from '#web/ui/Page.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import { stateLabel, VISIT_TONES, whenLabel } from './visit-words.ts'

/** The next visits of a client, on its first screen. */
export function NextVisits({ visits }: { visits: readonly Visit[] }) {
  const [today] = useState(() => dayOf(new Date()))
  if (visits.length === 0) return null
  return (
    <Card title="Te visitamos">
      <RowList label="Tus próximas visitas">
        {visits.map((visit) => (
          <li key={visit.id}>
            <span className="two-lines">
              {visit.day === today ? `Hoy. ${whenLabel(visit)}` : whenLabel(visit)}
              <small>
                {VISIT_KIND_LABELS[visit.kind]} {visit.from_address === null ? 'en' : 'a'} {visit.address}
                {visit.technician !== null && `. Va ${visit.technician.name}`}
              </small>
            </span>
            <Badge tone={VISIT_TONES[visit.state]}>{stateLabel(visit)}</Badge>
          </li>
        ))}
      </RowList>
    </Card>
  )
}
