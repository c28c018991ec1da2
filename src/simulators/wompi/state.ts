import { hash, randomInt, randomUUID } from 'node:crypto'
import { dayOf as bogotaDay } from '#domain/core/days.ts'
import { type Cards, createCard, outcomeOfCard, takeCardUse } from './cards.ts'
import { sendEvent } from './events.ts'
import { createLink, type Links, linkReply, type StoredLink } from './links.ts'
import {
  type Acceptances,
  acceptedBy,
  BANKS,
  CARD_DECLINED,
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
  SLIP_EXPIRED,
} from './rules.ts'

export type StoredTransaction = CreateBody & {
  id: string
  merchant: SimulatedMerchant
  method: PaymentMethod
  status: 'PENDING' | Ending
  status_message: string | null
  created_at: string
  finalized_at: string | null
  bank_url: string | null
  /** What the payer in cash says at the counter, once it is ready. */
  slip?: { business_agreement_code: string; payment_intention_identifier: string }
  /** The payment link on whose page it was begun. */
  payment_link_id?: string
}

/** The state of the simulator. */
export type SimulatorState = {
  merchants: SimulatedMerchant[]
  stored: Map<string, StoredTransaction>
  acceptances: Acceptances
  cards: Cards
  links: Links
  settleMs: number
  eventRetriesMs: readonly number[]
  pse: 'sandbox' | 'production_like'
  /** The simulator's base URL; '' until it listens. */
  base: string
  later: (ms: number, work: () => void) => void
}

const TOKEN_TTL_MS = 60 * 60_000
const FIRST_MERCHANT = 11_004
/** Of a link without an amount, whose payer types one. */
const FREE_AMOUNT_CENTS = 150_000
const FIRST_AGREEMENT = 56_780
/** The longest wait of a timer. */
const TIMER_MAX_MS = 2 ** 31 - 1

/** The reply to a call, by the paths of the provider. */
export function handleCall(
  state: SimulatorState,
  method: string,
  url: URL,
  header: string | undefined,
  body: unknown,
): Reply {
  const pathname = url.pathname.replace(/^\/v1/, '')
  const [, resource, id] = pathname.split('/')
  if (method === 'POST' && pathname === '/transactions') return create(state, header, body)
  if (method === 'POST' && pathname === '/payment_links') return createLink(state, header, body)
  if (method === 'POST' && pathname === '/tokens/cards') return createCard(state, header, body)
  if (method !== 'GET') return NOT_FOUND
  if (resource === 'transactions' && id === undefined) return listReply(state, header, url.searchParams)
  if (resource === 'transactions') return transactionReply(state.stored.get(id ?? ''))
  if (resource === 'payment_links' && id !== undefined) return linkReply(state, header, decodeURIComponent(id))
  if (resource === 'merchants' && id !== undefined) return merchantReply(state, decodeURIComponent(id))
  if (pathname !== '/pse/financial_institutions') return NOT_FOUND
  const authorized = merchantOf(state.merchants, header, ['public', 'private'])
  return 'reply' in authorized ? authorized.reply : ok(BANKS)
}

const ok = (data: unknown, status = 200): Reply => ({ status, body: { data, meta: {} } })
const transactionReply = (transaction: StoredTransaction | undefined): Reply =>
  transaction ? ok(transactionView(transaction)) : NOT_FOUND

/** Ends a pending transaction and sends its event to the merchant. A final status does not change. */
export function finishTransaction(state: SimulatorState, transaction: StoredTransaction, ending: Ending): void {
  if (transaction.status !== 'PENDING') return
  transaction.status = ending
  transaction.status_message = messageOf(transaction.method, ending)
  transaction.finalized_at = new Date().toISOString()
  sendEvent(transaction.merchant, transactionView(transaction), state.eventRetriesMs, state.later)
}

function messageOf({ type }: PaymentMethod, ending: Ending): string | null {
  if (ending === 'DECLINED' && type === 'CARD') return CARD_DECLINED
  return ending === 'DECLINED' && type === 'BANCOLOMBIA_COLLECT' ? SLIP_EXPIRED : MESSAGES[ending]
}

