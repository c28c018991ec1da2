import { useState } from 'react'
import { authApi } from '#domain/auth/api.ts'
import { isFailure } from '#web/core/failure.ts'
import { useChange } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { PasswordField } from '#web/ui/TextField.tsx'

/**
 * For actions that ask for a fresh password. `guarded(work)` does the work; when the server wants the password first, `stepUp` is
 * the dialog that asks for it, and the work is done again after it.
 */
export function useStepUp() {
  const [waiting, setWaiting] = useState<{ work: () => Promise<void>; leave: (error: unknown) => void } | null>(null)
  const guarded = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      if (!isFailure(error) || error.code !== 'STEP_UP_REQUIRED') throw error
      await new Promise<void>((resolve, reject) =>
        setWaiting({ work: () => work().then(resolve, reject), leave: () => reject(error) }),
      )
    }
  }
  const close = (): void => setWaiting(null)
  const stepUp = waiting && (
    <StepUpDialog
      onDone={() => {
        close()
        void waiting.work()
      }}
      onClose={() => {
        close()
        waiting.leave(null)
      }}
    />
  )
  return { guarded, stepUp }
}

function StepUpDialog({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const confirm = useChange(authApi.stepUp)
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
      <PasswordField
        label="Contraseña"
        id="password"
        name="password"
        autoComplete="current-password"
        error={form.errors['password']}
      />
    </FormDialog>
  )
}
