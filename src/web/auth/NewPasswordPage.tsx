import { useEffect, useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import * as z from 'zod/mini'
import { authApi } from '#domain/auth/api.ts'
import { paths } from '#domain/core/paths.ts'
import type { Role } from '#domain/core/roles.ts'
import { LinkButton } from '#web/core/LinkButton.tsx'
import { useChange } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormProblem } from '#web/ui/FormProblem.tsx'
import { AuthLayout } from './AuthLayout.tsx'
import { NewPasswordField } from './NewPasswordField.tsx'

const FIELDS = ['password']
const PasswordForm = z.object({ password: authApi.resetPassword.body.shape.password })

/**
 * A new password after a code or an invitation. The token is read once and removed from the address, so that it is in no
 * history and in no screenshot.
 */
export function NewPasswordPage() {
  const params = useParams()
  const [search] = useSearchParams()
  const [token] = useState(params.token ?? '')
  const [role] = useState(roleOf(search.get('invited')))
  const reset = useChange(authApi.resetPassword)
  useEffect(() => window.history.replaceState(window.history.state, '', paths.recovery), [])
  const form = useForm({
    schema: PasswordForm,
    fields: FIELDS,
    submit: async ({ password }) => void (await reset.mutateAsync({ body: { token, password } })),
  })
  if (reset.isSuccess) return <PasswordSaved message={reset.data.message} />
  return (
    <AuthLayout title="Crea tu contraseña" lead="Con ella vas a entrar de ahora en adelante.">
      <form className="form" noValidate onSubmit={form.onSubmit}>
        <FormProblem form={form}>
          <Link to={paths.recovery}>Pedir un código nuevo</Link>
        </FormProblem>
        <NewPasswordField id="password" role={role} error={form.errors.password} />
        <Button type="submit" variant="primary" size="large" busy={form.isBusy ? 'Guardando…' : undefined}>
          Guardar contraseña
        </Button>
      </form>
    </AuthLayout>
  )
}

/** For the rules of the password, which are those of a client or of any role of the company. */
const roleOf = (invited: string | null): Role | undefined =>
  invited === 'staff' ? 'admin' : invited === 'client' ? 'client' : undefined

const PasswordSaved = ({ message }: { message: string }) => (
  <AuthLayout title="Contraseña lista" lead={message}>
    <LinkButton to={paths.login} variant="primary" size="large">
      Iniciar sesión
    </LinkButton>
  </AuthLayout>
)
