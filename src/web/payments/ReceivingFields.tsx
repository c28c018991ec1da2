import { useState } from 'react'
import { type Day, dayOf } from '#domain/core/days.ts'
import { MANUAL_METHODS, METHOD_LABELS } from '#domain/payments/payment.ts'
import { DayField } from '#web/ui/DayField.tsx'
import { SelectField, TextField } from '#web/ui/TextField.tsx'
import type { PaymentFormFields } from './use-payment-parts.ts'
import { useReceivingAccounts } from './use-receiving-accounts.ts'

const METHODS = MANUAL_METHODS.map((value) => ({ value, label: METHOD_LABELS[value] }))

/** How, when and where the money of a payment at the desk was received. */
export function ReceivingFields({ field }: Pick<PaymentFormFields, 'field'>) {
  const [paidOn, setPaidOn] = useState<Day | null>(() => dayOf(new Date()))
  const accounts = useReceivingAccounts()
  return (
    <>
      <div className="form__pair">
        <SelectField label="Cómo pagó" {...field('payment.method')} options={METHODS} />
        <DayField label="Fecha del pago" {...field('payment.paid_on')} value={paidOn} onChange={setPaidOn} />
      </div>
      {accounts.length > 0 && (
        <SelectField
          label="A dónde entró el dinero"
          {...field('payment.account_id')}
          options={[{ value: '', label: 'La cuenta de ese medio de pago' }, ...accounts]}
        />
      )}
      <TextField
        label="Referencia (opcional)"
        hint="El número de la consignación o de la transferencia"
        {...field('payment.reference')}
        maxLength={80}
        autoComplete="off"
      />
    </>
  )
}
