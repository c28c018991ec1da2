import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { DayText } from '#domain/core/days.ts'
import { PesosSum } from '#domain/core/money.ts'
import { idsFilter, PageMeta, pageQuery, pagingQuery, sortQuery } from '#domain/core/paging.ts'
import { PeriodText } from '#domain/core/period.ts'
import { searchText, text } from '#domain/core/text.ts'
import { MunicipalityCode } from '#domain/places/municipality-code.ts'
import { Decision, DISPUTE_STATES, DisputeRow, NewDispute } from './dispute.ts'
import { PENDING_ELECTRONIC } from './electronic.ts'
import {
  BALANCE_FILTERS,
  CreditNote,
  INVOICE_STATUSES,
  Invoice,
  InvoiceRow,
  NewCreditNote,
  NewInvoice,
  OneOffPreview,
} from './invoice.ts'
import { PreviewRow, Run, RunOutcome, RunPreview, RunScope, runQuery } from './run.ts'

const roles = ['financial'] as const
const params = z.object({ id: z.uuid() })

/** The sort keys of a list of invoices. */
export const INVOICE_SORTS = ['number', 'due_on', 'issued_on'] as const

const filters = {
  ids: idsFilter,
  q: z.optional(searchText()),
  status: z.optional(z.enum(INVOICE_STATUSES)),
  balance: z.optional(z.enum(BALANCE_FILTERS)),
  period: z.optional(PeriodText),
  client_id: z.optional(z.uuid()),
  no_contract: z.optional(text(20)),
  from: z.optional(DayText),
  to: z.optional(DayText),
  due_from: z.optional(DayText),
  due_to: z.optional(DayText),
  /** By the last day to pay without being overdue, also where a decision extended it. */
  payable_from: z.optional(DayText),
  payable_to: z.optional(DayText),
  /** Without opening balances, which were invoiced in another system. */
  billed: z.optional(z.enum(['true'], { error: 'billed solo admite true' })),
  /** The name of the plan on the invoice. */
  plan: z.optional(text(120)),
  /** DANE's code of the client's municipality. */
  municipality_code: z.optional(MunicipalityCode),
  /** The technician of the last visit that was made to the contract. */
  technician_id: z.optional(z.uuid()),
  /** The state of an electronic document that the DIAN did not validate. */
  electronic: z.optional(z.enum(PENDING_ELECTRONIC)),
}

const ChangedReply = z.object({ data: Invoice, message: z.string() })
const InvoiceWithLink = z.extend(Invoice, { public_url: z.string() })

export const invoiceApi = api({
  list: {
    method: 'GET',
    path: '/invoice',
    summary: 'Las facturas de la empresa; las propias, para quien es cliente',
    clientRows: 'data',
    roles: ['financial', 'client'],
    query: z.strictObject({ ...pageQuery, ...sortQuery(INVOICE_SORTS), ...filters }),
    reply: z.object({ data: z.array(InvoiceRow), meta: z.optional(PageMeta) }),
  },
  total: {
    method: 'GET',
    path: '/invoice/total',
    summary:
      'Lo que falta por pagar de las facturas de un filtro, en todas las páginas, y cuánto de eso está en reclamo; de las vencidas, lo vencido, y de las por vencer, lo que no ha vencido',
    roles,
    query: z.strictObject(filters),
    reply: z.object({ data: z.object({ balance: PesosSum, disputed: PesosSum }) }),
  },
  get: {
    method: 'GET',
    path: '/invoice/:id',
    summary: 'Una factura con sus líneas, movimientos y notas crédito, y el enlace que la abre sin sesión',
    clientRows: 'one',
    roles: ['financial', 'client'],
    params,
    reply: z.object({ data: InvoiceWithLink }),
  },
  pdf: {
    method: 'GET',
    path: '/invoice/:id/pdf',
    summary: 'La factura en PDF',
    clientRows: 'one',
    roles: ['financial', 'client'],
    params,
    replyAs: 'file',
    reply: z.unknown(),
  },
  revokeLink: {
    method: 'DELETE',
    path: '/invoice/:id/link',
    summary: 'Anula el enlace que abre la factura sin sesión; el siguiente es otro',
    roles,
    params,
    reply: z.object({ data: InvoiceWithLink, message: z.string() }),
  },
  create: {
    method: 'POST',
    path: '/invoice',
    summary: 'Factura un cobro suelto: visita, traslado, cable',
    roles,
    status: 201,
    idempotency: 'required',
    body: z.strictObject({ invoice: NewInvoice }),
    reply: ChangedReply,
  },
  preview: {
    method: 'POST',
    path: '/invoice/preview',
    summary: 'Cuánto costaría un cobro suelto, con su IVA y el saldo a favor que lo pagaría',
    roles,
    readOnly: true,
    body: z.strictObject({ invoice: NewInvoice }),
    reply: z.object({ data: OneOffPreview }),
  },
  creditNote: {
    method: 'POST',
    path: '/invoice/:id/credit-note',
    summary: 'Nota crédito, total o de algunas líneas, hasta lo que queda de la factura',
    stepUp: true,
    roles,
    status: 201,
    idempotency: 'required',
    params,
    body: NewCreditNote,
    reply: z.object({ data: CreditNote, message: z.string() }),
  },
  dispute: {
    method: 'POST',
    path: '/invoice/:id/dispute',
    summary: 'Abre un reclamo: esa parte no se cobra ni se vence mientras esté abierto',
    roles,
    params,
    body: NewDispute,
    reply: ChangedReply,
  },
  resolveDispute: {
    method: 'POST',
    path: '/invoice/:id/dispute/resolve',
    summary: 'Decide el reclamo abierto de una factura: a favor, en una parte o en contra del cliente',
    dated: true,
    stepUp: 'own',
    roles,
    params,
    body: Decision,
    reply: ChangedReply,
  },
})

