import { salesBookApi } from '#domain/accounting/sales-book-api.ts'
import { auditApi } from '#domain/audit/api.ts'
import { clientApi } from '#domain/clients/api.ts'
import { collectionApi } from '#domain/collections/api.ts'
import { contractApi } from '#domain/contracts/api.ts'
import { contractRefundApi } from '#domain/contracts/refund-api.ts'
import type { Endpoint } from '#domain/core/api.ts'
import { dashboardApi } from '#domain/dashboard/api.ts'
import { einvoiceApi } from '#domain/einvoices/api.ts'
import { disputeApi, invoiceApi, runApi } from '#domain/invoices/api.ts'
import { messageApi } from '#domain/messages/api.ts'
import { networkApi } from '#domain/network/api.ts'
import { cashTurnApi } from '#domain/payments/cash-turn-api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { paymentApi } from '#domain/payments/online-api.ts'
import { pqrApi } from '#domain/pqr/api.ts'
import { reportApi } from '#domain/reports/api.ts'
import { searchApi } from '#domain/search/api.ts'
import { userApi } from '#domain/users/api.ts'
import { PASSWORD, signIn } from '#test/sign-in.ts'
import type { Case } from './case.ts'
import type { CostContext } from './context.ts'
import { electronicTick, networkWorker, pqrClock, radiusItems, TIMES, webhookWorker } from './workers.ts'

const PAGE = { page: 1, page_size: 20 }
/** Twenty rows, each with a row and an index entry of four other tables, times two. */
const LIST_MAX = 400
const UNDELIVERED = "messages where status in ('failed', 'unknown')"
const OPEN_DISPUTES = 'disputes where resolved_at is null'
const OPEN_REFUNDS = 'contract_refunds where closed_on is null'
/** Counted, and added by method. */
const PAID = ['payments', 'payments']
const OWED = 'invoices where balance > 0'
/** The index of words reads the pages of each word, also of one that every client has; here all have the same name. */
const WORD_PAGES_MAX = 1_600
const REJECTED = "electronic_documents where status = 'rejected'"
/** Counted and sorted by the day of issue. */
const JULY = "invoices where period = '2026-07'"

type Asked = {
  name: string
  limit: number
  pages?: number
  who: 'financial' | 'admin' | 'client'
  endpoint: Endpoint
  query?: Record<string, unknown>
  body?: object
  per?: string
  /** How many of `per` one call does; one when left out. */
  units?: (context: CostContext) => number
  counted?: readonly string[]
  isSmall?: true
}

const asking = ({
  name,
  limit,
  pages,
  who,
  endpoint,
  query,
  body,
  per = 'call',
  units,
  counted,
  isSmall,
}: Asked): Case => ({
  ...(counted && { counted }),
  ...(isSmall && { isSmall }),
  ...(pages && { pages }),
  name,
  per,
  of: units ? 'all' : 'page',
  limit,
  prepare: async (context) => async () => {
    for (let time = 0; time < TIMES; time += 1) {
      const answer = await context[who].ask(endpoint, { ...(query && { query }), ...(body && { body }) })
      if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${answer.text}`)
    }
    return TIMES * (units?.(context) ?? 1)
  },
})

const list = (name: string, endpoint: Endpoint, rest: Partial<Asked> = {}) =>
  asking({ name, endpoint, limit: LIST_MAX, who: 'financial', per: 'page', ...rest, query: { ...PAGE, ...rest.query } })

const login: Case = {
  name: 'login',
  per: 'login',
  of: 'page',
  limit: 100,
  prepare:
    async ({ t, reader }) =>
    async () => {
      for (let time = 0; time < TIMES; time += 1) await signIn(t, reader, PASSWORD)
      return TIMES
    },
}

const contracts = ({ size }: CostContext): number => size

/** A report of the three months of invoices. */
const report = (name: string, limit: number, counted?: readonly string[]): Case => ({
  name: `report ${name}`,
  per: 'report',
  of: 'page',
  limit,
  ...(counted && { counted }),
  prepare:
    async ({ financial }) =>
    async () => {
      for (let time = 0; time < TIMES; time += 1) {
        const query = { from: '2026-06-01', to: '2026-08-31' }
        const answer = await financial.ask(reportApi.get, { params: { name }, query })
        if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${answer.text}`)
      }
      return TIMES
    },
})

