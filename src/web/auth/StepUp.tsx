import { useState } from 'react'
import { authApi } from '#domain/auth/api.ts'
import { isFailure } from '#web/core/failure.ts'
import { useChange } from '#web/core/queries.ts'
import { useSession } from '#web/core/session.ts'
import { useForm } from '#web/core/use-form.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { PasswordField } from '#web/ui/TextField.tsx'
import { TotpField } from './TotpField.tsx'
import './auth.css'

/** The result of a guarded action: 'cancelled' when the user closed the password dialog, which is not an error. */
type Outcome = 'done' | 'cancelled'

/**
 * For actions that require a recent password. `guarded(work)` runs the work; when the server requires the password first, `stepUp`
 * is the dialog that requests it, and the work runs again after it.
 */
export function useStepUp() {
  const [pending, setPending] = useState<{ retry: () => void; cancel: () => void } | null>(null)
  const guarded = async (work: () => Promise<void>): Promise<Outcome> => {
    try {
      await work()
      return 'done'
    } catch (error) {
      if (!isFailure(error) || error.code !== 'STEP_UP_REQUIRED') throw error
      return new Promise<Outcome>((resolve, reject) =>
        setPending({
          retry: () => void work().then(() => resolve('done'), reject),
          cancel: () => resolve('cancelled'),
        }),
      )
    }
  }
  const closeThen = (next: () => void) => (): void => {
    setPending(null)
    next()
  }
  const stepUp = pending && <StepUpDialog onDone={closeThen(pending.retry)} onClose={closeThen(pending.cancel)} />
  return { guarded, stepUp }
}

function StepUpDialog({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const hasTwoFactor = useSession().user?.metadata.has_two_factor === true
  const confirm = useChange(authApi.stepUp, { invalidate: [] })
  const form = useForm({
    schema: authApi.stepUp.body,
    fields: ['password', 'totp'],
    submit: async (body) => {
      await confirm.mutateAsync({ body })
      onDone()
    },
  })
  return (
    <FormDialog title="Confirma tu contraseña" label="Continuar" busyLabel="Confirmando…" form={form} onClose={onClose}>
      <p>Esta acción es delicada: queremos estar seguros de que eres tú.</p>
      <PasswordField label="Contraseña" {...form.field('password')} autoComplete="current-password" />
      {hasTwoFactor && <TotpField error={form.errors.totp} />}
    </FormDialog>
  )
}
