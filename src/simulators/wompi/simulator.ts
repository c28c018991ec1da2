import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { bankPage } from './bank.ts'
import { handleCall, type SimulatorState, type Stored } from './book.ts'
import { LOSES_ANSWER, type Reply, refusal, type SimulatedMerchant } from './rules.ts'

/** What a call can be made to suffer, as many times as it says. `lost` and `mute`: it is done, and the line is cut or stays silent. */
type Failure = 'error_500' | 'hang' | 'reset' | 'lost' | 'mute' | 'html'

export type SimulatorOptions = {
  merchants: SimulatedMerchant[]
  port?: number
  /** From creation to the end, for what ends by itself. */
  settleMs?: number
  /** Between tries of an event that was not answered 200: the provider's half hour, three hours and a day, scaled down. */
  eventRetriesMs?: readonly number[]
  pse?: 'sandbox' | 'production_like'
}

export type Simulator = {
  /** As a client needs it: 'http://127.0.0.1:4010/v1'. */
  url: string
  merchants: SimulatedMerchant[]
  /** Makes the next calls of a kind fail. */
  fail(what: 'create' | 'read', failure: Failure, times?: number): void
  /** Everything that was created, whatever its answers were. */
  transactions(): readonly Stored[]
  /** Holds a transaction that came from elsewhere, as another shop of the same merchant. */
  adopt(transaction: Stored): void
  /** Loses a transaction. */
  forget(id: string): void
  close(): Promise<void>
}

const BODY_MAX_BYTES = 64 * 1024

/**
 * Wompi's sandbox as a server of its own: same paths, same refusals in the same order, never more permissive
 * (docs.wompi.co; what was measured of it). Pending payments end by the provider's test data, and every ending sends its signed event.
 */
export async function startWompiSimulator(options: SimulatorOptions): Promise<Simulator> {
  const timers = new Set<NodeJS.Timeout>()
  const plan: PlannedFailures = []
  const book: SimulatorState = {
    merchants: options.merchants,
    stored: new Map(),
    acceptances: new Map(),
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
    handleRequest(book, plan, request, response).catch(() => response.destroy())
  })
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  book.base = `http://127.0.0.1:${portOf(server.address())}/v1`
  return {
    url: book.base,
    merchants: book.merchants,
    fail: (what, failure, times = 1) => void plan.push({ what, failure, left: times }),
    transactions: () => [...book.stored.values()],
    adopt: (transaction) => void book.stored.set(transaction.id, transaction),
    forget: (id) => void book.stored.delete(id),
    close: async () => {
      for (const timer of timers) clearTimeout(timer)
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

type PlannedFailures = { what: 'create' | 'read'; failure: Failure; left: number }[]

async function handleRequest(
  book: SimulatorState,
  plan: PlannedFailures,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', book.base)
  const method = request.method ?? 'GET'
  const text = await readBody(request)
  if (url.pathname === '/v1/pse/redirect') return bankPage(book, method, url, text, response)
  const failure = takeFailure(plan, method)
  if (failure === 'reset') return void request.socket.destroy()
  if (failure === 'hang') return undefined
  if (failure === 'error_500') return write(response, refusal(500, { type: 'INTERNAL_ERROR' }))
  if (failure === 'html') return void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Error</h1>')
  const reply = handleCall(book, method, url, request.headers.authorization, parsed(text))
  // It is done, and nobody hears of it.
  if (failure === 'lost' || (method === 'POST' && text.includes(LOSES_ANSWER))) return void request.socket.destroy()
  if (failure === 'mute') return undefined
  return write(response, reply)
}

function takeFailure(plan: PlannedFailures, method: string): Failure | undefined {
  const what = method === 'POST' ? 'create' : 'read'
  const planned = plan.find((one) => one.what === what && one.left > 0)
  if (planned) planned.left -= 1
  return planned?.failure
}

const portOf = (address: AddressInfo | string | null): number =>
  typeof address === 'object' && address !== null ? address.port : 0

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > BODY_MAX_BYTES) throw new Error('the body is too long')
    chunks.push(bytes)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function write(response: ServerResponse, { status, body }: Reply): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
}
