import { parseDay } from '#domain/core/days.ts'
import { amountOf } from '#web/ui/amount.ts'

type Typed = Readonly<Record<string, unknown>>

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

/** What the payment form says → the body of the call. What is left empty is absent. */
export function paymentBody(typed: Typed, of: { client_id: string; invoice_id: string }) {
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
      // A payment that is all withholding brings no money.
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

/** What the credit note form says → the body of the call: everything that is left, or what was written on each line. */
export function creditBody(typed: Typed, positions: readonly number[], isWhole: boolean) {
  const concept = text(typed, 'concept')
  if (isWhole) return { concept }
  const lines = positions.flatMap((position) => {
    const amount = amountOf(text(typed, creditField(position)))
    return amount === undefined || amount === 0 ? [] : [{ position, amount }]
  })
  return { concept, lines }
}

export const disputeBody = (typed: Typed) => ({
  amount: amountOf(text(typed, 'amount')),
  reason: text(typed, 'reason'),
})

function text(typed: Typed, field: string): string {
  const value = typed[field]
  return typeof value === 'string' ? value : ''
}
