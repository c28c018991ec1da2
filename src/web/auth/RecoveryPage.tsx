import { Link, useNavigate } from 'react-router'
import { authApi } from '#domain/auth/api.ts'
import { paths } from '#domain/core/paths.ts'
import { useChange } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormProblem } from '#web/ui/FormProblem.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { AuthLayout } from './AuthLayout.tsx'

const FIELDS = ['email']

/** The first step of the password recovery: a code is sent to the e-mail address if it belongs to a user (AUT-04). */
export function RecoveryPage() {
  const navigate = useNavigate()
  const recovery = useChange(authApi.recovery)
  const form = useForm({
    schema: authApi.recovery.body,
    fields: FIELDS,
    submit: async (body) => {
      await recovery.mutateAsync({ body })
      await navigate(paths.otp(body.email))
    },
  })
  return (
    <AuthLayout title="Recupera tu contraseña" lead="Escribe tu correo y te enviamos un código para crear una nueva.">
      <form className="form" noValidate onSubmit={form.onSubmit}>
        <FormProblem form={form} />
        <TextField
          label="Correo"
          id="email"
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="off"
          spellCheck={false}
          error={form.errors.email}
        />
        <Button type="submit" variant="primary" size="large" busy={form.isBusy ? 'Enviando…' : undefined}>
          Enviar código
        </Button>
      </form>
      <Link to={paths.login}>Volver a iniciar sesión</Link>
    </AuthLayout>
  )
}
