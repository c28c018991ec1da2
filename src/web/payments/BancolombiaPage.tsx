import { BANCOLOMBIA_HINT, BancolombiaFields } from './BancolombiaFields.tsx'
import { PayForm } from './PayForm.tsx'
import { usePaymentForm } from './use-paying.ts'
import { type CurrentPayment, WithSession } from './WithSession.tsx'

const TITLE = 'Paga con Botón Bancolombia'
const PHONE = 'payment.customer_data.phone_number'

/** Payment with the button of Bancolombia: the payer enters and approves on the page of the bank. */
export function BancolombiaPage() {
  return (
    <WithSession title={TITLE} method="BANCOLOMBIA_TRANSFER">
      {(current) => <Form current={current} />}
    </WithSession>
  )
}

function Form({ current }: { current: CurrentPayment }) {
  const paying = usePaymentForm(current, [PHONE], (text) => ({
    phone_number: text(PHONE),
    payment_method: { type: 'BANCOLOMBIA_TRANSFER' },
  }))
  return (
    <PayForm title={TITLE} current={current} paying={paying} testHint={BANCOLOMBIA_HINT}>
      <BancolombiaFields
        phone={current.session.customer_data.phone_number}
        phoneField={PHONE}
        error={paying.form.errors[PHONE]}
      />
    </PayForm>
  )
}
