import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import * as z from 'zod/mini'
import { listen, parsedJson, readBody } from '../http.ts'

/** An account of the simulator. */
export type SimulatedSmsAccount = { name: string; key: string; sender: string }

/** A message that the simulator accepted. `to`: with the country in front. */
export type SimulatedSms = { account: string; from: string; to: string; text: string; reference: string; at: Date }

/** What happens to a call: `lost` is accepted, and its answer does not arrive. */
type Failure =
  | 'reset'
  | 'hang'
  | 'lost'
  | 'html'
  | 'long'
  | 'redirect'
  | 'error_500'
  | 'slow'
  | 'not_ok'
  | 'forbidden_page'

export type SmsSimulator = {
  /** The whole address of the call that sends. */
  url: string
  accounts: SimulatedSmsAccount[]
  messages: () => readonly SimulatedSms[]
  fail: (failure: Failure, times?: number) => void
  close: () => Promise<void>
}

const PATH = '/api/sms/v5/send'
const TEXT_MAX = 765

const Send = z.strictObject({
  priority: z.boolean(),
  certificate: z.boolean(),
  flash: z.boolean(),
  sendDate: z.literal('Now'),
  campaignName: z.string().check(z.minLength(1), z.maxLength(50)),
  from: z.string().check(z.regex(/^\d{5,6}$/)),
  messages: z
    .array(
      z.strictObject({
        to: z.string(),
        text: z.string().check(z.minLength(1), z.maxLength(TEXT_MAX)),
        costCenter: z.int(),
        reference01: z.string().check(z.minLength(1), z.maxLength(100)),
      }),
    )
    .check(z.length(1)),
})

type Reply = { status: number; body: unknown }
const refusal = (status: number, statusMessage: string): Reply => ({ status, body: { statusMessage } })

/** Starts a gateway of text messages that refuses what is not exactly the request that it knows. */
export async function startSmsSimulator(options: {
  accounts: SimulatedSmsAccount[]
  now?: () => number
}): Promise<SmsSimulator> {
  const { accounts, now = Date.now } = options
  const messages: SimulatedSms[] = []
  const failures: Failure[] = []
  const server = createServer((request, response) => {
    handleRequest(request, response).catch(() => response.destroy())
  })

  async function handleRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await readBody(request)
    const failure = failures.shift()
    if (failure === 'reset') return void request.socket.destroy()
    if (failure === 'hang') return
    if (failure === 'html') return void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Espera</h1>')
    if (failure === 'forbidden_page')
      return void response.writeHead(403, { 'content-type': 'text/html' }).end('<h1>No</h1>')
    if (failure === 'long') return void response.writeHead(200).end(`{"a":"${'x'.repeat(128 * 1024)}"}`)
    if (failure === 'redirect') return void response.writeHead(307, { location: '/otra' }).end()
    if (failure === 'error_500') return send(response, refusal(500, 'Internal error'))
    if (failure === 'slow') return send(response, refusal(429, 'Too many requests'))
    if (failure === 'not_ok') return send(response, refusal(200, 'PENDING'))
    const reply = handleCall(request, text)
    if (failure === 'lost') return void request.socket.destroy()
    send(response, reply)
  }

  function handleCall(request: IncomingMessage, text: string): Reply {
    if (request.method !== 'POST' || request.url !== PATH) return refusal(404, 'Not found')
    if (request.headers['content-type'] !== 'application/json') return refusal(415, 'Unsupported media type')
    const account = accounts.find(({ key }) => key === request.headers['x-hablame-key'])
    if (!account) return refusal(401, 'Invalid API key')
    const parsed = z.safeParse(Send, parsedJson(text))
    if (!parsed.success) return refusal(400, `Invalid ${parsed.error.issues[0]?.path.join('.') ?? 'body'}`)
    const { from, messages: sent } = parsed.data
    if (from !== account.sender) return refusal(400, 'Invalid from')
    for (const { to } of sent) if (!/^573\d{9}$/.test(to)) return refusal(400, 'Invalid mobile number')
    for (const { to, text: words, reference01: reference } of sent)
      messages.push({ account: account.name, from, to, text: words, reference, at: new Date(now()) })
    return { status: 200, body: { statusCode: 200, statusMessage: 'OK', payLoad: { count: sent.length } } }
  }

  const { origin, close } = await listen(server)
  return {
    url: `${origin}${PATH}`,
    accounts,
    messages: () => messages,
    fail: (failure, times = 1) => void failures.push(...Array<Failure>(times).fill(failure)),
    close,
  }
}

const send = (response: ServerResponse, { status, body }: Reply): void =>
  void response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
