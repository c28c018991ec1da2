import { useState } from 'react'
import { openSessionsApi } from '#domain/auth/open-sessions-api.ts'
import { type TwoFactorKey, twoFactorApi } from '#domain/auth/two-factor-api.ts'
import { useChange } from '#web/core/queries.ts'
import { session } from '#web/core/session.ts'
import { toastFailure } from '#web/core/toast-failure.ts'
import { useForm } from '#web/core/use-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormProblem } from '#web/ui/FormProblem.tsx'
import { Alert } from '#web/ui/States.tsx'
import { OtpField } from '#web/ui/TextField.tsx'
import { toastError, toastSuccess } from '#web/ui/Toasts.tsx'
import './auth.css'

type Props = { onCodes?: () => void; onDone: () => void }

/** Sets the second factor up: the key for the application, a code that confirms it, and the recovery codes, which are shown once. */
export function TwoFactorSetup({ onCodes, onDone }: Props) {
  const [key, setKey] = useState<TwoFactorKey | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes !== null) return <RecoveryCodes codes={codes} onDone={onDone} />
  if (key === null) return <Beginning onKey={setKey} />
  return (
    <ConfirmForm
      twoFactorKey={key}
      onConfirmed={(received) => {
        onCodes?.()
        setCodes(received)
        rememberTwoFactor(true)
      }}
    />
  )
}

/** The stored user follows at once: the screens ask for the code, or no longer for the setup. */
export function rememberTwoFactor(isOn: boolean): void {
  const { user, token } = session.get()
  if (user === null || token === null) return
  const { needs_two_factor: needs = false, ...metadata } = user.metadata
  session.setAuth({ ...user, metadata: { ...metadata, has_two_factor: isOn, needs_two_factor: needs && !isOn } }, token)
}

function Beginning({ onKey }: { onKey: (key: TwoFactorKey) => void }) {
  const enrol = useChange(twoFactorApi.enrolTwoFactor, { invalidate: [] })
  const begin = (): void => {
    enrol.mutateAsync({}).then(
      ({ data }) => onKey(data),
      (error: unknown) => toastFailure(error, 'No pudimos preparar la clave'),
    )
  }
  return (
    <div className="two-factor">
      <p>
        Además de tu contraseña te pediremos un código de 6 números que cambia cada 30 segundos. Lo muestra una
        aplicación de tu celular, como Google Authenticator, Microsoft Authenticator o la de tus contraseñas.
      </p>
      <Button variant="primary" busy={enrol.isPending ? 'Preparando…' : undefined} onClick={begin}>
        Configurar mi aplicación
      </Button>
    </div>
  )
}

type ConfirmProps = { twoFactorKey: TwoFactorKey; onConfirmed: (codes: readonly string[]) => void }

function ConfirmForm({ twoFactorKey: { secret, uri, qr }, onConfirmed }: ConfirmProps) {
  const confirm = useChange(twoFactorApi.confirmTwoFactor, {
    invalidate: [twoFactorApi.twoFactor, openSessionsApi.sessions],
  })
  const form = useForm({
    schema: twoFactorApi.confirmTwoFactor.body,
    fields: ['totp'],
    submit: async (body) => onConfirmed((await confirm.mutateAsync({ body })).data.recovery_codes),
  })
  return (
    <form className="form two-factor" noValidate onSubmit={form.onSubmit}>
      <FormProblem form={form} />
      <p>1. Escanea este código con tu aplicación, o escribe en ella la clave.</p>
      <svg
        className="two-factor__qr"
        viewBox={`-4 -4 ${qr.size + 8} ${qr.size + 8}`}
        role="img"
        aria-label="Código QR para tu aplicación de verificación"
      >
        <path d={`M-4-4h${qr.size + 8}v${qr.size + 8}h-${qr.size + 8}z`} fill="#ffffff" />
        <path d={qr.path} fill="#000000" />
      </svg>
      <p>
        Clave: <code className="two-factor__secret">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <p>
        <a href={uri}>Abrir la aplicación en este celular</a>
      </p>
      <OtpField label="2. Escribe el código que muestra" {...form.field('totp')} />
      <Button type="submit" variant="primary" busy={form.isBusy ? 'Comprobando…' : undefined}>
        Activar
      </Button>
    </form>
  )
}

function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const copy = (): void =>
    void navigator.clipboard.writeText(codes.join('\n')).then(
      () => toastSuccess('Copiamos los códigos'),
      () => toastError('No pudimos copiarlos. Selecciónalos y cópialos tú.'),
    )
  return (
    <div className="two-factor">
      <Alert tone="good">Activaste la verificación en dos pasos.</Alert>
      <p>
        Guarda estos códigos de recuperación en un lugar seguro. Si pierdes tu celular, cada uno te deja entrar una vez.
        No los volvemos a mostrar.
      </p>
      <ul className="two-factor__codes" aria-label="Códigos de recuperación">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="two-factor__actions">
        <Button onClick={copy}>Copiar códigos</Button>
        <Button variant="primary" onClick={onDone}>
          Ya los guardé
        </Button>
      </div>
    </div>
  )
}
