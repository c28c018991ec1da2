import { useState } from 'react'
import { twoFactorApi } from '#domain/auth/two-factor-api.ts'
import { ReadState } from '#web/core/Query.tsx'
import { useChange, useRead } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { Card } from '#web/ui/Page.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { TotpField } from './TotpField.tsx'
import { rememberTwoFactor, TwoFactorSetup } from './TwoFactorSetup.tsx'
import './auth.css'

/** The second factor in the profile: its state, and the actions that change it. */
export function TwoFactorCard() {
  const [open, setOpen] = useState<'setup' | 'disable' | null>(null)
  const read = useRead(twoFactorApi.twoFactor, {})
  const state = read.data?.data
  const close = (): void => setOpen(null)
  return (
    <Card
      title="Verificación en dos pasos"
      actions={
        state && (
          <div className="two-factor__actions">
            <Button onClick={() => setOpen('setup')}>{state.is_on ? 'Configurar de nuevo' : 'Activar'}</Button>
            {state.is_on && !state.is_required && <Button onClick={() => setOpen('disable')}>Desactivar</Button>}
          </div>
        )
      }
    >
      {!state && <ReadState of={read} lines={1} height={40} />}
      {state && (
        <p className="facts__who">
          {state.is_on ? <Badge tone="good">Activa</Badge> : <Badge tone="quiet">Desactivada</Badge>}{' '}
          {state.is_on
            ? `${codesLabel(state.codes_left)}. Si cambias de celular o necesitas más, configúrala de nuevo.`
            : 'Con ella, quien sepa tu contraseña no puede entrar sin tu celular.'}
        </p>
      )}
      {open === 'setup' && (
        <Dialog title="Configura la verificación en dos pasos" onClose={close}>
          <TwoFactorSetup onDone={close} />
        </Dialog>
      )}
      {open === 'disable' && <DisableDialog onClose={close} />}
    </Card>
  )
}

const codesLabel = (left: number): string =>
  left === 1 ? 'Te queda 1 código de recuperación' : `Te quedan ${left} códigos de recuperación`

function DisableDialog({ onClose }: { onClose: () => void }) {
  const disable = useChange(twoFactorApi.disableTwoFactor, { invalidate: [twoFactorApi.twoFactor] })
  const form = useForm({
    schema: twoFactorApi.disableTwoFactor.body,
    fields: ['totp'],
    submit: async (body) => {
      const { message } = await disable.mutateAsync({ body })
      rememberTwoFactor(false)
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog
      title="Desactivar la verificación en dos pasos"
      label="Desactivar"
      busyLabel="Desactivando…"
      tone="danger"
      form={form}
      onClose={onClose}
    >
      <p>Para entrar bastará tu contraseña.</p>
      <TotpField error={form.errors.totp} />
    </FormDialog>
  )
}
