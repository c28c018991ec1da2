import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen, parsedJson, readBody } from '../http.ts'
import { bankPage, counterPage, linkPage } from './bank.ts'
import type { StoredLink } from './links.ts'
import { type Ending, LOSES_REPLY, type Reply, refusal, type SimulatedMerchant } from './rules.ts'
import { finishTransaction, handleCall, type SimulatorState, type StoredTransaction } from './state.ts'

/**
 * The failures that a call can be given. `lost` and `mute`: the call takes effect, and its connection is cut or gets no reply. `half` and
 * `drip`: the call takes effect, and half of its reply arrives before the cut, or one byte of it each second.
 */
type Failure = 'error_500' | 'hang' | 'reset' | 'lost' | 'mute' | 'half' | 'drip' | 'html'

export type SimulatorOptions = {
  merchants: SimulatedMerchant[]
  /** Milliseconds from the creation to the final status, without a payer's action. */
  settleMs?: number
  /** Waits between the tries of an event without a 200 reply: the provider's half hour, three hours and a day, scaled down. */
  eventRetriesMs?: readonly number[]
  pse?: 'sandbox' | 'production_like'
}

export type Simulator = {
  /** Base URL for a client: 'http://127.0.0.1:4010/v1'. */
  url: string
  /** Where the pages of the payment links are: '/l/{id}' follows. */
  checkoutUrl: string
  merchants: SimulatedMerchant[]
  /** Makes the next `times` calls of a kind fail. */
  fail(what: 'create' | 'read', failure: Failure, times?: number): void
  /** How many calls are still to fail. */
  failuresLeft(): number
  /** Every created transaction, also those with a lost reply. */
  transactions(): readonly StoredTransaction[]
  /** Every created payment link, also those with a lost reply. */
  links(): readonly StoredLink[]
  /** Ends a pending transaction, as its payer does in the application of the bank. */
  finish(transaction: StoredTransaction, ending: Ending): void
  /** Adds a transaction of another shop of the same merchant. */
  adopt(transaction: StoredTransaction): void
  /** Deletes a transaction. */
  forget(id: string): void
  close(): Promise<void>
}

/**
 * A server that simulates Wompi's sandbox: the same paths and the same refusals in the same order, never more permissive (sources:
 * docs.wompi.co and measurements of the sandbox). Pending payments end by the provider's test data, and each final status sends its
 * signed event.
 */
export async function startWompiSimulator(options: SimulatorOptions): Promise<Simulator> {
  const timers = new Set<NodeJS.Timeout>()
  const plan: PlannedFailures = []
  const state: SimulatorState = {
    merchants: options.merchants,
    stored: new Map(),
    acceptances: new Map(),
    cards: new Map(),
    links: new Map(),
    settleMs: options.settleMs ?? 3_000,
    eventRetriesMs: options.eventRetriesMs ?? [200, 1_000, 5_000],
    pse: options.pse ?? 'production_like',
    base: '',
    later: (ms, work) => {
      const timer = setTimeout(() => {
        timers.delete(timer)
        work()
      }, ms)
      timers.add(timer)
    },
  }
  const server = createServer((request, response) => {
    handleRequest(state, plan, request, response).catch(() => response.destroy())
  })
  const { origin, close } = await listen(server)
  state.base = `${origin}/v1`
  return {
    url: state.base,
    checkoutUrl: origin,
    merchants: state.merchants,
    fail: (what, failure, times = 1) => void plan.push({ what, failure, left: times }),
    failuresLeft: () => plan.reduce((total, { left }) => total + left, 0),
    transactions: () => [...state.stored.values()],
    links: () => [...state.links.values()],
    finish: (transaction, ending) => finishTransaction(state, transaction, ending),
    adopt: (transaction) => void state.stored.set(transaction.id, transaction),
    forget: (id) => void state.stored.delete(id),
    close: async () => {
      for (const timer of timers) clearTimeout(timer)
      await close()
    },
  }
}

/** The pages of the bank: of PSE, and of Bancolombia. */
const BANK_PAGES = new Set(['/v1/pse/redirect', '/v1/payment_methods/redirect/bancolombia_transfer'])

/** Where a slip is paid, or its days end: only of this simulator. */
const COUNTER_PATH = '/v1/simulator/correspondent'

const CROSS_ORIGIN = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, content-type',
  'access-control-allow-methods': 'POST',
}

type PlannedFailures = { what: 'create' | 'read'; failure: Failure; left: number }[]

async function handleRequest(
  state: SimulatorState,
  plan: PlannedFailures,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', state.base)
  const method = request.method ?? 'GET'
  const text = await readBody(request)
  if (BANK_PAGES.has(url.pathname)) return bankPage(state, method, url, text, response)
  if (url.pathname.startsWith('/l/')) return linkPage(state, method, url, text, response)
  if (url.pathname === COUNTER_PATH) return counterPage(state, method, text, response)
  if (url.pathname === '/v1/tokens/cards') {
    // A browser calls it, from another origin.
    for (const [name, value] of Object.entries(CROSS_ORIGIN)) response.setHeader(name, value)
    if (method === 'OPTIONS') return void response.writeHead(204).end()
    return write(response, handleCall(state, method, url, request.headers.authorization, parsedJson(text)))
  }
  const failure = takeFailure(plan, method)
  if (failure === 'reset') return void request.socket.destroy()
  if (failure === 'hang') return undefined
  if (failure === 'error_500') return write(response, refusal(500, { type: 'INTERNAL_ERROR' }))
  if (failure === 'html') return void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Error</h1>')
  const reply = handleCall(state, method, url, request.headers.authorization, parsedJson(text))
  // The call took effect; its reply is lost.
  if (failure === 'lost' || (method === 'POST' && text.includes(LOSES_REPLY))) return void request.socket.destroy()
  if (failure === 'mute') return undefined
  if (failure === 'half') return writeHalf(response, reply)
  if (failure === 'drip') return writeSlowly(response, reply)
  return write(response, reply)
}

function takeFailure(plan: PlannedFailures, method: string): Failure | undefined {
  const what = method === 'POST' ? 'create' : 'read'
  const plannedFailure = plan.find((planned) => planned.what === what && planned.left > 0)
  if (plannedFailure) plannedFailure.left -= 1
  return plannedFailure?.failure
}

function write(response: ServerResponse, { status, body }: Reply): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }
const DRIP_MS = 1_000

function writeHalf(response: ServerResponse, { status, body }: Reply): void {
  const text = JSON.stringify(body)
  response.writeHead(status, { ...JSON_TYPE, 'content-length': Buffer.byteLength(text) })
  response.write(text.slice(0, text.length / 2), () => response.destroy())
}

function writeSlowly(response: ServerResponse, { status, body }: Reply): void {
  const bytes = Buffer.from(JSON.stringify(body))
  response.writeHead(status, { ...JSON_TYPE, 'content-length': bytes.length })
  let sent = 0
  const timer = setInterval(() => {
    response.write(bytes.subarray(sent, sent + 1))
    sent += 1
    if (sent === bytes.length) response.end()
  }, DRIP_MS)
  response.once('close', () => clearInterval(timer))
}
