import { hash, randomInt, randomUUID } from 'node:crypto'
import { dayOf as bogotaDay } from '#domain/core/days.ts'
import { deliver } from './events.ts'
import {
  type Acceptances,
  BANKS,
  type CreateBody,
  type Ending,
  invalid,
  MESSAGES,
  merchantOf,
  NOT_FOUND,
  outcomeOf,
  type PaymentMethod,
  type Reply,
  readCreate,
  refuseCreate,
  type SimulatedMerchant,
} from './rules.ts'

export type Stored = CreateBody & {
  id: string
  merchant: SimulatedMerchant
  method: PaymentMethod
  status: 'PENDING' | Ending
  status_message: string | null
  created_at: string
  finalized_at: string | null
  bank_url: string | null
}

/** Everything that the simulator knows. */
export type SimulatorState = {
  merchants: SimulatedMerchant[]
  stored: Map<string, Stored>
  acceptances: Acceptances
  settleMs: number
  eventRetriesMs: readonly number[]
  pse: 'sandbox' | 'production_like'
  /** Its own address, once it listens. */
  base: string
  later: (ms: number, work: () => void) => void
}

const TOKEN_LIFE_MS = 60 * 60_000
const FIRST_MERCHANT = 11_004

/** What a call is answered, by the provider's own table of paths. */
export function handleCall(
  book: SimulatorState,
  method: string,
  url: URL,
  header: string | undefined,
  body: unknown,
): Reply {
  const at = url.pathname.replace(/^\/v1/, '')
  const [, what, id] = at.split('/')
  if (method === 'POST' && at === '/transactions') return create(book, header, body)
  if (method !== 'GET') return NOT_FOUND
  if (what === 'transactions' && id === undefined) return listReply(book, header, url.searchParams)
  if (what === 'transactions') return transactionReply(book.stored.get(id ?? ''))
  if (what === 'merchants' && id !== undefined) return merchantReply(book, decodeURIComponent(id))
  if (at !== '/pse/financial_institutions') return NOT_FOUND
  const known = merchantOf(book.merchants, header, ['public', 'private'])
  return 'reply' in known ? known.reply : ok(BANKS)
}

const ok = (data: unknown, status = 200): Reply => ({ status, body: { data, meta: {} } })
const transactionReply = (transaction: Stored | undefined): Reply =>
  transaction ? ok(transactionView(transaction)) : NOT_FOUND

/** Ends a pending payment and tells its merchant. Nothing leaves an ending. */
export function finishTransaction(book: SimulatorState, transaction: Stored, ending: Ending): void {
  if (transaction.status !== 'PENDING') return
  transaction.status = ending
  transaction.status_message = MESSAGES[ending]
  transaction.finalized_at = new Date().toISOString()
  deliver(transaction.merchant, transactionView(transaction), book.eventRetriesMs, book.later)
}

function create(book: SimulatorState, header: string | undefined, raw: unknown): Reply {
  // The body before the key: so the provider does.
  const read = readCreate(raw)
  if ('reply' in read) return read.reply
  const known = merchantOf(book.merchants, header, ['public', 'private'])
  if ('reply' in known) return known.reply
  const { merchant } = known
  const { reference } = read.body
  const isUsed = [...book.stored.values()].some((one) => one.merchant === merchant && one.reference === reference)
  const refused = refuseCreate(read.body, merchant, book.acceptances, isUsed, Date.now())
  if (refused) return refused
  const transaction = newTransaction(book, merchant, read)
  book.stored.set(transaction.id, transaction)
  scheduleOutcome(book, transaction)
  return ok(transactionView(transaction), 201)
}

function newTransaction(
  book: SimulatorState,
  merchant: SimulatedMerchant,
  read: { body: CreateBody; method: PaymentMethod },
): Stored {
  const number = FIRST_MERCHANT + book.merchants.indexOf(merchant)
  return {
    ...read.body,
    id: `${number}-${Math.floor(Date.now() / 1_000)}-${randomInt(10_000, 100_000)}`,
    merchant,
    method: read.method,
    status: 'PENDING',
    status_message: null,
    created_at: new Date().toISOString(),
    finalized_at: null,
    bank_url: null,
  }
}

