import { useState } from 'react'
import { authApi } from '#domain/auth/api.ts'
import { isFailure } from '#web/core/failure.ts'
import { useChange } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { PasswordField } from '#web/ui/TextField.tsx'

/** How guarded work ended: 'cancelled' when the person closed the password dialog, which is no error. */
type Outcome = 'done' | 'cancelled'

/**
 * For actions that ask for a fresh password. `guarded(work)` does the work; when the server wants the password first, `stepUp` is
 * the dialog that asks for it, and the work is done again after it.
 */
export function useStepUp() {
  const [waiting, setWaiting] = useState<{ retry: () => void; cancel: () => void } | null>(null)
  const guarded = async (work: () => Promise<void>): Promise<Outcome> => {
    try {
      await work()
      return 'done'
    } catch (error) {
      if (!isFailure(error) || error.code !== 'STEP_UP_REQUIRED') throw error
      return new Promise<Outcome>((resolve, reject) =>
        setWaiting({
          retry: () => void work().then(() => resolve('done'), reject),
          cancel: () => resolve('cancelled'),
        }),
      )
    }
  }
  const closeAnd = (next: () => void) => (): void => {
    setWaiting(null)
    next()
  }
  const stepUp = waiting && <StepUpDialog onDone={closeAnd(waiting.retry)} onClose={closeAnd(waiting.cancel)} />
  return { guarded, stepUp }
}

function StepUpDialog({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const confirm = useChange(authApi.stepUp, { invalidate: [] })
  const form = useForm({
    schema: authApi.stepUp.body,
    fields: ['password'],
    submit: async (body) => {
      await confirm.mutateAsync({ body })
      onDone()
    },
  })
  return (
    <FormDialog title="Confirma tu contraseña" label="Continuar" busyLabel="Confirmando…" form={form} onClose={onClose}>
      <p>Esta acción es delicada: queremos estar seguros de que eres tú.</p>
      <PasswordField label="Contraseña" {...form.field('password')} autoComplete="current-password" />
    </FormDialog>
  )
}