/** The disputes of the company, with how each one ended. */
export const disputeApi = api({
  list: {
    method: 'GET',
    path: '/dispute',
    summary: 'Los reclamos: los abiertos, el más antiguo primero; los cerrados, el último primero',
    clientRows: 'data',
    roles,
    query: z.strictObject({ ...pageQuery, status: z.optional(z.enum(DISPUTE_STATES)) }),
    reply: z.object({ data: z.array(DisputeRow), meta: PageMeta }),
  },
})

/** Bulk invoicing: preview, run, progress, outcome, retry. */
export const runApi = api({
  preview: {
    method: 'POST',
    path: '/invoice/massive/preview',
    summary: 'Lo que haría una corrida, sin escribir nada',
    clientRows: 'data.excluded',
    roles,
    idempotency: 'never',
    readOnly: true,
    body: RunScope,
    reply: z.object({ data: RunPreview }),
  },
  previewRows: {
    method: 'GET',
    path: '/invoice/massive/preview/rows',
    summary: 'La vista previa contrato por contrato: lo que recibiría cada uno y lo que recibió el mes anterior',
    clientRows: 'data',
    roles,
    query: z.strictObject({ ...runQuery, ...pagingQuery }),
    reply: z.object({ data: z.array(PreviewRow), meta: PageMeta }),
  },
  download: {
    method: 'GET',
    path: '/invoice/massive/preview/file',
    summary: 'La vista previa contrato por contrato, en CSV',
    stepUp: true,
    listFile: 'Vista previa de la facturación',
    roles,
    query: z.strictObject(runQuery),
    replyAs: 'file',
    reply: z.unknown(),
  },
  start: {
    method: 'POST',
    path: '/invoice/massive',
    summary: 'Factura un período; una corrida por empresa a la vez',
    dated: true,
    stepUp: true,
    roles,
    status: 202,
    body: RunScope,
    reply: z.object({ data: Run, message: z.string() }),
  },
  list: {
    method: 'GET',
    path: '/invoice/massive',
    summary: 'Las corridas de la empresa, la última primero',
    roles,
    reply: z.object({ data: z.array(Run) }),
  },
  get: {
    method: 'GET',
    path: '/invoice/massive/:id',
    summary: 'Cómo va una corrida',
    roles,
    params,
    reply: z.object({ data: Run }),
  },
  outcome: {
    method: 'GET',
    path: '/invoice/massive/:id/outcome',
    summary: 'Cómo le fue a cada contrato en una corrida',
    clientRows: 'data',
    roles,
    params,
    query: z.strictObject({ ...pagingQuery, outcome: z.optional(z.enum(['created', 'skipped', 'failed'])) }),
    reply: z.object({ data: z.array(RunOutcome), meta: PageMeta }),
  },
  retry: {
    method: 'POST',
    path: '/invoice/massive/:id/retry',
    summary: 'Vuelve a correr lo que quedó sin factura',
    dated: true,
    stepUp: true,
    roles,
    status: 202,
    params,
    reply: z.object({ data: Run, message: z.string() }),
  },
})
