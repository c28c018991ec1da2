import { useState } from 'react'
import { type Day, dayOf, parseDay } from '#domain/core/days.ts'
import { pesosLabel, sum, toPesos } from '#domain/core/money.ts'
import type { CreditAccount } from '#domain/payments/credit.ts'
import { creditApi } from '#domain/payments/credit-api.ts'
import { MANUAL_METHODS, METHOD_LABELS } from '#domain/payments/payment.ts'
import { useChange } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { amountOf } from '#web/ui/amount.ts'
import { DayField } from '#web/ui/DayField.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { MoneyField } from '#web/ui/MoneyField.tsx'
import { SelectField, TextField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { TurnNotice } from './TurnNotice.tsx'
import { useReceivingAccounts } from './use-receiving-accounts.ts'

const METHODS = MANUAL_METHODS.map((value) => ({ value, label: METHOD_LABELS[value] }))
const FIELDS = [
  'refund.amount',
  'refund.method',
  'refund.paid_on',
  'refund.reference',
  'refund.account_id',
  'refund.reason',
] as const

/** Returns credit in favour to the client in money, with a recent password. */
export function RefundDialog({ account, onClose }: { account: CreditAccount; onClose: () => void }) {
  const { client, credit } = account
  const owed = sum(account.owed.map(({ amount }) => amount))
  const refund = useChange(creditApi.refund)
  const [key] = useState(() => crypto.randomUUID())
  const [paidOn, setPaidOn] = useState<Day | null>(() => dayOf(new Date()))
  const accounts = useReceivingAccounts()
  const form = useForm({
    schema: creditApi.refund.body,
    read: refundBody,
    fields: [...FIELDS],
    submit: async (body) => {
      const { message } = await refund.mutateAsync({ params: { client_id: client.id }, body, idempotencyKey: key })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog
      title={`Devolver saldo a ${client.name}`}
      label="Registrar devolución"
      busyLabel="Registrando…"
      form={form}
      onClose={onClose}
    >
      <TurnNotice />
      <p>
        Tiene {pesosLabel(credit)} a favor
        {owed > 0 ? `, de los que hay que devolverle ${pesosLabel(owed)} de un contrato sin efecto` : ''}. Una
        devolución no se reversa: si el dinero vuelve, regístralo como pago.
      </p>
      <MoneyField
        label="Cuánto se devuelve"
        {...form.field('refund.amount')}
        initial={toPesos(owed > 0 ? owed : credit)}
      />
      <div className="form__pair">
        <SelectField label="Cómo se devuelve" {...form.field('refund.method')} options={METHODS} />
        <DayField label="Fecha" {...form.field('refund.paid_on')} value={paidOn} onChange={setPaidOn} />
      </div>
      {accounts.length > 0 && (
        <SelectField
          label="De dónde sale el dinero"
          {...form.field('refund.account_id')}
          options={[{ value: '', label: 'La cuenta de ese medio de pago' }, ...accounts]}
        />
      )}
      <TextField label="Referencia (opcional)" {...form.field('refund.reference')} maxLength={80} autoComplete="off" />
      <TextField label="Motivo" {...form.field('refund.reason')} maxLength={200} />
    </FormDialog>
  )
}

function refundBody(typed: Readonly<Record<string, unknown>>) {
  const text = (name: string): string => {
    const value = typed[`refund.${name}`]
    return typeof value === 'string' ? value : ''
  }
  const reference = text('reference')
  const account = text('account_id')
  return {
    refund: {
      amount: amountOf(text('amount')),
      method: text('method'),
      paid_on: parseDay(text('paid_on')) ?? text('paid_on'),
      reason: text('reason'),
      ...(reference === '' ? {} : { reference }),
      ...(account === '' ? {} : { account_id: account }),
    },
  }
}
