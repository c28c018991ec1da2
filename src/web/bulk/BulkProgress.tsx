import { Link } from 'react-router'
import { bulkApi } from '#domain/bulk/api.ts'
import { type BulkJob, isBulkOver, isUndoable } from '#domain/bulk/bulk.ts'
import { paths } from '#domain/core/paths.ts'
import { download } from '#web/core/download.ts'
import { useChange } from '#web/core/queries.ts'
import { toastFailure } from '#web/core/toast-failure.ts'
import { useBusy } from '#web/core/use-busy.ts'
import { Button } from '#web/ui/Button.tsx'
import { Alert, Progress } from '#web/ui/States.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { count } from './bulk-words.ts'

/** How an action over a list goes: its progress, or how it ended. */
export function BulkProgress({ job }: { job: BulkJob }) {
  const { status, total, done, failed, problem } = job
  if (!isBulkOver(status))
    return (
      <>
        <div role="status">
          <Progress value={done + failed} max={total} label={`${count(done + failed)} de ${count(total)}`} />
        </div>
        <p>Puedes cerrar esto y seguir trabajando: queda en «Tareas de las listas», en el menú Más de la lista.</p>
      </>
    )
  return (
    <>
      {problem !== null && <Alert tone="bad">{problem}</Alert>}
      <p role="status">{resultOf(job)}</p>
      {job.undone !== null && <p role="status">{undoneOf(job.undone)}</p>}
      {(job.action === 'send_invoices' || isUndoable(job)) && done > 0 && (
        <p>
          <Link to={paths.messages}>Mira en los mensajes</Link> si cada correo llegó.
        </p>
      )}
    </>
  )
}

/** 'Listo: 1.200 de 1.204. 4 no se pudieron; el detalle dice por qué.' */
function resultOf({ status, total, done, failed }: BulkJob): string {
  const begin = status === 'done' ? 'Listo' : 'Se detuvo'
  const rest =
    failed === 0 ? '' : ` ${count(failed)} no se ${failed === 1 ? 'pudo' : 'pudieron'}; el detalle dice por qué.`
  return `${begin}: ${count(done)} de ${count(total)}.${rest}`
}

/** 'Se deshizo: 12 correos no salen.' */
const undoneOf = (undone: number): string =>
  undone === 0
    ? 'Se quiso deshacer y no quedaba ninguno por salir.'
    : `Se deshizo: ${undone === 1 ? '1 correo no sale' : `${count(undone)} correos no salen`}.`

/** What can be done with an action: stop it while it goes on, undo what has not left, save its file when it made one. */
export function BulkActions({ job }: { job: BulkJob }) {
  const cancel = useChange(bulkApi.cancel, { invalidate: [bulkApi.get, bulkApi.list, bulkApi.items] })
  const undo = useChange(bulkApi.undo, { invalidate: [bulkApi.get, bulkApi.list] })
  const [busy, run] = useBusy<'save'>()
  const params = { id: job.id }
  if (!isBulkOver(job.status))
    return (
      <Button
        busy={cancel.isPending ? 'Deteniendo…' : undefined}
        onClick={() =>
          cancel.mutate({ params }, { onError: (error) => toastFailure(error, 'No pudimos detener la tarea') })
        }
      >
        Detener
      </Button>
    )
  if (isUndoable(job))
    return (
      <Button
        busy={undo.isPending ? 'Deshaciendo…' : undefined}
        onClick={() =>
          undo.mutate(
            { params },
            {
              onSuccess: ({ message }) => toastSuccess(message),
              onError: (error) => toastFailure(error, 'No pudimos deshacerla'),
            },
          )
        }
      >
        Deshacer lo que no ha salido
      </Button>
    )
  if (job.file_name === null) return null
  return (
    <Button
      variant="primary"
      busy={busy === 'save' ? 'Descargando…' : undefined}
      onClick={() => void run('save', () => download(bulkApi.file, { params }))}
    >
      Descargar el archivo
    </Button>
  )
}
