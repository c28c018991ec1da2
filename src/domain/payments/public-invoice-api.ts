import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { Brand } from '#domain/core/brand.ts'
import { DayText } from '#domain/core/days.ts'
import { Pesos } from '#domain/core/money.ts'
import { PeriodText } from '#domain/core/period.ts'
import { ONLINE_METHODS } from '#domain/integrations/online-method.ts'
import { ExtendedPart, INVOICE_STATUSES, Invoice, InvoiceLine } from '#domain/invoices/invoice.ts'
import { PublicService } from '#domain/invoices/invoiced-service.ts'
import { LinkToken } from './link-payment-api.ts'

/** An invoice as its signed link shows it: the data needed to recognise and pay it, without identity document or address. */
export const PublicInvoice = z.object({
  company: z.object({
    name: z.string(),
    nit: z.string(),
    phone: z.nullable(z.string()),
    logo_url: z.nullable(z.string()),
    initial_letter: z.string(),
    brand: Brand,
  }),
  /** The first name and the initial of the surname. */
  client: z.string(),
  number: z.string(),
  period: PeriodText,
  issued_on: DayText,
  due_on: DayText,
  last_payable_on: DayText,
  status: z.enum(INVOICE_STATUSES),
  lines: z.array(InvoiceLine),
  total: Pesos,
  credit_taken: Pesos,
  /** What was given back of it, oldest first. `favour`: the part that had been paid, which became credit in favour; the rest is less to pay. */
  credit_notes: z.array(
    z.object({ number: z.string(), issued_on: DayText, concept: z.string(), total: Pesos, favour: Pesos }),
  ),
  /** What is to be paid: without the amount in dispute and without what the credit in favour covers. */
  payable: Pesos,
  /** The permanence block, mandatory on every invoice while the clause is in force (R2.2). */
  permanence: Invoice.shape.permanence,
  service: z.nullable(PublicService),
  /** The amount in dispute, which is not collected. */
  disputed_amount: Pesos,
  /** The part of `payable` with a later last day. */
  extended: z.nullable(ExtendedPart),
  /** The open online payment of it, which blocks a second one. */
  open_payment_id: z.nullable(z.uuid()),
  is_payable_online: z.boolean(),
  /** The methods that the company offers; none when it has no online payments. */
  online_methods: z.array(z.enum(ONLINE_METHODS)),
  /** The client has no e-mail for the receipt of an online payment: the payer must type one. */
  needs_email: z.boolean(),
})
export type PublicInvoice = z.output<typeof PublicInvoice>

const params = z.object({ token: LinkToken })

/** The calls of the signed link in a message, without a session. */
export const publicInvoiceApi = api({
  get: {
    method: 'GET',
    path: '/public/invoice/:token',
    summary: 'La factura que abre un enlace firmado',
    roles: 'public',
    params,
    reply: z.object({ data: PublicInvoice }),
  },
  pdf: {
    method: 'GET',
    path: '/public/invoice/:token/pdf',
    summary: 'El PDF de la factura que abre un enlace firmado',
    roles: 'public',
    replyAs: 'file',
    params,
    reply: z.unknown(),
  },
})
