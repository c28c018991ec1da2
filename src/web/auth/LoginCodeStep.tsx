import { authApi } from '#domain/auth/api.ts'
import { useChange } from '#web/core/queries.ts'
import { session } from '#web/core/session.ts'
import { useForm } from '#web/core/use-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormProblem } from '#web/ui/FormProblem.tsx'
import { AuthLayout } from './AuthLayout.tsx'
import { TotpField } from './TotpField.tsx'

/** The login of a person with a second factor, after the right password. */
export type LoginBody = { username: string; password: string; account?: string }

const FIELDS = ['totp']

/** The second step of a login: the code. */
export function LoginCodeStep({ body, onCancel }: { body: LoginBody; onCancel: () => void }) {
  const login = useChange(authApi.login)
  const form = useForm({
    schema: authApi.login.body,
    fields: FIELDS,
    read: ({ totp }) => ({ ...body, totp }),
    submit: async (whole) => {
      const { data } = await login.mutateAsync({ body: whole })
      if ('token' in data) session.setAuth(data.user, data.token)
    },
  })
  return (
    <AuthLayout title="Escribe tu código" lead="Tu cuenta tiene verificación en dos pasos.">
      <form className="form" noValidate onSubmit={form.onSubmit}>
        <FormProblem form={form} />
        <TotpField error={form.errors.totp} />
        <Button type="submit" variant="primary" size="large" busy={form.isBusy ? 'Ingresando…' : undefined}>
          Ingresar
        </Button>
      </form>
      <Button variant="link" className="auth__resend" onClick={onCancel}>
        Entrar con otro usuario
      </Button>
    </AuthLayout>
  )
}
