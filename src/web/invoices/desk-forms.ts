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
  'payment.certificate.number',
  'payment.certificate.issued_on',
  'payment.parts',
  'payment.client_id',
] as const

/** The name of the amount for an invoice, in the payment form. */
export const partField = (index: number): string => `payment.parts.${index}.amount`

type PaymentChoice = { client_id: string; chosen: readonly { id: string }[] | null; keepsAdvance: boolean }

/**
 * The values of the payment form → the body of the call. Empty fields are absent. `chosen`: the invoices that it pays, each with its
 * amount in the form; null for the oldest first.
 */
export function paymentBody(typed: FormValues, { client_id, chosen, keepsAdvance }: PaymentChoice) {
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
            ...(keepsAdvance ? { keeps_advance: true } : {}),
          }),
      ...(reference === '' ? {} : { reference }),
      ...(account === '' ? {} : { account_id: account }),
      ...(isWithheld ? { retentions } : {}),
      ...certificateOf(typed, 'payment.certificate.'),
    },
  }
}

/** The certificate of the withholdings. Absent when its number is empty. */
function certificateOf(typed: FormValues, at: string) {
  const certificate = certificateBody(typed, at)
  return certificate.number === '' ? {} : { certificate }
}

export function certificateBody(typed: FormValues, at = '') {
  const issued = text(typed, `${at}issued_on`)
  return { number: text(typed, `${at}number`), ...(issued === '' ? {} : { issued_on: parseDay(issued) ?? issued }) }
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
  ...(text(typed, 'reference') === '' ? {} : { reference: text(typed, 'reference') }),
})

/** The values of the decision form → the body of the call: only the fields that the decision uses. */
export const decisionBody = (typed: FormValues, { outcome, disputeId }: { outcome: string; disputeId: string }) => ({
  dispute_id: disputeId,
  outcome,
  resolution: text(typed, 'resolution'),
  ...(outcome === 'parcial' ? { amount: amountOf(text(typed, 'amount')) } : {}),
  ...(outcome === 'a_favor' ? {} : { due_on: parseDay(text(typed, 'due_on')) ?? text(typed, 'due_on') }),
})

function text(typed: FormValues, field: string): string {
  const value = typed[field]
  return typeof value === 'string' ? value : ''
}
