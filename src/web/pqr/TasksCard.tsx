import { useState } from 'react'
import { Link } from 'react-router'
import { instantLabel } from '#domain/core/days.ts'
import { pesosLabel, ZERO } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { pqrApi } from '#domain/pqr/api.ts'
import type { PqrCase } from '#domain/pqr/case.ts'
import { isDelivery, movesMoney, returnsClaim, returnsDispute } from '#domain/pqr/tasks.ts'
import { useChange } from '#web/core/queries.ts'
import { toastFailure } from '#web/core/toast-failure.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Page.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import type { CaseStep } from './desk-steps.ts'
import { TaskDialog } from './TaskDialog.tsx'

const STOPPED_COPY = {
  withdrawn: 'Ya no hay que hacerla: el caso terminó por desistimiento',
  answered: 'Ya no hay que hacerla: el caso siguió sin ella',
} as const

type Task = PqrCase['tasks'][number]

/** What the company must do after a positive silence or a decision, each with its last instant (PQR-06). */
export function TasksCard({ pqr, onStep }: { pqr: PqrCase; onStep: (step: CaseStep) => void }) {
  const { id, tasks, actions, status } = pqr
  const done = useChange(pqrApi.task)
  const [asked, setAsked] = useState<Task | null>(null)
  if (tasks.length === 0) return null
  const finish = (task: Task): void => {
    if (movesMoney(task.text)) return setAsked(task)
    done.mutate(
      { params: { id, task_id: task.id }, body: {} },
      {
        onSuccess: ({ message }) => toastSuccess(message),
        onError: (error) => toastFailure(error, 'No pudimos marcar la tarea'),
      },
    )
  }
  return (
    <Card title="Tareas con plazo">
      <RowList label="Tareas con plazo">
        {tasks.map((task) => (
          <li key={task.id}>
            <span className="two-lines">
              {task.text}
              <small>
                {task.done_at === null
                  ? `A más tardar el ${instantLabel(new Date(task.due_at))}`
                  : task.is_stopped
                    ? STOPPED_COPY[status === 'desistida' ? 'withdrawn' : 'answered']
                    : `Hecha por ${task.done_by ?? 'el sistema'}, ${instantLabel(new Date(task.done_at))}`}
              </small>
              {isUndecided(pqr, task) && <Undecided pqr={pqr} />}
            </span>
            {task.done_at === null && isDelivery(task.text) && actions.includes('deliver') && (
              <Button size="dense" onClick={() => onStep('deliver')}>
                Registrar la entrega
              </Button>
            )}
            {task.done_at === null && actions.includes('task') && !isUndecided(pqr, task) && !isDelivery(task.text) && (
              <Button
                size="dense"
                aria-label={`Ya está: ${task.text}`}
                disabledReason={done.isPending ? 'Estamos guardando otra' : undefined}
                onClick={() => finish(task)}
              >
                Ya está
              </Button>
            )}
          </li>
        ))}
      </RowList>
      {asked !== null && <TaskDialog pqr={pqr} task={asked} onClose={() => setAsked(null)} />}
    </Card>
  )
}

/** Whether a task is the return of what is still in dispute, or of what no credit note gave back after a positive silence. */
const isUndecided = ({ claim }: PqrCase, { text, done_at }: Task): boolean =>
  done_at === null &&
  claim !== null &&
  ((claim.is_open && returnsDispute(text)) || (claim.left > ZERO && returnsClaim(text)))

/** What comes before the task: the answer of a positive silence, or the decision on the invoice. */
function Undecided({ pqr: { claim, actions } }: { pqr: PqrCase }) {
  if (claim === null) return null
  if (actions.includes('answer')) return <small>Responde la PQR: la respuesta devuelve lo reclamado.</small>
  if (!claim.is_open)
    return (
      <small>
        Primero haz la nota crédito de la{' '}
        <Link to={paths.view('invoice', claim.invoice_id)}>factura {claim.number}</Link>: faltan{' '}
        {pesosLabel(claim.left)} de lo reclamado.
      </small>
    )
  return (
    <small>
      Primero <Link to={paths.view('invoice', claim.invoice_id)}>decide el reclamo en la factura {claim.number}</Link>:
      su valor sigue en reclamo.
    </small>
  )
}
