import { parseDay } from '#domain/core/days.ts'
import { amountOf } from '#web/ui/amount.ts'

type FormValues = Readonly<Record<string, unknown>>

export const PAYMENT_FIELDS = [
  'payment.amount',
  'payment.method',
  'payment.paid_on',
  'payment.reference',
  'payment.retentions.retefuente',
  'payment.retentions.reteiva',
  'payment.retentions.reteica',
  'payment.retentions',
  'payment.invoice_ids',
  'payment.client_id',
] as const

/** The values of the payment form → the body of the call. Empty fields are absent. */
export function paymentBody(typed: FormValues, of: { client_id: string; invoice_id: string }) {
  const reference = text(typed, 'payment.reference')
  const retentions = Object.fromEntries(
    (['retefuente', 'reteiva', 'reteica'] as const).flatMap((name) => {
      const amount = amountOf(text(typed, `payment.retentions.${name}`))
      return amount === undefined ? [] : [[name, amount]]
    }),
  )
  const isWithheld = Object.keys(retentions).length > 0
  return {
    payment: {
      client_id: of.client_id,
      // A payment can consist of withholding alone: its amount of money is then zero.
      amount: amountOf(text(typed, 'payment.amount')) ?? (isWithheld ? 0 : undefined),
      method: text(typed, 'payment.method'),
      paid_on: parseDay(text(typed, 'payment.paid_on')) ?? text(typed, 'payment.paid_on'),
      invoice_ids: [of.invoice_id],
      ...(reference === '' ? {} : { reference }),
      ...(isWithheld ? { retentions } : {}),
    },
  }
}

export const creditField = (position: number): string => `amount.${position}`

/** The values of the credit note form → the body of the call: the whole remaining amount, or the amount of each line. */
export function creditBody(typed: FormValues, positions: readonly number[], isWhole: boolean) {
  const concept = text(typed, 'concept')
  if (isWhole) return { concept }
  const lines = positions.flatMap((position) => {
    const amount = amountOf(text(typed, creditField(position)))
    return amount === undefined || amount === 0 ? [] : [{ position, amount }]
  })
  return { concept, lines }
}

export const disputeBody = (typed: FormValues) => ({
  amount: amountOf(text(typed, 'amount')),
  reason: text(typed, 'reason'),
})

function text(typed: FormValues, field: string): string {
  const value = typed[field]
  return typeof value === 'string' ? value : ''
}
