import { useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { paths } from '#domain/core/paths.ts'
import { profileApi } from '#domain/profile/api.ts'
import { AuthLayout } from '#web/auth/AuthLayout.tsx'
import { LinkButton } from '#web/core/LinkButton.tsx'
import { useChange } from '#web/core/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { Alert } from '#web/ui/States.tsx'

/** The link of the email to a new address. A button confirms it, because programs that check emails also open their links. */
export function ConfirmEmailPage() {
  const params = useParams()
  const [token] = useState(params.token ?? '')
  const confirm = useChange(profileApi.confirmEmail)
  useEffect(() => window.history.replaceState(window.history.state, '', paths.login), [])
  if (confirm.isSuccess) {
    return (
      <AuthLayout title="Correo confirmado" lead="Desde ahora tus facturas y tus códigos llegan a este correo.">
        <LinkButton to={paths.dashboard} variant="primary" size="large">
          Continuar
        </LinkButton>
      </AuthLayout>
    )
  }
  return (
    <AuthLayout title="Confirma tu correo" lead="Con un clic queda como el correo de tu cuenta.">
      {confirm.isError && <Alert tone="bad">{confirm.error.message}</Alert>}
      <Button
        variant="primary"
        size="large"
        busy={confirm.isPending ? 'Confirmando…' : undefined}
        onClick={() => confirm.mutate({ body: { token } })}
      >
        Confirmar mi correo
      </Button>
    </AuthLayout>
  )
}
