import { parseDay } from '#domain/core/days.ts'
import { amountOf } from '#web/ui/amount.ts'

type FormValues = Readonly<Record<string, unknown>>

export const PAYMENT_FIELDS = [
  'payment.amount',
  'payment.method',
  'payment.paid_on',
  'payment.reference',
  'payment.account_id',
  'payment.retentions.retefuente',
  'payment.retentions.reteiva',
  'payment.retentions.reteica',
  'payment.retentions',
  'payment.parts',
  'payment.client_id',
] as const

/** The name of the amount for an invoice, in the payment form. */
export const partField = (index: number): string => `payment.parts.${index}.amount`

/**
 * The values of the payment form → the body of the call. Empty fields are absent. `chosen`: the invoices that it pays, each with its
 * amount in the form; null for the oldest first.
 */
export function paymentBody(
  typed: FormValues,
  { client_id, chosen }: { client_id: string; chosen: readonly { id: string }[] | null },
) {
  const reference = text(typed, 'payment.reference')
  const account = text(typed, 'payment.account_id')
  const retentions = Object.fromEntries(
    (['retefuente', 'reteiva', 'reteica'] as const).flatMap((name) => {
      const amount = amountOf(text(typed, `payment.retentions.${name}`))
      return amount === undefined ? [] : [[name, amount]]
    }),
  )
  const isWithheld = Object.keys(retentions).length > 0
  return {
    payment: {
      client_id,
      // A payment can consist of withholding alone: its amount of money is then zero.
      amount: amountOf(text(typed, 'payment.amount')) ?? (isWithheld ? 0 : undefined),
      method: text(typed, 'payment.method'),
      paid_on: parseDay(text(typed, 'payment.paid_on')) ?? text(typed, 'payment.paid_on'),
      ...(chosen === null
        ? {}
        : {
            parts: chosen.map(({ id }, index) => ({
              invoice_id: id,
              amount: amountOf(text(typed, partField(index))) ?? 0,
            })),
          }),
      ...(reference === '' ? {} : { reference }),
      ...(account === '' ? {} : { account_id: account }),
      ...(isWithheld ? { retentions } : {}),
    },
  }
}

export const creditField = (position: number): string => `amount.${position}`

/** The values of the credit note form → the body of the call: the whole remaining amount, or the amount of each line. */
export function creditBody(typed: FormValues, positions: readonly number[], isWhole: boolean) {
  const code = text(typed, 'concept_code')
  const reason = { concept: text(typed, 'concept'), ...(code === '' ? {} : { concept_code: code }) }
  if (isWhole) return reason
  const lines = positions.flatMap((position) => {
    const amount = amountOf(text(typed, creditField(position)))
    return amount === undefined || amount === 0 ? [] : [{ position, amount }]
  })
  return { ...reason, lines }
}

export const disputeBody = (typed: FormValues) => ({
  amount: amountOf(text(typed, 'amount')),
  reason: text(typed, 'reason'),
})

function text(typed: FormValues, field: string): string {
  const value = typed[field]
  return typeof value === 'string' ? value : ''
}
