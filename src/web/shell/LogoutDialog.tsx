import { useState } from 'react'
import { authApi } from '#domain/auth/api.ts'
import { call } from '#web/core/call.ts'
import { session } from '#web/core/session.ts'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'

/** How long the server may take to hear of it. The session ends here anyway, and there by itself. */
const PATIENCE_MS = 4_000

/** Asks before leaving (SHL-10). Clearing the session is what sends the guarded screens home. */
export function LogoutDialog({ onCancel }: { onCancel: () => void }) {
  const [isLeaving, setLeaving] = useState(false)
  const leave = async (): Promise<void> => {
    setLeaving(true)
    await call(authApi.logout, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => undefined)
    session.logout()
  }
  return (
    <ConfirmDialog
      title="¿Cerrar sesión?"
      confirm="Sí, cerrar sesión"
      tone="danger"
      busy={isLeaving ? 'Cerrando…' : undefined}
      onConfirm={() => void leave()}
      onCancel={onCancel}
    >
      <p>¿Estás seguro de que deseas cerrar tu sesión?</p>
    </ConfirmDialog>
  )
}
