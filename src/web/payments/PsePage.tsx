import { useState } from 'react'
import { paymentApi } from '#domain/payments/online-api.ts'
import { useRead } from '#web/core/queries.ts'
import { ErrorState } from '#web/ui/States.tsx'
import { SelectField, TextField } from '#web/ui/TextField.tsx'
import { PayForm } from './PayForm.tsx'
import type { PaymentSession } from './payment-session.ts'
import { usePaymentForm } from './use-paying.ts'
import { type CurrentPayment, WithSession } from './WithSession.tsx'

const TITLE = 'Paga con PSE'
const BANK = 'payment.payment_method.financial_institution_code'
const KIND = 'payment.payment_method.user_type'
const DOCUMENT = 'payment.payment_method.user_legal_id_type'
const NUMBER = 'payment.payment_method.user_legal_id'
const PHONE = 'payment.customer_data.phone_number'

const KINDS = [
  { value: '0', label: 'Una persona' },
  { value: '1', label: 'Una empresa' },
]
const DOCUMENTS = [
  { value: 'CC', label: 'Cédula de ciudadanía' },
  { value: 'NIT', label: 'NIT' },
]

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
  const [isCompany, setCompany] = useState(session.payment_method?.user_type === '1')
  const paying = usePaymentForm(current, [BANK, KIND, DOCUMENT, NUMBER, PHONE], (text) => ({
    phone_number: text(PHONE),
    payment_method: {
      type: 'PSE',
      financial_institution_code: text(BANK),
      user_type: text(KIND),
      user_legal_id_type: text(KIND) === '1' ? 'NIT' : text(DOCUMENT),
      user_legal_id: text(NUMBER),
    },
  }))
  const { errors } = paying.form
  return (
    <PayForm
      title={TITLE}
      current={current}
      paying={paying}
      testHint="El banco de prueba deja escoger cómo termina el pago."
    >
      <BankField chosen={session.payment_method?.financial_institution_code ?? ''} error={errors[BANK]} />
      <SelectField
        label="¿Quién paga?"
        id={KIND}
        name={KIND}
        options={KINDS}
        value={isCompany ? '1' : '0'}
        onChange={({ target }) => setCompany(target.value === '1')}
        error={errors[KIND]}
      />
      <PayerFields session={session} isCompany={isCompany} errors={errors} />
    </PayForm>
  )
}

function BankField({ chosen, error }: { chosen: string; error: string | undefined }) {
  const banks = useRead(paymentApi.banks, {})
  if (banks.error && !banks.data) {
    return <ErrorState message={banks.error.message} onRetry={() => void banks.refetch()} />
  }
  return (
    <SelectField
      // The select can show the bank that was chosen before only after the list is loaded.
      key={banks.data ? 'loaded' : 'loading'}
      defaultValue={banks.data ? chosen : ''}
      label="Tu banco"
      hint={banks.data ? undefined : 'Cargando los bancos…'}
      id={BANK}
      name={BANK}
      options={[
        { value: '', label: 'Elige tu banco' },
        ...(banks.data?.data ?? []).map(({ code, name }) => ({ value: code, label: name })),
      ]}
      error={error}
    />
  )
}

type PayerProps = { session: PaymentSession; isCompany: boolean; errors: Readonly<Record<string, string>> }

function PayerFields({ session, isCompany, errors }: PayerProps) {
  return (
    <>
      <SelectField
        label="Tipo de documento"
        id={DOCUMENT}
        name={DOCUMENT}
        options={isCompany ? DOCUMENTS.slice(1) : DOCUMENTS}
        defaultValue={session.payment_method?.user_legal_id_type}
        error={errors[DOCUMENT]}
      />
      <TextField
        label="Número de documento"
        hint="El del titular de la cuenta del banco"
        id={NUMBER}
        name={NUMBER}
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        defaultValue={session.payment_method?.user_legal_id ?? session.document.number.replace(/-\d$/, '')}
        error={errors[NUMBER]}
      />
      <TextField
        label="Celular"
        id={PHONE}
        name={PHONE}
        type="tel"
        inputMode="numeric"
        autoComplete="tel-national"
        defaultValue={session.customer_data.phone_number}
        error={errors[PHONE]}
      />
    </>
  )
}
