import { useState } from 'react'
import type { PqrCase } from '#domain/pqr/case.ts'
import { isOpenVisit, VISIT_KIND_LABELS, type Visit } from '#domain/visits/visit.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Page.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import { VisitDialog } from '#web/visits/VisitDialog.tsx'
import { stateLabel, VISIT_TONES, whenLabel } from '#web/visits/visit-words.ts'

/** The visits of a case as they are now. The desk opens one to change it; a client sees when they come. */
export function CaseVisitsCard({ pqr, isDesk = false }: { pqr: PqrCase; isDesk?: boolean }) {
  const [open, setOpen] = useState<Visit | null>(null)
  if (pqr.visits.length === 0) return null
  return (
    <Card title="Visitas">
      <RowList label="Visitas de la PQR">
        {pqr.visits.map((visit) => (
          <li key={visit.id}>
            <span className="two-lines">
              {VISIT_KIND_LABELS[visit.kind]}
              <small>
                {whenLabel(visit)}
                {visit.technician !== null && isOpenVisit(visit.state) && `. Va ${visit.technician.name}`}
                {visit.reason !== null && `. ${visit.reason}`}
              </small>
            </span>
            <Badge tone={VISIT_TONES[visit.state]}>{stateLabel(visit)}</Badge>
            {isDesk && (
              <Button
                size="dense"
                aria-label={`Ver la visita de ${VISIT_KIND_LABELS[visit.kind]}`}
                onClick={() => setOpen(visit)}
              >
                Ver
              </Button>
            )}
          </li>
        ))}
      </RowList>
      {open !== null && <VisitDialog visit={open} onClose={() => setOpen(null)} />}
    </Card>
  )
}
