import { useEffect, useState } from 'react'
import { authApi } from '#domain/auth/api.ts'
import { atTimeLabel } from '#domain/core/days.ts'
import { call } from '#web/core/call.ts'
import { useRead } from '#web/core/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { warningOf } from './session-warning.ts'

/**
 * Warns before the session ends, over whatever is open. Another tab may have extended the session: the server is asked first, and
 * again at the end, when its answer ends the session in this browser too.
 */
export function SessionWarning() {
  const { data, dataUpdatedAt, refetch } = useRead(authApi.me, {}, { background: true })
  const [closedAt, setClosedAt] = useState(0)
  const left = data?.data.session
  useEffect(() => {
    if (left === undefined) return undefined
    const waitMs = Math.max(0, dataUpdatedAt + warningOf(left).askAgainMs - Date.now())
    const timer = setTimeout(() => void refetch(), waitMs)
    return () => clearTimeout(timer)
  }, [left, dataUpdatedAt, refetch])
  if (left === undefined || !warningOf(left).isNear || closedAt === dataUpdatedAt) return null
  const extend = async (): Promise<void> => {
    setClosedAt(dataUpdatedAt)
    // A request of the user, unlike the query of the shell. A failure shows at the next check.
    await call(authApi.me, {}).catch(() => undefined)
    await refetch()
  }
  const endLabel = atTimeLabel(new Date(dataUpdatedAt + left.seconds_left * 1_000))
  return (
    <Dialog
      title="Tu sesión está por terminar"
      role="alertdialog"
      isOnTop
      onClose={() => void extend()}
      footer={
        <Button variant="primary" autoFocus onClick={() => void extend()}>
          {left.can_extend ? 'Seguir conectado' : 'Entendido'}
        </Button>
      }
    >
      <p>
        {left.can_extend
          ? `Se cierra ${endLabel} porque llevas un rato sin usarla.`
          : `Llega a su límite ${endLabel} y tendrás que entrar de nuevo: guarda lo que estés haciendo.`}
      </p>
    </Dialog>
  )
}
