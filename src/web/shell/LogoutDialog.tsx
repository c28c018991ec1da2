import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { authApi } from '#domain/auth/api.ts'
import { writesReports } from '#domain/core/roles.ts'
import { call } from '#web/core/call.ts'
import { drafts, ownerOf } from '#web/core/drafts.ts'
import { session } from '#web/core/session.ts'
import type { UnsentReports as UnsentReportsType } from '#web/installations/UnsentReports.tsx'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'

// Only for the roles that write reports: the portal does not load it. Without its code the ordinary question is shown: what is on the
// device remains there.
const UnsentReports = lazy(() =>
  import('#web/installations/UnsentReports.tsx').then(
    (file) => ({ default: file.UnsentReports }),
    () => ({ default: ({ children }: ComponentProps<typeof UnsentReportsType>) => children }),
  ),
)

/** The time limit of the request. After it the session ends in this browser, and at the server when it expires. */
const TIMEOUT_MS = 4_000

/** The confirmation of the logout (SHL-10). The guard redirects to the home page when the session is cleared. */
export function LogoutDialog({ onCancel }: { onCancel: () => void }) {
  const role = session.get().user?.metadata.role
  const plain = <PlainLogout onCancel={onCancel} />
  if (role === undefined || !writesReports(role)) return plain
  return (
    <Suspense>
      <UnsentReports onLeave={leave} onCancel={onCancel}>
        {plain}
      </UnsentReports>
    </Suspense>
  )
}

/** Ends the session at the server and in this browser. */
async function leave(): Promise<void> {
  await call(authApi.logout, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => undefined)
  session.logout()
}

function PlainLogout({ onCancel }: { onCancel: () => void }) {
  const [isLeaving, setLeaving] = useState(false)
  const [unsent] = useState(() => listUnsent())
  const confirm = (): void => {
    setLeaving(true)
    void leave()
  }
  return (
    <ConfirmDialog
      title="¿Cerrar sesión?"
      confirm="Sí, cerrar sesión"
      tone="danger"
      busy={isLeaving ? 'Cerrando…' : undefined}
      onConfirm={confirm}
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