export const READING: readonly Case[] = [
  report('facturacion', 200),
  report('recaudo', 200),
  report('cartera', LIST_MAX, [OWED]),
  report('cartera_municipios', LIST_MAX, [OWED, OWED]),
  report('cartera_planes', LIST_MAX, [OWED]),
  report('cartera_tecnicos', LIST_MAX, [OWED, OWED]),
  report('iva', 200),
  report('planes', 200),
  report('futic', LIST_MAX),
  report('clientes', LIST_MAX, ['contracts', 'contracts', 'contracts', 'contracts', 'contracts', 'contracts']),
  // The terms of each contract on the last day of the report, by key.
  report('t13', LIST_MAX, ['contracts', 'contracts', 'contract_terms', 'contract_terms']),
  report('pqr', LIST_MAX, ['pqr_cases', 'pqr_cases']),
  report('pqr_tipos', LIST_MAX, ['pqr_cases', 'pqr_cases']),
  list('sales book of a month', salesBookApi.list, {
    query: { from: '2026-07-01', to: '2026-07-31' },
    counted: [JULY, JULY],
    limit: 2 * LIST_MAX,
  }),
  list('clients, first page', clientApi.list, { counted: ['clients'] }),
  list('clients, by balance', clientApi.list, { query: { sort: '-balance' }, counted: ['clients', 'clients', OWED] }),
  list('clients, with debt', clientApi.list, {
    query: { debt: '30', sort: '-balance' },
    counted: [OWED, OWED, 'clients'],
  }),
  list('clients, of a municipality', clientApi.list, {
    query: { municipality_code: '05001' },
    counted: ["clients where municipality_code = '05001'"],
  }),
  asking({
    name: 'clients, the debt of all',
    limit: LIST_MAX,
    who: 'financial',
    endpoint: clientApi.total,
    counted: [OWED],
  }),
  asking({
    name: 'cuts of tomorrow',
    limit: 8,
    per: 'contract',
    who: 'financial',
    endpoint: collectionApi.preview,
    query: PAGE,
    units: contracts,
  }),
  list('contracts, first page', contractApi.list, { counted: ['contracts'] }),
  list('invoices, first page', invoiceApi.list),
  list('invoices, overdue', invoiceApi.list, { query: { status: 'vencido' }, counted: [OWED], limit: 2 * LIST_MAX }),
  list('invoices, with debt', invoiceApi.list, {
    query: { balance: 'con_deuda' },
    counted: [OWED],
    limit: 2 * LIST_MAX,
  }),
  list('invoices, a month', invoiceApi.list, { query: { period: '2026-07' }, counted: [JULY, JULY] }),
  asking({
    name: 'invoices, the sum of all',
    limit: LIST_MAX,
    who: 'financial',
    endpoint: invoiceApi.total,
    counted: [OWED],
  }),
  asking({
    name: 'invoices, the sum of a month',
    limit: LIST_MAX,
    who: 'financial',
    endpoint: invoiceApi.total,
    query: { period: '2026-07' },
    counted: [JULY, OWED],
  }),
  list('invoices, by due day', invoiceApi.list, { query: { sort: '-due_on' } }),
  list('invoices, by number', invoiceApi.list, { query: { sort: 'number' } }),
  list('transactions, first page', paymentApi.transactions, { counted: ['payments', 'payment_attempts'] }),
  list('transactions, the oldest', paymentApi.transactions, {
    query: { sort: 'at' },
    counted: ['payments', 'payment_attempts'],
  }),
  list('payments, first page', manualPaymentApi.list, { counted: PAID }),
  list('payments, by day', manualPaymentApi.list, { query: { sort: '-paid_on' }, counted: PAID }),
  list('turns of cash boxes, first page', cashTurnApi.list, { who: 'admin', counted: ['cash_turns'], isSmall: true }),
  list('disputes, open', disputeApi.list, { query: { status: 'open' }, counted: [OPEN_DISPUTES] }),
  list('disputes, first page', disputeApi.list, { counted: ['disputes', OPEN_DISPUTES] }),
  list('contract refunds, first page', contractRefundApi.list, { counted: ['contract_refunds'], isSmall: true }),
  list('contract refunds, overdue', contractRefundApi.list, {
    query: { state: 'overdue' },
    counted: [OPEN_REFUNDS],
    isSmall: true,
  }),
  list('cases, by deadline', pqrApi.list, { counted: ['pqr_cases'], isSmall: true }),
  list('cases, open', pqrApi.list, { query: { state: 'open' }, counted: ['pqr_cases'], isSmall: true }),
  list('cases, by a word that none has', pqrApi.list, { query: { q: 'poste' } }),
  pqrClock,
  list('network orders, first page', networkApi.orders, { who: 'admin', counted: ['network_orders'] }),
  list('network orders, failed', networkApi.orders, {
    who: 'admin',
    query: { state: 'failed' },
    counted: ["network_orders where state = 'failed'"],
  }),
  list('network services, first page', networkApi.services, { who: 'admin', counted: ['network_services'] }),
  networkWorker,
  radiusItems,
  webhookWorker,
  electronicTick,
  list('electronic documents, first page', einvoiceApi.list, { who: 'admin', counted: ['electronic_documents'] }),
  list('electronic documents, rejected', einvoiceApi.list, {
    who: 'admin',
    query: { status: 'rejected' },
    // Few: counted and sorted.
    counted: [REJECTED, REJECTED],
  }),
  list('messages, the oldest', messageApi.list, { query: { sort: 'created_at' }, counted: ['messages', UNDELIVERED] }),
  list('replies of clients, first page', messageApi.replies, { counted: ['whatsapp_replies'] }),
  list('messages, first page', messageApi.list, { counted: ['messages', UNDELIVERED] }),
  list('audit log, first page', auditApi.list, { who: 'admin', counted: ['events'] }),
  list('audit log, the oldest', auditApi.list, { who: 'admin', query: { sort: 'at' }, counted: ['events'] }),
  list('users, by last login', userApi.list, { who: 'admin', query: { sort: '-last_login_at' } }),
  asking({
    name: 'preview of a massive run',
    limit: 30,
    who: 'financial',
    endpoint: runApi.preview,
    body: { period: '2026-11' },
    per: 'contract',
    units: contracts,
  }),
  list('preview of a massive run, first page', runApi.previewRows, {
    query: { period: '2026-11' },
    counted: ['contracts', 'contracts'],
  }),
  asking({ name: 'home of the portal', limit: 100, who: 'client', endpoint: dashboardApi.get }),
  asking({
    name: 'invoices of the portal',
    limit: 100,
    who: 'client',
    endpoint: invoiceApi.list,
    query: PAGE,
    per: 'page',
  }),
  asking({
    name: 'dashboard, financial',
    limit: 12,
    who: 'financial',
    endpoint: dashboardApi.get,
    per: 'contract',
    units: contracts,
  }),
  asking({
    name: 'dashboard, admin',
    limit: 12,
    who: 'admin',
    endpoint: dashboardApi.get,
    per: 'contract',
    units: contracts,
  }),
  login,
  asking({
    name: 'search, a common name',
    limit: 1_200,
    pages: WORD_PAGES_MAX,
    who: 'financial',
    endpoint: searchApi.find,
    query: { q: 'yenny' },
  }),
  asking({
    name: 'search, one person',
    limit: 1_200,
    pages: WORD_PAGES_MAX,
    who: 'financial',
    endpoint: searchApi.find,
    query: { q: 'bohorquez 777' },
  }),
  asking({
    name: 'search, an invoice',
    limit: 1_200,
    pages: WORD_PAGES_MAX,
    who: 'financial',
    endpoint: searchApi.find,
    query: { q: 'fv 777' },
  }),
]
