import { type OpenSession, openSessionsApi } from '#domain/auth/open-sessions-api.ts'
import { agoLabel, instantLabel } from '#domain/core/days.ts'
import { messageOf } from '#web/core/failure.ts'
import { ReadState } from '#web/core/Query.tsx'
import { useChange, useRead } from '#web/core/queries.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Page.tsx'
import { toastError, toastSuccess } from '#web/ui/Toasts.tsx'
import './auth.css'

/** The open sessions of the user, with a button to close each of them. */
export function SessionsPanel() {
  const read = useRead(openSessionsApi.sessions, {})
  const close = useChange(openSessionsApi.closeSession, { invalidate: [openSessionsApi.sessions] })
  const closeOthers = useChange(openSessionsApi.closeOthers, { invalidate: [openSessionsApi.sessions] })
  const showResult = {
    onSuccess: ({ message }: { message: string }) => toastSuccess(message),
    onError: (failure: Error) => toastError(messageOf(failure, 'No pudimos cerrar la sesión')),
  }
  const sessions = read.data?.data
  const hasOthers = sessions?.some((session) => !session.is_current)
  return (
    <Card
      title="Sesiones abiertas"
      actions={
        hasOthers && (
          <Button
            size="dense"
            busy={closeOthers.isPending ? 'Cerrando…' : undefined}
            onClick={() => closeOthers.mutate({}, showResult)}
          >
            Cerrar las demás
          </Button>
        )
      }
    >
      {!sessions && <ReadState of={read} lines={2} height={40} />}
      <ul role="list" className="sessions">
        {sessions?.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            now={new Date(read.dataUpdatedAt)}
            onClose={() => close.mutate({ params: { id: session.id } }, showResult)}
          />
        ))}
      </ul>
    </Card>
  )
}

function SessionRow({ session, now, onClose }: { session: OpenSession; now: Date; onClose: () => void }) {
  const lastUsedAt = new Date(session.last_used_at)
  return (
    <li className="session">
      <div className="session__words">
        <p className="session__device">{session.device}</p>
        <p className="session__when">
          {session.ip} ·{' '}
          <time dateTime={session.last_used_at} title={instantLabel(lastUsedAt)}>
            {agoLabel(lastUsedAt, now)}
          </time>
        </p>
      </div>
      {session.is_current ? (
        <Badge tone="good">Esta sesión</Badge>
      ) : (
        <Button size="dense" variant="danger" aria-label={`Cerrar la sesión de ${session.device}`} onClick={onClose}>
          Cerrar
        </Button>
      )}
    </li>
  )
}
