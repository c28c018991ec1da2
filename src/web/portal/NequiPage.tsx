import { TextField } from '#web/ui/TextField.tsx'
import { WithSession } from './MethodPage.tsx'
import { PayForm } from './PayForm.tsx'
import type { PaymentSession } from './payment-session.ts'
import { usePaying } from './use-paying.ts'

const PHONE = 'payment.payment_method.phone_number'

/** Paying with Nequi: its number, and the notification that comes to it. */
export function NequiPage() {
  return <WithSession>{(session) => <Form session={session} />}</WithSession>
}

function Form({ session }: { session: PaymentSession }) {
  const paying = usePaying(
    session,
    [PHONE],
    (typed) => ({ type: 'NEQUI', phone_number: typed[PHONE] }),
    (typed) => (session.customer_data.phone_number === '' ? typed[PHONE] : session.customer_data.phone_number),
  )
  return (
    <PayForm
      title="Paga con Nequi"
      session={session}
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
        defaultValue={session.customer_data.phone_number}
        error={paying.form.errors[PHONE]}
      />
    </PayForm>
  )
}
