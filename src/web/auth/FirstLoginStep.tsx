import { useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { authApi } from '#domain/auth/api.ts'
import { paths } from '#domain/core/paths.ts'
import type { SignedInUser } from '#domain/core/signed-in-user.ts'
import { useChange } from '#web/core/queries.ts'
import { session, useSession } from '#web/core/session.ts'
import { useForm } from '#web/core/use-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormProblem } from '#web/ui/FormProblem.tsx'
import { Card, Page } from '#web/ui/Page.tsx'
import { CheckboxField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { NewPasswordField } from './NewPasswordField.tsx'
import './auth.css'

const FIELDS = ['new_password', 'accept_data_policy']
const { new_password: NewPassword } = authApi.changePassword.body.shape
const Accepted = z.literal(true, { error: 'Acepta el tratamiento de tus datos para continuar' })

/** The screen of the first login (SHL-12), before any other: a new password and, for clients, the data policy. */
export function FirstLoginStep() {
  const { user } = useSession()
  return user === null ? null : <Step user={user} />
}

function Step({ user }: { user: SignedInUser }) {
  const { role, needs_new_password: needs = true } = user.metadata
  const accepts = role === 'client'
  const navigate = useNavigate()
  const finish = useChange(authApi.firstLogin)
  const form = useForm({
    schema: z.object({
      new_password: needs ? NewPassword : z.optional(NewPassword),
      accept_data_policy: accepts ? Accepted : z.optional(Accepted),
    }),
    fields: FIELDS,
    submit: async (body) => {
      const { data, message } = await finish.mutateAsync({ body })
      session.setAuth(data.user, data.token)
      toastSuccess(message)
      await navigate(paths.dashboard, { replace: true })
    },
  })
  return (
    <Page
      title={needs ? 'Crea tu contraseña' : 'Un paso antes de empezar'}
      subtitle={`Te damos la bienvenida a ${user.company.name}`}
    >
      <Card className="narrow-card">
        <form className="form" noValidate onSubmit={form.onSubmit}>
          <FormProblem form={form} />
          {needs && <NewPasswordField id="new_password" role={role} error={form.errors.new_password} />}
          {accepts && <AcceptPolicy company={user.company.name} error={form.errors.accept_data_policy} />}
          <Button type="submit" variant="primary" size="large" busy={form.isBusy ? 'Guardando…' : undefined}>
            Empezar
          </Button>
        </form>
      </Card>
    </Page>
  )
}

const AcceptPolicy = ({ company, error }: { company: string; error: string | undefined }) => (
  <CheckboxField
    id="accept_data_policy"
    name="accept_data_policy"
    error={error}
    label={
      <>
        Leí la{' '}
        <a href="/privacy" target="_blank" rel="noreferrer">
          Política de Privacidad
        </a>{' '}
        y autorizo a {company} a tratar mis datos personales para prestarme el servicio.
      </>
    }
  />
)
