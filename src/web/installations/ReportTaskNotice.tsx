import { lazy, Suspense, useState } from 'react'
import { instantLabel } from '#domain/core/days.ts'
import { isLateRemoval } from '#domain/installations/effect.ts'
import type { Report } from '#domain/installations/report.ts'
import { useSession } from '#web/core/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Alert } from '#web/ui/States.tsx'

const FinishTaskDialog = lazy(() =>
  import('./FinishTaskDialog.tsx').then((file) => ({ default: file.FinishTaskDialog })),
)

const LateRemovalDialog = lazy(() =>
  import('./LateRemovalDialog.tsx').then((file) => ({ default: file.LateRemovalDialog })),
)

type Noticed = Pick<Report, 'id' | 'task' | 'type_order_job' | 'effect' | 'visit_on'>

/** What a report left for the financial desk, which closes it here (ACT-04); once it is closed, who did it and what was done. */
export function ReportTaskNotice({ report }: { report: Noticed }) {
  const { id, task } = report
  const [open, setOpen] = useState<'finish' | 'removal' | null>(null)
  const { user } = useSession()
  if (!task) return null
  const { reason, done_at, done_by, note } = task
  if (done_at !== null)
    return (
      <Alert>
        Tarea hecha por {done_by}, {instantLabel(new Date(done_at))}: {note}. Era: {reason}
      </Alert>
    )
  return (
    <Alert tone="warn">
      <p>{reason}</p>
      {user?.metadata.role === 'financial' && (
        <p className="card__actions">
          {isLateRemoval(report) && (
            <Button size="dense" onClick={() => setOpen('removal')}>
              Registrar el retiro
            </Button>
          )}
          <Button size="dense" onClick={() => setOpen('finish')}>
            Marcar como hecha
          </Button>
        </p>
      )}
      <Suspense>
        {open === 'finish' && <FinishTaskDialog id={id} reason={reason} onClose={() => setOpen(null)} />}
        {open === 'removal' && <LateRemovalDialog report={report} onClose={() => setOpen(null)} />}
      </Suspense>
    </Alert>
  )
}
