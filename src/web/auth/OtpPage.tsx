import { Link, useNavigate, useParams } from 'react-router'
import * as z from 'zod/mini'
import { authApi } from '#domain/auth/api.ts'
import { CODE_MINUTES } from '#domain/auth/limits.ts'
import { paths } from '#domain/core/paths.ts'
import { useChange } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormProblem } from '#web/ui/FormProblem.tsx'
import { Alert } from '#web/ui/States.tsx'
import { OtpField } from '#web/ui/TextField.tsx'
import { AuthLayout } from './AuthLayout.tsx'
import { useCountdown } from './use-countdown.ts'

const RESEND_S = 60
const FIELDS = ['otp']
/** Spaces and hyphens in a typed code are removed. */
const OtpForm = z.object({
  otp: z.pipe(
    z.pipe(
      z.string(),
      z.transform((text: string) => text.replace(/[\s-]/g, '')),
    ),
    authApi.validateOtp.body.shape.otp,
  ),
})

/** The code of the e-mail, exchanged here for a token to set a new password. */
export function OtpPage() {
  const { email = '' } = useParams()
  const navigate = useNavigate()
  const validate = useChange(authApi.validateOtp)
  const form = useForm({
    schema: OtpForm,
    fields: FIELDS,
    submit: async ({ otp }) => {
      const { data } = await validate.mutateAsync({ body: { email, otp } })
      await navigate(paths.newPassword(data.token), { replace: true })
    },
  })
  return (
    <AuthLayout
      title="Escribe el código"
      lead={`Si ${maskedEmail(email)} está registrado, te enviamos un código de 6 números. Vence en ${CODE_MINUTES} minutos.`}
    >
      <form className="form" noValidate onSubmit={form.onSubmit}>
        <FormProblem form={form} />
        <OtpField label="Código" id="otp" name="otp" error={form.errors.otp} />
        <Button type="submit" variant="primary" size="large" busy={form.isBusy ? 'Comprobando…' : undefined}>
          Continuar
        </Button>
      </form>
      <Resend email={email} />
      <Link to={paths.recovery}>Cambiar correo</Link>
    </AuthLayout>
  )
}

/** 'cl•••@andina.test': enough for its owner to know it, too little for who looks over the shoulder. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  if (at < 1) return '•••'
  return `${email.slice(0, Math.min(2, at - 1))}•••${email.slice(at)}`
}

function Resend({ email }: { email: string }) {
  const [secondsLeft, startWait] = useCountdown(RESEND_S)
  const recovery = useChange(authApi.recovery)
  if (secondsLeft > 0) return <p className="auth__lead">Podrás pedir otro código en {secondsLeft} s.</p>
  return (
    <>
      {recovery.isError && <Alert tone="bad">{recovery.error.message}</Alert>}
      <Button
        variant="link"
        className="auth__resend"
        busy={recovery.isPending ? 'Enviando…' : undefined}
        onClick={() => recovery.mutate({ body: { email } }, { onSuccess: () => startWait(RESEND_S) })}
      >
        Enviar otro código
      </Button>
    </>
  )
}