/** What happens to a pending payment by itself. The bank's page is there a moment later, as the provider's is. */
function scheduleOutcome(book: SimulatorState, transaction: Stored): void {
  const outcome = outcomeOf(transaction.method, book.pse)
  if (outcome === null) return
  if (outcome !== 'bank') return book.later(book.settleMs, () => finishTransaction(book, transaction, outcome))
  book.later(book.settleMs / 10, () => {
    transaction.bank_url = `${book.base}/pse/redirect?ticket_id=${transaction.id}`
  })
}

function listReply(book: SimulatorState, header: string | undefined, query: URLSearchParams): Reply {
  const known = merchantOf(book.merchants, header, ['private'])
  if ('reply' in known) return known.reply
  const reference = query.get('reference')
  const own = [...book.stored.values()].filter((one) => one.merchant === known.merchant)
  if (reference !== null) return ok(own.filter((one) => one.reference === reference).map(transactionView))
  // Without a reference the dates and the page are required, one of them said at a time.
  for (const field of ['from_date', 'until_date', 'page', 'page_size']) {
    if (query.get(field) === null) return invalid({ [field]: ['No está presente'] })
  }
  const [from, until] = [query.get('from_date') ?? '', query.get('until_date') ?? '']
  if (!DATE.test(from) || !DATE.test(until)) return invalid({ from_date: ['Formato inválido'] })
  const [page, size] = [Number(query.get('page')), Number(query.get('page_size'))]
  if (!(page >= 1) || !(size >= 1 && size <= PAGE_SIZE_MAX)) return invalid({ page_size: ['Formato inválido'] })
  const inDays = own.filter((one) => dayOf(one) >= from && dayOf(one) <= until)
  return ok(inDays.slice((page - 1) * size, page * size).map(transactionView))
}

const DATE = /^\d{4}-\d{2}-\d{2}$/
const PAGE_SIZE_MAX = 200
/** Whose day the provider's dates are is not documented: the simulator takes Bogotá's, and the reader asks for a day more. */
const dayOf = (one: Stored): string => bogotaDay(new Date(one.created_at))

function merchantReply(book: SimulatorState, key: string): Reply {
  if (!/^pub_\w+$/.test(key)) return invalid({ public_key: ['Formato inválido'] })
  const merchant = book.merchants.find((one) => one.public_key === key)
  if (!merchant) return NOT_FOUND
  const presigned = (type: string) => ({
    acceptance_token: createAcceptance(book, merchant),
    permalink: `${book.base}/assets/${type.toLowerCase()}.pdf`,
    type,
  })
  return ok({
    name: merchant.name,
    public_key: key,
    active: true,
    accepted_currencies: ['COP'],
    accepted_payment_methods: ['NEQUI', 'PSE'],
    presigned_acceptance: presigned('END_USER_POLICY'),
    presigned_personal_data_auth: presigned('PERSONAL_DATA_AUTH'),
  })
}

function createAcceptance(book: SimulatorState, merchant: SimulatedMerchant): string {
  const token = ['eyJhbGciOiJIUzI1NiJ9', randomUUID(), randomUUID()].join('.')
  book.acceptances.set(token, { merchant: merchant.public_key, expires: Date.now() + TOKEN_LIFE_MS, isUsed: false })
  return token
}

/** A transaction as the provider shows it. */
function transactionView(one: Stored) {
  const extra =
    one.method.type === 'PSE' && one.bank_url !== null
      ? { async_payment_url: one.bank_url, ticket_id: hash('sha1', one.id).slice(0, 20) }
      : {}
  return {
    id: one.id,
    created_at: one.created_at,
    finalized_at: one.finalized_at,
    amount_in_cents: one.amount_in_cents,
    reference: one.reference,
    customer_email: one.customer_email,
    currency: one.currency,
    payment_method_type: one.method.type,
    payment_method: { ...one.method, extra },
    redirect_url: one.redirect_url ?? null,
    status: one.status,
    status_message: one.status_message,
    merchant: { name: one.merchant.name, public_key: one.merchant.public_key },
    payment_link_id: null,
    payment_source_id: null,
  }
}
