import { authApi } from '#domain/auth/api.ts'
import { useChange } from '#web/core/queries.ts'
import { useSession } from '#web/core/session.ts'
import { answerStepUp } from '#web/core/step-up.ts'
import { useForm } from '#web/core/use-form.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { PasswordField } from '#web/ui/TextField.tsx'
import { TotpField } from './TotpField.tsx'
import './auth.css'

/**
 * The dialog that asks for the password, and for the code of a person with two-factor verification, before a delicate call; the call
 * continues after it (`withStepUp`).
 */
export function StepUpDialog() {
  const hasTwoFactor = useSession().user?.metadata.has_two_factor === true
  const confirm = useChange(authApi.stepUp, { invalidate: [] })
  const form = useForm({
    schema: authApi.stepUp.body,
    fields: ['password', 'totp'],
    submit: async (body) => {
      await confirm.mutateAsync({ body })
      answerStepUp(true)
    },
  })
  return (
    <FormDialog
      title="Confirma tu contraseña"
      label="Continuar"
      busyLabel="Confirmando…"
      form={form}
      onClose={() => answerStepUp(false)}
    >
      <p>Esta acción es delicada: queremos estar seguros de que eres tú.</p>
      <PasswordField label="Contraseña" {...form.field('password')} autoComplete="current-password" />
      {hasTwoFactor && <TotpField error={form.errors.totp} />}
    </FormDialog>
  )
}