function create(state: SimulatorState, header: string | undefined, raw: unknown): Reply {
  // The body is checked before the key, as the provider does.
  const read = readCreate(raw)
  if ('reply' in read) return read.reply
  const authorized = merchantOf(state.merchants, header, ['public', 'private'])
  if ('reply' in authorized) return authorized.reply
  const { merchant } = authorized
  // Of a method only the token of a card is checked before the acceptance, as the provider does.
  if (read.method.type === 'CARD' && !takeCardUse(state.cards, read.method.token, merchant, Date.now()))
    return invalid({ payment_method: { token: ['El token es inválido'] } })
  const { reference } = read.body
  const isUsed = [...state.stored.values()].some(
    (transaction) => transaction.merchant === merchant && transaction.reference === reference,
  )
  const refused = refuseCreate(read.body, merchant, state.acceptances, isUsed, Date.now())
  if (refused) return refused
  const transaction = newTransaction(state, merchant, read)
  state.stored.set(transaction.id, transaction)
  scheduleOutcome(state, transaction)
  return ok(transactionView(transaction), 201)
}

/**
 * A pending transaction that a payer begins on the page of a link. Its reference is the provider's own: the shop's is in the link alone. An e-mail
 * is asked for on the page.
 */
export function beginOnPage(state: SimulatorState, link: StoredLink): StoredTransaction {
  const method = { type: 'NEQUI', phone_number: '3990000000' } as const
  const body = {
    amount_in_cents: link.amount_in_cents ?? FREE_AMOUNT_CENTS,
    currency: 'COP' as const,
    reference: `${link.id}_${Math.floor(Date.now() / 1_000)}_${randomInt(100_000, 1_000_000)}`,
    customer_email: 'quien.paga@correo.test',
    payment_method: method,
    ...(link.redirect_url && { redirect_url: link.redirect_url }),
  }
  const transaction = { ...newTransaction(state, link.merchant, { body, method }), payment_link_id: link.id }
  state.stored.set(transaction.id, transaction)
  return transaction
}

