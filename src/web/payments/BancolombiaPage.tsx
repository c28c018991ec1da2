import { BANCOLOMBIA_HINT, BancolombiaFields } from './BancolombiaFields.tsx'
import { CORRESPONDENT_ACTION, CORRESPONDENT_HINT, CorrespondentFields } from './CorrespondentFields.tsx'
import { PayForm } from './PayForm.tsx'
import { usePaymentForm } from './use-paying.ts'
import { type CurrentPayment, WithSession } from './WithSession.tsx'
import { WOMPI_PAGE_ACTION, WOMPI_PAGE_HINT, WompiPageFields } from './WompiPageFields.tsx'

const TITLE = 'Paga con Botón Bancolombia'
const CASH_TITLE = 'Paga en efectivo'
const WOMPI_TITLE = 'Paga en la página de Wompi'
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

/** Payment in cash at a correspondent of Bancolombia: the payer asks for a slip. */
export function CorrespondentPage() {
  return (
    <WithSession title={CASH_TITLE} method="BANCOLOMBIA_COLLECT">
      {(current) => <CashForm current={current} />}
    </WithSession>
  )
}

function CashForm({ current }: { current: CurrentPayment }) {
  const paying = usePaymentForm(current, [PHONE], (text) => ({
    phone_number: text(PHONE),
    payment_method: { type: 'BANCOLOMBIA_COLLECT' },
  }))
  return (
    <PayForm
      title={CASH_TITLE}
      current={current}
      paying={paying}
      testHint={CORRESPONDENT_HINT}
      action={CORRESPONDENT_ACTION}
    >
      <CorrespondentFields
        phone={current.session.customer_data.phone_number}
        phoneField={PHONE}
        error={paying.form.errors[PHONE]}
      />
    </PayForm>
  )
}

/** Payment on the page of Wompi, with any method of the account of the company. */
export function WompiPage() {
  return (
    <WithSession title={WOMPI_TITLE} method="WOMPI_PAGE">
      {(current) => <WompiForm current={current} />}
    </WithSession>
  )
}

function WompiForm({ current }: { current: CurrentPayment }) {
  const paying = usePaymentForm(current, [PHONE], (text) => ({
    phone_number: text(PHONE),
    payment_method: { type: 'WOMPI_PAGE' },
  }))
  return (
    <PayForm
      title={WOMPI_TITLE}
      current={current}
      paying={paying}
      testHint={WOMPI_PAGE_HINT}
      action={WOMPI_PAGE_ACTION}
    >
      <WompiPageFields
        phone={current.session.customer_data.phone_number}
        phoneField={PHONE}
        error={paying.form.errors[PHONE]}
      />
    </PayForm>
  )
}
