import { useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { OtpField, TextField } from '#web/ui/TextField.tsx'

/** The code of the second factor: of the application, or a recovery code for who does not have the telephone. */
export function TotpField({ error }: { error: string | undefined }) {
  const [isRecovery, setRecovery] = useState(false)
  return (
    <div className="totp">
      {isRecovery ? (
        <TextField
          key="recovery"
          label="Código de recuperación"
          hint="Uno de los diez que guardaste. Cada uno sirve una vez."
          id="totp"
          name="totp"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={20}
          error={error}
        />
      ) : (
        <OtpField
          key="app"
          label="Código de verificación"
          hint="Los 6 números que muestra tu aplicación."
          id="totp"
          name="totp"
          error={error}
        />
      )}
      <Button variant="link" className="auth__resend" onClick={() => setRecovery(!isRecovery)}>
        {isRecovery ? 'Usar el código de la aplicación' : 'No tengo mi celular: usar un código de recuperación'}
      </Button>
    </div>
  )
}