function newTransaction(
  state: SimulatorState,
  merchant: SimulatedMerchant,
  read: { body: CreateBody; method: PaymentMethod },
): StoredTransaction {
  const number = FIRST_MERCHANT + state.merchants.indexOf(merchant)
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

/** Schedules the outcome of a pending transaction. The URL of the bank's page appears after a delay, as at the provider. */
function scheduleOutcome(state: SimulatorState, transaction: StoredTransaction): void {
  const { method } = transaction
  if (method.type === 'BANCOLOMBIA_COLLECT') return scheduleSlip(state, transaction)
  const outcome = method.type === 'CARD' ? outcomeOfCard(state.cards, method.token) : outcomeOf(method, state.pse)
  if (outcome === null) return
  if (outcome !== 'bank') return state.later(state.settleMs, () => finishTransaction(state, transaction, outcome))
  state.later(state.settleMs / 10, () => {
    transaction.bank_url =
      transaction.method.type === 'PSE'
        ? `${state.base}/pse/redirect?ticket_id=${transaction.id}`
        : `${state.base}/payment_methods/redirect/bancolombia_transfer?transferCode=${transaction.id}`
  })
}

/** The two numbers appear after a delay, as at the provider; without a payer at the counter the payment ends at its expiry. */
function scheduleSlip(state: SimulatorState, transaction: StoredTransaction): void {
  const number = state.merchants.indexOf(transaction.merchant)
  state.later(state.settleMs / 10, () => {
    transaction.slip = {
      business_agreement_code: String(FIRST_AGREEMENT + number),
      payment_intention_identifier: String(randomInt(10_000_000_000, 99_999_999_999)),
    }
  })
  if (transaction.expiration_time === undefined) return
  const left = Date.parse(transaction.expiration_time) - Date.now()
  if (left <= TIMER_MAX_MS) state.later(left, () => finishTransaction(state, transaction, 'DECLINED'))
}

function listReply(state: SimulatorState, header: string | undefined, query: URLSearchParams): Reply {
  const authorized = merchantOf(state.merchants, header, ['private'])
  if ('reply' in authorized) return authorized.reply
  const reference = query.get('reference')
  const own = [...state.stored.values()].filter((transaction) => transaction.merchant === authorized.merchant)
  if (reference !== null)
    return ok(own.filter((transaction) => transaction.reference === reference).map(transactionView))
  // Without a reference the dates and the page are required; the reply names the first missing one.
  for (const field of ['from_date', 'until_date', 'page', 'page_size']) {
    if (query.get(field) === null) return invalid({ [field]: ['No está presente'] })
  }
  const [from, until] = [query.get('from_date') ?? '', query.get('until_date') ?? '']
  if (!DATE.test(from) || !DATE.test(until)) return invalid({ from_date: ['Formato inválido'] })
  const [page, size] = [Number(query.get('page')), Number(query.get('page_size'))]
  if (!(page >= 1) || !(size >= 1 && size <= PAGE_SIZE_MAX)) return invalid({ page_size: ['Formato inválido'] })
  const inDays = own.filter((transaction) => dayOf(transaction) >= from && dayOf(transaction) <= until)
  const sorted = query.get('order') === 'DESC' ? inDays.toReversed() : inDays
  return ok(sorted.slice((page - 1) * size, page * size).map(transactionView))
}

const DATE = /^\d{4}-\d{2}-\d{2}$/
const PAGE_SIZE_MAX = 200
/** The time zone of the provider's dates is not documented: the simulator uses Bogotá's, and the client requests transaction day more. */
const dayOf = (transaction: StoredTransaction): string => bogotaDay(new Date(transaction.created_at))

function merchantReply(state: SimulatorState, key: string): Reply {
  if (!/^pub_\w+$/.test(key)) return invalid({ public_key: ['Formato inválido'] })
  const merchant = state.merchants.find((candidate) => candidate.public_key === key)
  if (!merchant) return NOT_FOUND
  const presigned = (type: string) => ({
    acceptance_token: createAcceptance(state, merchant),
    permalink: `${state.base}/assets/${type.toLowerCase()}.pdf`,
    type,
  })
  return ok({
    name: merchant.name,
    public_key: key,
    active: true,
    accepted_currencies: ['COP'],
    accepted_payment_methods: acceptedBy(merchant),
    presigned_acceptance: presigned('END_USER_POLICY'),
    presigned_personal_data_auth: presigned('PERSONAL_DATA_AUTH'),
  })
}

function createAcceptance(state: SimulatorState, merchant: SimulatedMerchant): string {
  const token = ['eyJhbGciOiJIUzI1NiJ9', randomUUID(), randomUUID()].join('.')
  state.acceptances.set(token, { merchant: merchant.public_key, expires: Date.now() + TOKEN_TTL_MS, isUsed: false })
  return token
}

/** A transaction in the provider's format. */
function transactionView(transaction: StoredTransaction) {
  const code = hash('sha1', transaction.id).slice(0, 20)
  const extra =
    transaction.bank_url === null
      ? (transaction.slip ?? {})
      : {
          async_payment_url: transaction.bank_url,
          ...(transaction.method.type === 'PSE' ? { ticket_id: code } : { external_identifier: code }),
        }
  return {
    id: transaction.id,
    created_at: transaction.created_at,
    finalized_at: transaction.finalized_at,
    amount_in_cents: transaction.amount_in_cents,
    reference: transaction.reference,
    customer_email: transaction.customer_email,
    currency: transaction.currency,
    payment_method_type: transaction.method.type,
    payment_method: { ...transaction.method, extra },
    redirect_url: transaction.redirect_url ?? null,
    status: transaction.status,
    status_message: transaction.status_message,
    merchant: { name: transaction.merchant.name, public_key: transaction.merchant.public_key },
    payment_link_id: transaction.payment_link_id ?? null,
    payment_source_id: null,
  }
}
