import { CARD_FIELDS, CARD_HINT, CardFields, installmentsOf, typedCard } from './CardFields.tsx'
import { PayForm } from './PayForm.tsx'
import { usePaymentForm } from './use-paying.ts'
import { type CurrentPayment, WithSession } from './WithSession.tsx'

const TITLE = 'Paga con tarjeta'
const PHONE = 'payment.customer_data.phone_number'

/** Payment with a card: the browser gives its data to the provider, and the server its token. */
export function CardPage() {
  return (
    <WithSession title={TITLE} method="CARD">
      {(current) => <Form current={current} />}
    </WithSession>
  )
}

function Form({ current }: { current: CurrentPayment }) {
  const paying = usePaymentForm(
    current,
    [...CARD_FIELDS, PHONE],
    (text) => ({
      phone_number: text(PHONE),
      payment_method: { type: 'CARD', installments: installmentsOf(text) },
    }),
    typedCard,
  )
  return (
    <PayForm title={TITLE} current={current} paying={paying} testHint={CARD_HINT}>
      <CardFields phone={current.session.customer_data.phone_number} phoneField={PHONE} errors={paying.form.errors} />
    </PayForm>
  )
}
