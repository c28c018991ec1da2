import { useState } from 'react'
import { authApi } from '#domain/auth/api.ts'
import { call } from '#web/core/call.ts'
import { drafts, ownerOf } from '#web/core/drafts.ts'
import { session } from '#web/core/session.ts'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'

/** The time limit of the request. After it the session ends in this browser, and at the server when it expires. */
const TIMEOUT_MS = 4_000

/** The confirmation of the logout (SHL-10). The guard redirects to the home page when the session is cleared. */
export function LogoutDialog({ onCancel }: { onCancel: () => void }) {
  const [isLeaving, setLeaving] = useState(false)
  const [unsent] = useState(() => listUnsent())
  const leave = async (): Promise<void> => {
    setLeaving(true)
    await call(authApi.logout, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => undefined)
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
      {unsent.length > 0 && <p>Se borra de este equipo lo que no has enviado: {unsent.join(', ')}.</p>}
    </ConfirmDialog>
  )
}

/** The titles of the forms with a draft in this browser. */
function listUnsent(): string[] {
  const owner = ownerOf(session.get().user)
  return owner === null ? [] : drafts.list(owner).map(({ title }) => title)
}
