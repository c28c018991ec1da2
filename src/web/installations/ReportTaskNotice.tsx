import { lazy, Suspense, useState } from 'react'
import { instantLabel } from '#domain/core/days.ts'
import type { Report } from '#domain/installations/report.ts'
import { useSession } from '#web/core/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Alert } from '#web/ui/States.tsx'

const FinishTaskDialog = lazy(() =>
  import('./FinishTaskDialog.tsx').then((file) => ({ default: file.FinishTaskDialog })),
)

/** What a report left for the financial desk, which closes it here (ACT-04); once it is closed, who did it and what was done. */
export function ReportTaskNotice({ report: { id, task } }: { report: Pick<Report, 'id' | 'task'> }) {
  const [isOpen, setOpen] = useState(false)
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
        <Button size="dense" onClick={() => setOpen(true)}>
          Marcar como hecha
        </Button>
      )}
      <Suspense>{isOpen && <FinishTaskDialog id={id} reason={reason} onClose={() => setOpen(false)} />}</Suspense>
    </Alert>
  )
}
