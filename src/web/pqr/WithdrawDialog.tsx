import * as z from 'zod/mini'
import { pqrApi } from '#domain/pqr/api.ts'
import { TEXT_MAX } from '#domain/pqr/case.ts'
import { useForm } from '#web/core/use-form.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { Alert } from '#web/ui/States.tsx'
import { TextAreaField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'

const WithdrawValues = z.object({ withdraw_reason: pqrApi.withdraw.body.shape.reason })

type Props = {
  isAppeal: boolean
  /** Whether what it claims of an invoice is not collected until it ends. */
  isClaim: boolean
  send: (reason: string | undefined) => Promise<{ message: string }>
  onClose: () => void
}

/** The withdrawal of who filed a case: what it ends is said before, because it cannot be undone. */
export function WithdrawDialog({ isAppeal, isClaim, send, onClose }: Props) {
  const form = useForm({
    schema: WithdrawValues,
    fields: ['withdraw_reason'],
    read: ({ withdraw_reason: reason }) => (reason === '' ? {} : { withdraw_reason: reason }),
    submit: async ({ withdraw_reason: reason }) => {
      const { message } = await send(reason)
      toastSuccess(message)
      onClose()
    },
  })
  const what = isAppeal ? 'recurso' : 'PQR'
  return (
    <FormDialog
      title={isAppeal ? 'Desistir del recurso' : 'Desistir de la PQR'}
      label="Desistir"
      busyLabel="Enviando…"
      tone="danger"
      form={form}
      onClose={onClose}
    >
      <Alert tone="warn">
        <p>
          {isAppeal
            ? 'El recurso termina y queda en firme la respuesta que recibiste.'
            : 'La PQR termina sin respuesta.'}{' '}
          Ya no corre un plazo para responderte y no queda nada a tu favor por silencio.
        </p>
        {isClaim && <p>Lo que reclamas de la factura se vuelve a cobrar. Te decimos hasta cuándo puedes pagarlo.</p>}
        <p>No se puede deshacer. Si cambias de opinión, puedes radicar otra vez: recibes otro número y otro plazo.</p>
      </Alert>
      <TextAreaField
        label={`Por qué desistes ${isAppeal ? `del ${what}` : `de la ${what}`}`}
        hint="Puedes dejarlo en blanco"
        {...form.field('withdraw_reason')}
        rows={3}
        maxLength={TEXT_MAX}
      />
    </FormDialog>
  )
}
