import { useState } from 'react'
import type { PqrCase } from '#domain/pqr/case.ts'
import type { Visit } from '#domain/visits/visit.ts'
import { Card } from '#web/ui/Page.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import { VisitDialog } from '#web/visits/VisitDialog.tsx'
import { VisitRow } from '#web/visits/VisitRow.tsx'

/** The visits of a case as they are now. The desk opens one to change it; a client sees when they come. */
export function CaseVisitsCard({ pqr, isDesk = false }: { pqr: PqrCase; isDesk?: boolean }) {
  const [open, setOpen] = useState<Visit | null>(null)
  if (pqr.visits.length === 0) return null
  return (
    <Card title="Visitas">
      <RowList label="Visitas de la PQR">
        {pqr.visits.map((visit) => (
          <VisitRow key={visit.id} visit={visit} onOpen={isDesk ? () => setOpen(visit) : null} />
        ))}
      </RowList>
      {open !== null && <VisitDialog visit={open} onClose={() => setOpen(null)} />}
    </Card>
  )
}
