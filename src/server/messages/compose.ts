import { brandOf } from '#domain/core/brand.ts'
import { type Day, dayLabel, dayOf } from '#domain/core/days.ts'
import { type Money, pesosLabel, ZERO } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import type { CreditNoteRow } from '#domain/invoices/credit-note-api.ts'
import {
  agreedUntil,
  type ExtendedPart,
  extendedPartLabel,
  extendedPartOf,
  payableUntil,
} from '#domain/invoices/invoice.ts'
import type { World } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import type { InvoicesKind } from '#server/db/types.ts'
import { creditNoteEmail, type Email, invoiceEmail, receiptEmail, reminderEmail } from '#server/documents/mail.ts'
import { publicUrlOf } from '#server/invoices/document.ts'
import type { NewMessage } from './queries.ts'

/** The data of a company in its emails. */
export type Sender = {
  id: string
  name: string
  email: string | null
  phone: string | null
  color_code: string
  is_wompi_integration: boolean
}

export const readSender = (tx: Tx): Promise<Sender> =>
  tx
    .selectFrom('companies')
    .select(['id', 'name', 'email', 'phone', 'color_code', 'is_wompi_integration'])
    .executeTakeFirstOrThrow()

/** The data of an invoice for an email about it. */
export type BilledInvoice = {
  id: string
  kind: InvoicesKind
  number: string
  period: string
  issued_on: Day
  /** The last day to pay without being overdue. */
  last_payable_on: Day
  total: Money
  balance: Money
  payable: Money
  disputed_amount: Money
  extended_amount: Money
  extended_to_on: Day | null
  agreed_to_on: Day | null
  client_id: string
  client_name: string
  to: string
  /** The generation of its public link. */
  link_generation: number
}

type MessageOptions = { now: Date; dedupe: string | null }

/** The email with an invoice and its link. Category `transaccional`: it can be sent at any hour. */
export const invoiceMessage = (
  world: World,
  sender: Sender,
  invoice: BilledInvoice,
  { now, dedupe }: MessageOptions,
): NewMessage => ({
  ...commonFields(
    sender,
    invoice.to,
    invoiceEmail(withUntil(contentOf(world, sender, invoice, now), invoice, now)),
    now,
  ),
  kind: 'invoice',
  category: 'transaccional',
  client_id: invoice.client_id,
  invoice_id: invoice.id,
  dedupe,
})

/** A payment reminder: `transaccional` until the due date, `cobranza` after it, with its hours and limits (R5.6). */
export const reminderMessage = (
  world: World,
  sender: Sender,
  invoice: BilledInvoice,
  { now, dedupe, overdue }: MessageOptions & { overdue: Money },
): NewMessage => ({
  ...commonFields(
    sender,
    invoice.to,
    reminderEmail({ ...contentOf(world, sender, invoice, now, overdue), overdue }),
    now,
  ),
  kind: 'reminder',
  category: overdue > 0 ? 'cobranza' : 'transaccional',
  client_id: invoice.client_id,
  invoice_id: invoice.id,
  only_while: 'owed',
  dedupe,
})

/** The email with a credit note, and the link to its invoice. */
export const noteMessage = (
  world: World,
  sender: Sender,
  { note, invoice, now }: { note: CreditNoteRow; invoice: BilledInvoice; now: Date },
): NewMessage => ({
  ...commonFields(
    sender,
    invoice.to,
    creditNoteEmail({
      ...contentOf(world, sender, invoice, now),
      note: note.number,
      credited: note.total,
      reason: note.concept,
    }),
    now,
  ),
  kind: 'credit_note',
  category: 'transaccional',
  client_id: invoice.client_id,
  invoice_id: invoice.id,
  dedupe: null,
})

type ReceivedPayment = {
  id: string
  number: number
  amount: Money
  invoices: readonly string[]
  /** The rest, which became credit in favour. */
  credit: Money
  method: string
  client: { id: string; name: string }
  to: string
}

/** The email of an online payment for the client, once per receipt. */
export function receiptMessage(world: World, sender: Sender, payment: ReceivedPayment): NewMessage {
  const email = receiptEmail({
    companyName: sender.name,
    brand: brandOf(sender.color_code),
    clientName: payment.client.name,
    number: payment.number,
    amount: payment.amount,
    invoices: payment.invoices,
    credit: payment.credit,
    method: payment.method,
    url: `${world.config.publicUrl}${paths.view('voucher', payment.id)}`,
  })
  return {
    ...commonFields(sender, payment.to, email, world.clock()),
    kind: 'receipt',
    category: 'transaccional',
    client_id: payment.client.id,
    invoice_id: null,
    dedupe: `receipt:${payment.id}`,
  }
}

/** In a payment agreement that is on time each instalment has a day of its own. */
const withUntil = (content: ReturnType<typeof contentOf>, invoice: BilledInvoice, now: Date) => ({
  ...content,
  until:
    agreedUntil(invoice, dayOf(now)) === null
      ? `Puedes pagarla hasta el ${dayLabel(content.due_on)}.`
      : 'Está en tu acuerdo de pago: paga cada cuota en su día.',
})

const contentOf = (world: World, sender: Sender, invoice: BilledInvoice, now: Date, overdue: Money = ZERO) => ({
  companyName: sender.name,
  brand: brandOf(sender.color_code),
  clientName: invoice.client_name,
  number: invoice.number,
  period: invoice.period,
  total: invoice.total,
  payable: invoice.payable,
  sentences: sentencesOf(invoice, extendedPartOf(invoice, dayOf(now)), overdue),
  due_on: payableUntil(invoice, dayOf(now)),
  isPayableOnline: sender.is_wompi_integration,
  url: publicUrlOf(world, sender.id, invoice),
})

/**
 * The part with a later last day, which the amount of an overdue reminder does not include, and what is in dispute, apart from every
 * amount to pay (R2.15).
 */
function sentencesOf({ disputed_amount }: BilledInvoice, extended: ExtendedPart | null, overdue: Money): string[] {
  const disputed = `No incluye ${pesosLabel(disputed_amount)} en reclamo, que no se cobran mientras se resuelve.`
  return [
    ...(extended === null ? [] : [`${overdue > 0 ? apartLabel(extended) : extendedPartLabel(extended)}.`]),
    ...(disputed_amount > 0 ? [disputed] : []),
  ]
}

const apartLabel = ({ amount, until_on }: ExtendedPart): string =>
  `Además, ${pesosLabel(amount)} se puede pagar hasta el ${dayLabel(until_on)}`

export const commonFields = (sender: Sender, to: string, email: Email, now: Date) => ({
  to_email: to,
  subject: email.subject,
  text_body: email.text,
  html_body: email.html,
  sender: email.senderName,
  reply_to: sender.email,
  next_try_at: now,
})
