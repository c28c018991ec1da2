import { useState } from 'react'
import { Link, Navigate, useLocation } from 'react-router'
import { type AccountChoice, authApi } from '#domain/auth/api.ts'
import { waitLabel } from '#domain/auth/limits.ts'
import { paths } from '#domain/core/paths.ts'
import type { Role } from '#domain/core/roles.ts'
import { isFailure } from '#web/core/failure.ts'
import { originOf } from '#web/core/origin.ts'
import { useChange } from '#web/core/queries.ts'
import { session, useSession } from '#web/core/session.ts'
import { useForm } from '#web/core/use-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormProblem } from '#web/ui/FormProblem.tsx'
import { Alert } from '#web/ui/States.tsx'
import { PasswordField, TextField } from '#web/ui/TextField.tsx'
import { AccountChoices } from './AccountChoices.tsx'
import { AuthLayout } from './AuthLayout.tsx'
import { DemoAccounts } from './DemoAccounts.tsx'
import { type LoginBody, LoginCodeStep } from './LoginCodeStep.tsx'
import { useCountdown } from './use-countdown.ts'

const FIELDS = ['username', 'password']

/** The login. A signed-in user is redirected to the requested address if the role may open it, or to the dashboard. */
export function LoginPage({ canOpen }: { canOpen: (role: Role, path: string) => boolean }) {
  const { user } = useSession()
  const origin = originOf(useLocation().state)
  if (user !== null) {
    return <Navigate to={origin !== null && canOpen(user.metadata.role, origin) ? origin : paths.dashboard} replace />
  }
  return <LoginSteps />
}

/** What was typed, while the person chooses one of the accounts that have it. */
type Choice = { body: { username: string; password: string }; accounts: readonly AccountChoice[] }

function LoginSteps() {
  const [choice, setChoice] = useState<Choice | null>(null)
  const [coded, setCoded] = useState<LoginBody | null>(null)
  const cancel = (): void => {
    setChoice(null)
    setCoded(null)
  }
  if (coded !== null) return <LoginCodeStep body={coded} onCancel={cancel} />
  if (choice !== null) return <ChoiceStep choice={choice} onCode={setCoded} onCancel={cancel} />
  return (
    <AuthLayout title="Inicia sesión" lead="Con tu usuario o tu correo">
      <LoginForm onChoice={setChoice} onCode={setCoded} />
    </AuthLayout>
  )
}

type ChoiceProps = { choice: Choice; onCode: (body: LoginBody) => void; onCancel: () => void }

function ChoiceStep({ choice, onCode, onCancel }: ChoiceProps) {
  const login = useChange(authApi.login)
  const choose = (account: string): void =>
    login.mutate(
      { body: { ...choice.body, account } },
      {
        onSuccess: ({ data }) => 'token' in data && session.setAuth(data.user, data.token),
        onError: (error) => asksForCode(error) && onCode({ ...choice.body, account }),
      },
    )
  return (
    <AuthLayout title="Elige tu cuenta" lead="Tus datos sirven en varias cuentas. ¿A cuál quieres entrar?">
      {login.isError && <Alert tone="bad">{login.error.message}</Alert>}
      <AccountChoices accounts={choice.accounts} isBusy={login.isPending} onChoose={choose} onCancel={onCancel} />
    </AuthLayout>
  )
}

/** The answer to the right password of a person with a second factor. */
const asksForCode = (error: unknown): boolean => isFailure(error) && error.code === 'TOTP_REQUIRED'

type FormProps = { onChoice: (choice: Choice) => void; onCode: (body: LoginBody) => void }

function LoginForm({ onChoice, onCode }: FormProps) {
  const [typed, setTyped] = useState({ username: '', password: '' })
  const [waitS, startWait] = useCountdown()
  const login = useChange(authApi.login)
  const form = useForm({
    schema: authApi.login.body,
    fields: FIELDS,
    submit: async (body) => {
      try {
        const { data } = await login.mutateAsync({ body })
        if ('accounts' in data) onChoice({ body, accounts: data.accounts })
        else session.setAuth(data.user, data.token)
      } catch (error) {
        if (asksForCode(error)) return onCode(body)
        if (isFailure(error) && error.status === 429) startWait(error.retryAfterS ?? 1)
        throw error
      }
    },
  })
  const isWaiting = waitS > 0
  return (
    <>
      <form className="form" noValidate onSubmit={form.onSubmit}>
        {(isWaiting || form.failure?.status !== 429) && <FormProblem form={form} />}
        <TextField
          label="Correo o usuario"
          id="username"
          name="username"
          autoComplete="username"
          autoCapitalize="off"
          spellCheck={false}
          value={typed.username}
          onChange={(event) => setTyped({ ...typed, username: event.target.value })}
          error={form.errors.username}
        />
        <div className="auth__password">
          <PasswordField
            label="Contraseña"
            id="password"
            name="password"
            autoComplete="current-password"
            value={typed.password}
            onChange={(event) => setTyped({ ...typed, password: event.target.value })}
            error={form.errors.password}
          />
          <Link to={paths.recovery}>¿Olvidaste tu contraseña?</Link>
        </div>
        <SubmitButton isBusy={form.isBusy} waitS={waitS} />
      </form>
      <DemoAccounts onChoose={(username, password) => setTyped({ username, password })} />
    </>
  )
}

const SubmitButton = ({ isBusy, waitS }: { isBusy: boolean; waitS: number }) => (
  <Button
    type="submit"
    variant="primary"
    size="large"
    busy={isBusy ? 'Ingresando…' : undefined}
    disabledReason={waitS > 0 ? `Espera ${waitLabel(waitS)} para intentar de nuevo` : undefined}
  >
    {waitS > 0 ? `Espera ${waitLabel(waitS)}` : 'Ingresar'}
  </Button>
)
