import { authApi } from '#domain/auth/api.ts'
import type { Role } from '#domain/core/roles.ts'
import { useChange } from '#web/core/queries.ts'
import { session } from '#web/core/session.ts'
import { useForm } from '#web/core/use-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormProblem } from '#web/ui/FormProblem.tsx'
import { PasswordField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { NewPasswordField } from './NewPasswordField.tsx'
import './auth.css'

const FIELDS = ['current_password', 'new_password']

/** Changes the password of the signed-in user. The other sessions end; this one continues with a new token. */
export function ChangePasswordForm({ role, onDone }: { role: Role; onDone?: () => void }) {
  const change = useChange(authApi.changePassword)
  const form = useForm({
    schema: authApi.changePassword.body,
    fields: FIELDS,
    submit: async (body) => {
      const { data, message } = await change.mutateAsync({ body })
      session.setAuth(data.user, data.token)
      toastSuccess(message)
      onDone?.()
    },
  })
  return (
    <form className="form" noValidate onSubmit={form.onSubmit}>
      <FormProblem form={form} />
      <PasswordField
        label="Contraseña actual"
        id="current_password"
        name="current_password"
        autoComplete="current-password"
        error={form.errors.current_password}
      />
      <NewPasswordField id="new_password" role={role} error={form.errors.new_password} />
      <div>
        <Button type="submit" variant="primary" busy={form.isBusy ? 'Guardando…' : undefined}>
          Cambiar contraseña
        </Button>
      </div>
    </form>
  )
}
