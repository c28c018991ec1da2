import { TextField } from '#web/ui/TextField.tsx'
import { PayForm } from './PayForm.tsx'
import { phoneForNequi } from './payment-body.ts'
import { usePaymentForm } from './use-paying.ts'
import { type CurrentPayment, WithSession } from './WithSession.tsx'

const TITLE = 'Paga con Nequi'
const PHONE = 'payment.payment_method.phone_number'

/** Payment with Nequi: the phone number that receives the push notification. */
export function NequiPage() {
  return (
    <WithSession title={TITLE} method="NEQUI">
      {(current) => <Form current={current} />}
    </WithSession>
  )
}

function Form({ current }: { current: CurrentPayment }) {
  const { session } = current
  const paying = usePaymentForm(current, [PHONE], (text) => ({
    phone_number: phoneForNequi(session, text(PHONE)),
    payment_method: { type: 'NEQUI', phone_number: text(PHONE) },
  }))
  return (
    <PayForm
      title={TITLE}
      current={current}
      paying={paying}
      testHint="El celular 3991111111 aprueba y el 3992222222 rechaza."
    >
      <TextField
        label="Celular de tu cuenta Nequi"
        hint="Recibirás una notificación en tu app Nequi para aprobar el pago."
        id={PHONE}
        name={PHONE}
        type="tel"
        inputMode="numeric"
        autoComplete="tel-national"
        defaultValue={session.payment_method?.phone_number || session.customer_data.phone_number}
        error={paying.form.errors[PHONE]}
      />
    </PayForm>
  )
}
