import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { FactusKind } from '#domain/providers/factus-document.ts'
import { listen, parsedJson, readBody } from '../http.ts'
import { handleCall } from './calls.ts'
import { limited, type Reply, serverError } from './replies.ts'
import {
  type AccountState,
  type DianBehaviour,
  grantToken,
  openAccount,
  type SimulatedAccount,
  type SimulatedRange,
  type SimulatorState,
  type StoredDocument,
} from './state.ts'

/** The failures that a call can be given. `lost`: the call takes effect and its reply is lost. `large`: a reply of 40 MB. */
type Failure = 'error_500' | 'html' | 'hang' | 'reset' | 'lost' | 'limited' | 'expired_token' | 'large' | 'shape'

export type FactusSimulatorOptions = {
  accounts: readonly SimulatedAccount[]
  /** The life of a token; the documentation has 600 and 3600. */
  tokenSeconds?: number
  /** Requests per minute of an account: 80 as at the provider; null lifts it, for a load. */
  perMinute?: number | null
  /** A free one when absent. */
  port?: number
  /** The documents of before, and what to do with each change: a demo keeps them between two starts. */
  kept?: { documents: readonly KeptDocument[]; write: (kept: KeptDocument) => void }
}

/** A call as it arrived: its path with the query, and its body when it is JSON. */
export type ReceivedCall = { method: string; path: string; body: unknown }
type Replacements = {
  before?: (call: ReceivedCall) => Reply | undefined | Promise<undefined>
  after?: (call: ReceivedCall, reply: Reply) => Reply | undefined
}

/** A document of an account, or its deletion. */
export type KeptDocument = { user: string; key: string; document: StoredDocument | null }

export type FactusSimulator = {
  /** Base URL for a client. */
  url: string
  /** Makes the next `times` calls of a kind fail. */
  fail(what: 'token' | 'create' | 'read', failure: Failure, times?: number): void
  /** Gives other replies: `before` without the effect of the call, `after` with it. Null: the replies of the simulator. */
  replace(replacements: Replacements | null): void
  /** What DIAN does with the next documents, one each. */
  dian(...behaviours: DianBehaviour[]): void
  /** Changes a range of an account: expired, spent, inactive. */
  changeRange(user: string, kind: FactusKind, changes: Partial<SimulatedRange>): void
  /** The buyer of an invoice says something: an event of RADIAN by its code, on a day. */
  radian(user: string, number: string, code: string, on: string): void
  /** Every document of an account, also those with a lost reply. */
  documents(user: string): readonly StoredDocument[]
  /** The count of calls by their path, without the values. */
  calls(): ReadonlyMap<string, number>
  close(): Promise<void>
}

/** The events in the tables of reference of Factus. */
const RADIAN_NAMES: Readonly<Record<string, string>> = {
  '030': 'Acuse de recibo de la Factura Electrónica de Venta',
  '031': 'Reclamo de la Factura Electrónica de Venta',
  '032': 'Recibo del bien o prestación del servicio',
  '033': 'Aceptación expresa',
  '034': 'Aceptación tácita',
}

const BODY_MAX_BYTES = 1024 * 1024
const LARGE_BYTES = 40 * 1024 * 1024

/**
 * A server that simulates Factus v2: the same paths, shapes and refusals, never more permissive than its documentation
 * (developers.factus.com.co). Its documents are not valid for anything.
 */
export async function startFactusSimulator(options: FactusSimulatorOptions): Promise<FactusSimulator> {
  const plan: Plan = { failures: [], replacements: {} }
  const counts = new Map<string, number>()
  const state: SimulatorState = {
    accounts: new Map(options.accounts.map((account, index) => [account.user, openAccount(account, index)])),
    tokens: new Map(),
    refreshTokens: new Map(),
    tokenSeconds: options.tokenSeconds ?? 600,
    perMinute: options.perMinute === undefined ? 80 : options.perMinute,
    dian: [],
    onChange: (user, key, document) => options.kept?.write({ user, key, document }),
  }
  for (const kept of options.kept?.documents ?? []) restore(state, kept)
  const server = createServer((request, response) => {
    handleRequest(state, plan, counts, request, response).catch(() => response.destroy())
  })
  const { origin, close } = await listen(server, options.port)
  const accountOf = (user: string): AccountState => {
    const found = state.accounts.get(user)
    if (!found) throw new Error(`no account of ${user}`)
    return found
  }
  return {
    url: origin,
    fail: (what, failure, times = 1) => void plan.failures.push({ what, failure, left: times }),
    replace: (replacements) => void (plan.replacements = replacements ?? {}),
    dian: (...behaviours) => void state.dian.push(...behaviours),
    changeRange: (user, kind, changes) => {
      const range = accountOf(user).ranges.find((one) => one.kind === kind)
      if (range) Object.assign(range, changes)
    },
    radian: (user, number, code, on) => {
      const { events } = accountOf(user)
      const own = events.get(number) ?? []
      const id = String(own.length + 1)
      const cude = id.padStart(96, '0')
      const event_name = RADIAN_NAMES[code] ?? ''
      own.push({ number: id, cude, event_code: code, event_name, effective_date: on, effective_time: '10:00:00' })
      events.set(number, own)
    },
    documents: (user) => [...accountOf(user).documents.values()],
    calls: () => counts,
    close,
  }
}

