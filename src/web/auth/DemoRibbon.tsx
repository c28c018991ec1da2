import { useState } from 'react'
import { demoApi } from '#domain/auth/demo-api.ts'
import type { Role } from '#domain/core/roles.ts'
import { call } from '#web/core/call.ts'
import { session } from '#web/core/session.ts'
import { toastFailure } from '#web/core/toast-failure.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import './DemoRibbon.css'

const ASK_EVERY_MS = 1_000
const MAY_RESET: readonly Role[] = demoApi.reset.roles

/** Says on every screen that this is the demo, and begins it again. */
export function DemoRibbon({ role }: { role: Role }) {
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const reset = async (): Promise<void> => {
    setBusy(true)
    try {
      const { data } = await call(demoApi.accounts, {})
      await call(demoApi.reset, {})
      await waitForStartAfter(data.started_at)
      session.logout()
    } catch (error) {
      toastFailure(error, 'No pudimos borrar la demostración: intenta de nuevo')
      setBusy(false)
    }
  }
  return (
    <aside className="demo-ribbon" aria-label="Demostración">
      <p>
        <strong>Demostración.</strong> Los datos son inventados y nada le llega a nadie.{' '}
        <a href="/correo">Ver los correos</a>
      </p>
      {MAY_RESET.includes(role) && (
        <Button size="dense" onClick={() => setAsking(true)}>
          Empezar de nuevo
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          title="¿Borrar la demostración y empezar de nuevo?"
          confirm="Sí, borrar todo"
          tone="danger"
          busy={isBusy ? 'Borrando… tarda cerca de un minuto' : undefined}
          onConfirm={() => void reset()}
          onCancel={() => setAsking(false)}
        >
          <p>
            Se borra todo lo que hiciste, tuyo y de quien más la esté usando, y todos vuelven a la página de ingreso.
          </p>
        </ConfirmDialog>
      )}
    </aside>
  )
}

/** Waits until the demo that answers is another one than that of `startedAt`. */
async function waitForStartAfter(startedAt: string): Promise<void> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS))
    const answer = await call(demoApi.accounts, {}).catch(() => null)
    if (answer !== null && answer.data.started_at !== startedAt) return
  }
}
