import { instantLabel } from '#domain/core/days.ts'
import { pqrApi } from '#domain/pqr/api.ts'
import type { PqrCase } from '#domain/pqr/case.ts'
import { useChange } from '#web/core/queries.ts'
import { toastFailure } from '#web/core/toast-failure.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Page.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'

/** What the company must do after a positive silence or a decision, each with its last instant (PQR-06). */
export function TasksCard({ pqr: { id, tasks, actions } }: { pqr: PqrCase }) {
  const done = useChange(pqrApi.task)
  if (tasks.length === 0) return null
  const finish = (task: string): void =>
    done.mutate(
      { params: { id, task_id: task }, body: {} },
      {
        onSuccess: ({ message }) => toastSuccess(message),
        onError: (error) => toastFailure(error, 'No pudimos marcar la tarea'),
      },
    )
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
                  : `Hecha por ${task.done_by ?? 'el sistema'}, ${instantLabel(new Date(task.done_at))}`}
              </small>
            </span>
            {task.done_at === null && actions.includes('task') && (
              <Button
                size="dense"
                aria-label={`Ya está: ${task.text}`}
                disabledReason={done.isPending ? 'Estamos guardando otra' : undefined}
                onClick={() => finish(task.id)}
              >
                Ya está
              </Button>
            )}
          </li>
        ))}
      </RowList>
    </Card>
  )
}
