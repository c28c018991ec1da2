import { brandOf } from '#domain/core/brand.ts'
import type { Day } from '#domain/core/days.ts'
import type { Money } from '#domain/core/money.ts'
import type { World } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import { type Email, invoiceEmail, receiptEmail, reminderEmail } from '#server/documents/mail.ts'
import { publicUrlOf } from '#server/invoices/document.ts'
import { insertMessages, type NewMessage } from './queries.ts'

/** A company as its letters show it. */
type Sender = { id: string; name: string; email: string | null; color_code: string; is_wompi_integration: boolean }

export const readSender = (tx: Tx): Promise<Sender> =>
  tx
    .selectFrom('companies')
    .select(['id', 'name', 'email', 'color_code', 'is_wompi_integration'])
    .executeTakeFirstOrThrow()

/** What a letter about an invoice needs of it. */
export type BilledInvoice = {
  id: string
  number: string
  period: string
  issued_on: Day
  due_on: Day
  total: Money
  payable: Money
  client_id: string
  client_name: string
  to: string
}

type MessageOptions = { now: Date; dedupe: string | null }

/** The letter with an invoice and the link that opens it. News of the service: it may leave at any hour. */
export const invoiceMessage = (
  world: World,
  sender: Sender,
  billed: BilledInvoice,
  { now, dedupe }: MessageOptions,
): NewMessage => ({
  ...commonFields(sender, billed.to, invoiceEmail(contentOf(world, sender, billed)), now),
  kind: 'invoice',
  category: 'transaccional',
  client_id: billed.client_id,
  invoice_id: billed.id,
  dedupe,
})

/** A reminder: until it is due, news of the service; after, collection, with its hours and its limits (R5.6). */
export const reminderMessage = (
  world: World,
  sender: Sender,
  billed: BilledInvoice,
  { now, dedupe, isOverdue }: MessageOptions & { isOverdue: boolean },
): NewMessage => ({
  ...commonFields(sender, billed.to, reminderEmail({ ...contentOf(world, sender, billed), isOverdue }), now),
  kind: 'reminder',
  category: isOverdue ? 'cobranza' : 'transaccional',
  client_id: billed.client_id,
  invoice_id: billed.id,
  dedupe,
})

type ReceivedPayment = {
  id: string
  number: number
  amount: Money
  invoices: readonly string[]
  method: string
  client_id: string
  client_name: string
  to: string
}

/** Tells whoever paid online that it was received, once for each receipt. The sender is read before: here others wait. */
export async function writeReceipt(world: World, tx: Tx, sender: Sender, received: ReceivedPayment): Promise<void> {
  const letter = receiptEmail({
    companyName: sender.name,
    brand: brandOf(sender.color_code),
    clientName: received.client_name,
    number: received.number,
    amount: received.amount,
    invoices: received.invoices,
    method: received.method,
    url: `${world.config.publicUrl}/view/voucher/${received.id}`,
  })
  await insertMessages(tx, [
    {
      ...commonFields(sender, received.to, letter, world.clock()),
      kind: 'receipt',
      category: 'transaccional',
      client_id: received.client_id,
      invoice_id: null,
      dedupe: `receipt:${received.id}`,
    },
  ])
}

const contentOf = (world: World, sender: Sender, billed: BilledInvoice) => ({
  companyName: sender.name,
  brand: brandOf(sender.color_code),
  clientName: billed.client_name,
  number: billed.number,
  period: billed.period,
  total: billed.total,
  payable: billed.payable,
  due_on: billed.due_on,
  isPayableOnline: sender.is_wompi_integration,
  url: publicUrlOf(world, sender.id, billed),
})

const commonFields = (sender: Sender, to: string, letter: Email, now: Date) => ({
  to_email: to,
  subject: letter.subject,
  text_body: letter.text,
  html_body: letter.html,
  sender: letter.senderName,
  reply_to: sender.email,
  next_try_at: now,
})
