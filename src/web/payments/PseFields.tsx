import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { Bank } from '#domain/payments/online.ts'
import type { Failure } from '#web/core/failure.ts'
import { ErrorState } from '#web/ui/States.tsx'
import { SelectField, TextField } from '#web/ui/TextField.tsx'
import { PayerPhoneField } from './PayerPhoneField.tsx'

/** The names of the controls, which are the fields of the body. */
export const PSE_FIELDS = {
  bank: 'payment.payment_method.financial_institution_code',
  kind: 'payment.payment_method.user_type',
  document: 'payment.payment_method.user_legal_id_type',
  number: 'payment.payment_method.user_legal_id',
} as const

const KINDS = [
  { value: '0', label: 'Una persona' },
  { value: '1', label: 'Una empresa' },
]
const DOCUMENTS = [
  { value: 'CC', label: 'Cédula de ciudadanía' },
  { value: 'NIT', label: 'NIT' },
]

type Values = { bank: string; isCompany: boolean; documentType: string | undefined; number: string; phone: string }
type Props = {
  banks: UseQueryResult<{ data: Bank[] }, Failure>
  initial: Values
  /** The name of the control of the phone. */
  phoneField: string
  errors: Readonly<Record<string, string>>
}

/** The fields of PSE: the bank, the kind of payer, the document of the holder of the account, and the phone. */
export function PseFields({ banks, initial, phoneField, errors }: Props) {
  const [isCompany, setCompany] = useState(initial.isCompany)
  return (
    <>
      <BankField banks={banks} chosen={initial.bank} error={errors[PSE_FIELDS.bank]} />
      <SelectField
        label="¿Quién paga?"
        id={PSE_FIELDS.kind}
        name={PSE_FIELDS.kind}
        options={KINDS}
        value={isCompany ? '1' : '0'}
        onChange={({ target }) => setCompany(target.value === '1')}
        error={errors[PSE_FIELDS.kind]}
      />
      <SelectField
        label="Tipo de documento"
        id={PSE_FIELDS.document}
        name={PSE_FIELDS.document}
        options={isCompany ? DOCUMENTS.slice(1) : DOCUMENTS}
        defaultValue={initial.documentType}
        error={errors[PSE_FIELDS.document]}
      />
      <TextField
        label="Número de documento"
        hint="El del titular de la cuenta del banco"
        id={PSE_FIELDS.number}
        name={PSE_FIELDS.number}
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        defaultValue={initial.number}
        error={errors[PSE_FIELDS.number]}
      />
      <PayerPhoneField phone={initial.phone} phoneField={phoneField} error={errors[phoneField]} />
    </>
  )
}

function BankField({ banks, chosen, error }: Pick<Props, 'banks'> & { chosen: string; error: string | undefined }) {
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
      id={PSE_FIELDS.bank}
      name={PSE_FIELDS.bank}
      options={[
        { value: '', label: 'Elige tu banco' },
        ...(banks.data?.data ?? []).map(({ code, name }) => ({ value: code, label: name })),
      ]}
      error={error}
    />
  )
}

/** The method of a body of PSE, from its controls. A company pays with its NIT. */
export const pseOf = (text: (name: string) => string) => ({
  type: 'PSE' as const,
  financial_institution_code: text(PSE_FIELDS.bank),
  user_type: text(PSE_FIELDS.kind),
  user_legal_id_type: text(PSE_FIELDS.kind) === '1' ? 'NIT' : text(PSE_FIELDS.document),
  user_legal_id: text(PSE_FIELDS.number),
})
