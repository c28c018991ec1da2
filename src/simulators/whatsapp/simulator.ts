import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen, parsedJson, readBody } from '../http.ts'
import { deliver, inboundValue, templateValue } from './events.ts'
import { sendMessage } from './messages.ts'
import {
  type Reply,
  refusal,
  type SimulatedMessage,
  type SimulatedNumber,
  type SimulatedTemplate,
  type SimulatorState,
  type TemplateStatus,
} from './state.ts'
import { createTemplate, listTemplates } from './templates.ts'

/** The failures that a call can be given. `lost`: the call takes effect and its connection is cut. */
type Failure = 'error_500' | 'reset' | 'hang' | 'html' | 'long' | 'lost' | 'redirect'

export type WhatsappSimulator = {
  /** Base URL for a client, with the version. */
  url: string
  numbers: readonly SimulatedNumber[]
  /** Every accepted message. */
  messages(): readonly SimulatedMessage[]
  templates(): readonly SimulatedTemplate[]
  /** Makes the next `times` sends fail. */
  fail(failure: Failure, times?: number): void
  /** Changes a template and sends its event. */
  setTemplate(phoneNumberId: string, name: string, status: TemplateStatus): Promise<void>
  /** A user writes to the number. Resolves when the event was delivered. */
  receive(phoneNumberId: string, from: string, text: string, id?: string): Promise<void>
  close(): Promise<void>
}

export type WhatsappOptions = {
  numbers: readonly SimulatedNumber[]
  /** Templates that exist from the start. */
  templates?: readonly SimulatedTemplate[]
  /** Milliseconds of the review of a template, and between the statuses of a message. */
  reviewMs?: number
  statusMs?: number
  /** Users that may be messaged in a day. */
  tier?: number
  retriesMs?: readonly number[]
  now?: () => number
}

const VERSION = 'v25.0'
const TIER = 250

/**
 * A server that simulates the WhatsApp Cloud API: the same paths, the refusals of Meta in their order, never more permissive, and the
 * signed events of its webhook.
 */
export async function startWhatsappSimulator(options: WhatsappOptions): Promise<WhatsappSimulator> {
  const timers = new Set<NodeJS.Timeout>()
  const failures: Failure[] = []
  const state: SimulatorState = {
    numbers: options.numbers,
    templates: [...(options.templates ?? [])],
    messages: [],
    calls: new Map(),
    pairs: new Map(),
    tier: options.tier ?? TIER,
    reviewMs: options.reviewMs ?? 2_000,
    statusMs: options.statusMs ?? 500,
    retriesMs: options.retriesMs ?? [200, 1_000, 5_000],
    failuresLeft: new Map(),
    now: options.now ?? Date.now,
    later: (ms, work) => {
      const timer = setTimeout(() => {
        timers.delete(timer)
        work()
      }, ms)
      timers.add(timer)
    },
  }
  const server = createServer((request, response) => {
    handleRequest(state, failures, request, response).catch(() => response.destroy())
  })
  const { origin, close } = await listen(server)
  const numberOf = (id: string): SimulatedNumber => {
    const found = state.numbers.find(({ phone_number_id }) => phone_number_id === id)
    if (!found) throw new Error(`no number ${id}`)
    return found
  }
  return {
    url: `${origin}/${VERSION}`,
    numbers: state.numbers,
    messages: () => state.messages,
    templates: () => state.templates,
    fail: (failure, times = 1) => void failures.push(...Array<Failure>(times).fill(failure)),
    setTemplate: async (phoneNumberId, name, status) => {
      const number = numberOf(phoneNumberId)
      const template = state.templates.find((one) => one.waba_id === number.waba_id && one.name === name)
      if (!template) throw new Error(`no template ${name}`)
      template.status = status
      const title = status === 'PAUSED' ? 'FIRST_PAUSE' : undefined
      const reason = status === 'REJECTED' ? 'INVALID_FORMAT' : 'NONE'
      await deliver(state, number, 'message_template_status_update', templateValue(template, status, reason, title))
    },
    receive: async (phoneNumberId, from, text, id = `wamid.${from}.${state.now()}`) => {
      const number = numberOf(phoneNumberId)
      await deliver(state, number, 'messages', inboundValue(number, { from, id, text, name: 'Alguien' }, state.now()))
    },
    close: async () => {
      for (const timer of timers) clearTimeout(timer)
      await close()
    },
  }
}

async function handleRequest(
  state: SimulatorState,
  failures: Failure[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://simulator.test')
  const method = request.method ?? 'GET'
  const text = await readBody(request)
  const isSend = method === 'POST' && url.pathname.endsWith('/messages')
  const failure = isSend ? failures.shift() : undefined
  if (failure === 'reset') return void request.socket.destroy()
  if (failure === 'hang') return undefined
  if (failure === 'error_500') return void response.writeHead(500).end('upstream failed')
  if (failure === 'html') return void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Error</h1>')
  if (failure === 'long') return void response.writeHead(200).end(`{"a":"${'x'.repeat(2 * 1024 * 1024)}"}`)
  if (failure === 'redirect') return void response.writeHead(307, { location: '/elsewhere' }).end()
  const reply = handleCall(state, method, url, request.headers.authorization, parsedJson(text))
  if (failure === 'lost') return void request.socket.destroy()
  response
    .writeHead(reply.status, { 'content-type': 'application/json; charset=utf-8' })
    .end(JSON.stringify(reply.body))
}

function handleCall(state: SimulatorState, method: string, url: URL, header: string | undefined, body: unknown): Reply {
  const token = /^Bearer (\S+)$/.exec(header ?? '')?.[1]
  const own = state.numbers.filter((one) => one.token === token)
  if (own.length === 0) return refusal(401, 190, 'Invalid OAuth access token')
  const [, version, id, resource, more] = url.pathname.split('/')
  const unknown = refusal(400, 100, `Unsupported request: object ${id ?? ''} does not exist or cannot be loaded`)
  if (version !== VERSION || id === undefined || more !== undefined) return unknown
  const number = own.find((one) => one.phone_number_id === id)
  if (number && resource === undefined && method === 'GET') {
    const { phone_number_id, display_phone_number, name } = number
    return { status: 200, body: { id: phone_number_id, display_phone_number, verified_name: name } }
  }
  if (number && resource === 'messages' && method === 'POST') return sendMessage(state, number, body)
  const account = own.find((one) => one.waba_id === id)
  if (account && resource === 'message_templates') {
    if (method === 'POST') return createTemplate(state, account, body)
    if (method === 'GET') return listTemplates(state, account, url.searchParams.get('name'))
  }
  return unknown
}
