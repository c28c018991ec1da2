import { paymentApi } from '#domain/payments/online-api.ts'
import { useRead } from '#web/core/queries.ts'
import { PayForm } from './PayForm.tsx'
import { PSE_FIELDS, PseFields, pseOf } from './PseFields.tsx'
import { usePaymentForm } from './use-paying.ts'
import { type CurrentPayment, WithSession } from './WithSession.tsx'

const TITLE = 'Paga con PSE'
const PHONE = 'payment.customer_data.phone_number'

/** Payment with PSE: the bank, the type of payer and the document. The payer continues on the bank's page. */
export function PsePage() {
  return (
    <WithSession title={TITLE} method="PSE">
      {(current) => <Form current={current} />}
    </WithSession>
  )
}

function Form({ current }: { current: CurrentPayment }) {
  const { session } = current
  const banks = useRead(paymentApi.banks, {})
  const paying = usePaymentForm(current, [...Object.values(PSE_FIELDS), PHONE], (text) => ({
    phone_number: text(PHONE),
    payment_method: pseOf(text),
  }))
  const method = session.payment_method
  return (
    <PayForm
      title={TITLE}
      current={current}
      paying={paying}
      testHint="El banco de prueba deja escoger cómo termina el pago."
    >
      <PseFields
        banks={banks}
        initial={{
          bank: method?.financial_institution_code ?? '',
          isCompany: method?.user_type === '1',
          documentType: method?.user_legal_id_type,
          number: method?.user_legal_id ?? session.document.number.replace(/-\d$/, ''),
          phone: session.customer_data.phone_number,
        }}
        phoneField={PHONE}
        errors={paying.form.errors}
      />
    </PayForm>
  )
}
