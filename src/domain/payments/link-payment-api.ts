import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { Brand } from '#domain/core/brand.ts'
import { withoutSeparators } from '#domain/core/contact-fields.ts'
import { DayText } from '#domain/core/days.ts'
import { Pesos } from '#domain/core/money.ts'
import { text, trimmedText } from '#domain/core/text.ts'
import { ONLINE_METHODS } from '#domain/integrations/online-method.ts'
import { ATTEMPT_STATUSES } from './attempt.ts'
import { Acceptance, Bank, LinkPayment } from './online.ts'

/** The token of a signed link. */
export const LinkToken = text(200).check(z.regex(/^[\w-]{20,200}$/))

const params = z.object({ token: LinkToken })
const attemptParams = z.object({ token: LinkToken, id: z.uuid() })

/** A payment of the invoice of a link, as anyone with the link sees it: without the payer's data. */
const LinkAttempt = z.object({
  id: z.uuid(),
  status: z.enum(ATTEMPT_STATUSES),
  method: z.enum(ONLINE_METHODS),
  /** What it pays of the invoice of the link. */
  amount: Pesos,
  /** The number of that invoice. */
  numbers: z.array(z.string()),
  /** Null for a payment of several invoices, whose reference names another one. */
  reference: z.nullable(z.string()),
  /** The address of the bank's page, for a payment that was begun with a link. */
  redirect_url: z.nullable(z.string()),
  /** The message for a payment that was not approved. */
  problem: z.nullable(z.string()),
  /** It ended without an answer of the provider, and the payer may be charged for it. */
  may_be_charged: z.boolean(),
  settled_at: z.nullable(z.iso.datetime()),
  /** Whose invoice it is, as the page shows it. */
  company: z.object({
    name: z.string(),
    logo_url: z.nullable(z.string()),
    initial_letter: z.string(),
    brand: Brand,
  }),
})
export type LinkAttempt = z.output<typeof LinkAttempt>

const LinkAttemptReply = z.object({ data: LinkAttempt })

const CONTRACT_COPY = 'Escribe el número del contrato como está en tu factura, por ejemplo AF-000123'
const DOCUMENT_COPY = 'Escribe el número del documento de quien firmó el contrato'

/** 'af 123' is 'AF-000123'. */
const contractOf = (typed: string): string =>
  typed
    .toUpperCase()
    .replace(
      /^([A-Z]{1,4})[\s-]*(\d{1,6})$/,
      (_, prefix: string, digits: string) => `${prefix}-${digits.padStart(6, '0')}`,
    )

/** What finds the invoices to pay of a client: the contract and the document, both as the bill has them. */
export const DebtorSearch = z.strictObject({
  contract: trimmedText(20, { required: CONTRACT_COPY, tooLong: CONTRACT_COPY }).check(
    z.overwrite(contractOf),
    z.regex(/^[A-Z]{1,4}-\d{6}$/, { error: CONTRACT_COPY }),
  ),
  /** Without the check digit of a NIT. */
  document: trimmedText(30, { required: DOCUMENT_COPY, tooLong: DOCUMENT_COPY }).check(
    z.overwrite((typed) => withoutSeparators(typed.replace(/-\d$/, '')).toUpperCase()),
    z.regex(/^[A-Z0-9]{4,20}$/, { error: DOCUMENT_COPY }),
  ),
})
export type DebtorSearch = z.output<typeof DebtorSearch>

/** An invoice that can be paid by its link, with the name of the client masked. */
const PayableLink = z.object({
  company: z.string(),
  client: z.string(),
  number: z.string(),
  due_on: DayText,
  payable: Pesos,
  url: z.string(),
})
export type PayableLink = z.output<typeof PayableLink>

/** The calls that pay the invoice of a signed link, without a session. */
export const linkPaymentApi = api({
  search: {
    method: 'POST',
    path: '/public/invoice-search',
    summary: 'Los enlaces de las facturas por pagar de un contrato, para quien sabe también el documento de su titular',
    roles: 'public',
    readOnly: true,
    body: z.strictObject({ search: DebtorSearch }),
    reply: z.object({ data: z.array(PayableLink) }),
  },
  banks: {
    method: 'GET',
    path: '/public/invoice/:token/banks',
    summary: 'Los bancos de PSE, para pagar con el enlace de una factura',
    roles: 'public',
    params,
    reply: z.object({ data: z.array(Bank) }),
  },
  acceptance: {
    method: 'GET',
    path: '/public/invoice/:token/acceptance',
    summary: 'Los dos documentos del proveedor que acepta quien paga con el enlace de una factura',
    roles: 'public',
    params,
    reply: z.object({ data: Acceptance }),
  },
  create: {
    method: 'POST',
    path: '/public/invoice/:token/payment',
    summary: 'Empieza a pagar en línea la factura de un enlace; la misma llave devuelve el mismo pago',
    roles: 'public',
    status: 201,
    idempotency: 'own',
    params,
    body: z.strictObject({ payment: LinkPayment }),
    reply: LinkAttemptReply,
  },
  get: {
    method: 'GET',
    path: '/public/invoice/:token/payment/:id',
    summary: 'Cómo va un pago de la factura de un enlace',
    roles: 'public',
    params: attemptParams,
    reply: LinkAttemptReply,
  },
  verify: {
    method: 'POST',
    path: '/public/invoice/:token/payment/:id/verify',
    summary: 'Pregunta ya mismo al proveedor cómo va un pago de la factura de un enlace',
    roles: 'public',
    idempotency: 'own',
    params: attemptParams,
    reply: LinkAttemptReply,
  },
})