/** A document of an earlier start. The range continues after the last number. */
function restore(state: SimulatorState, { user, key, document }: KeptDocument): void {
  const own = state.accounts.get(user)
  if (!own) return
  if (document === null) return void own.documents.delete(key)
  own.documents.set(key, document)
  const range = own.ranges.find(({ kind }) => kind === document.kind)
  const number = Number(document.number.slice(range?.prefix.length ?? 0))
  if (range && document.is_validated) range.current = Math.max(range.current, number + 1)
}

type Plan = { failures: PlannedFailure[]; replacements: Replacements }
type PlannedFailure = { what: 'token' | 'create' | 'read'; failure: Failure; left: number }

async function handleRequest(
  state: SimulatorState,
  plan: Plan,
  counts: Map<string, number>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://simulator')
  const method = request.method ?? 'GET'
  const text = await readBody(request, BODY_MAX_BYTES)
  const isToken = url.pathname === '/oauth/token'
  const name = `${method} ${url.pathname.replace(/\/(bills|credit-notes)\/(?!validate|destroy|reference)[^/]+/, '/$1/:number')}`
  counts.set(name, (counts.get(name) ?? 0) + 1)
  const failure = takeFailure(plan.failures, isToken ? 'token' : method === 'POST' ? 'create' : 'read')
  if (failure === 'reset') return void request.socket.destroy()
  if (failure === 'hang') return undefined
  if (failure === 'expired_token') state.tokens.clear()
  if (failure === 'html' || request.headers.accept !== 'application/json') return writePage(response)
  const replaced = failure === undefined ? null : replacement(failure)
  if (replaced !== null) return write(response, replaced)
  const call: ReceivedCall = { method, path: `${url.pathname}${url.search}`, body: isToken ? null : parsedJson(text) }
  const own = await plan.replacements.before?.(call)
  if (own !== undefined) return write(response, own)
  const reply = isToken
    ? tokenReply(state, request, text)
    : await handleCall(state, method, url, request.headers.authorization, call.body)
  if (failure === 'lost') return void request.socket.destroy()
  return write(response, plan.replacements.after?.(call, reply) ?? reply)
}

/** A reply that replaces the one of the call, which has no effect. */
function replacement(failure: Failure): Reply | null {
  if (failure === 'error_500') return serverError()
  if (failure === 'limited') return limited(80, 7)
  if (failure === 'shape') return { status: 200, body: { status: 'OK', data: 'otra cosa' } }
  if (failure === 'large') return { status: 200, body: { data: 'x'.repeat(LARGE_BYTES) } }
  return null
}

/** The token call is a form: a JSON body is refused. */
function tokenReply(state: SimulatorState, request: IncomingMessage, text: string): Reply {
  const isForm = (request.headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded')
  return grantToken(state, new URLSearchParams(isForm && request.method === 'POST' ? text : ''))
}

function takeFailure(plan: readonly PlannedFailure[], what: PlannedFailure['what']): Failure | undefined {
  const planned = plan.find((one) => one.what === what && one.left > 0)
  if (planned) planned.left -= 1
  return planned?.failure
}

const write = (response: ServerResponse, { status, body, headers }: Reply): void =>
  void response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
    .end(JSON.stringify(body))

/** The page that a Laravel server gives to a browser. */
const writePage = (response: ServerResponse): void =>
  void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<!doctype html><h1>Factus</h1>')
