import { isOpenVisit, VISIT_KIND_LABELS, type Visit } from '#domain/visits/visit.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { stateLabel, VISIT_TONES, whenLabel } from './visit-words.ts'

/** A visit of a contract or of a case: when, who comes, and its state. `onOpen`: for those who may change it. */
export const VisitRow = ({ visit, onOpen }: { visit: Visit; onOpen: (() => void) | null }) => (
  <li>
    <span className="two-lines">
      {VISIT_KIND_LABELS[visit.kind]}
      <small>
        {whenLabel(visit)}
        {visit.technician !== null && isOpenVisit(visit.state) && `. Va ${visit.technician.name}`}
        {visit.reason !== null && `. ${visit.reason}`}
      </small>
    </span>
    <Badge tone={VISIT_TONES[visit.state]}>{stateLabel(visit)}</Badge>
    {onOpen !== null && (
      <Button size="dense" aria-label={`Ver la visita de ${VISIT_KIND_LABELS[visit.kind]}`} onClick={onOpen}>
        Ver
      </Button>
    )}
  </li>
)
