import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen, readBody } from '../http.ts'

/** An order as the system of a company receives it. */
type ReceivedOrder = {
  id: string
  version: number
  action: string
  service: string
  contract: string
  desired: {
    state: string
    username: string
    ipv4: string | null
    down_kbps: number
    up_kbps: number
    on_suspend: string
  }
}

export type Receiver = {
  url: string
  /** The newest order of each service, by its id. */
  services: ReadonlyMap<string, ReceivedOrder>
  /** Each request that was received, also the refused ones: its status. */
  statuses: readonly number[]
  /** The next replies, in place of the right ones. `mute`: the order is applied, and no reply is sent. */
  answer(...replies: (number | 'mute')[]): void
  /** Runs when an order arrives, before it is applied. */
  onOrder(work: (order: ReceivedOrder) => Promise<void>): void
  close(): Promise<void>
}

/** A signature is valid for five minutes, and once. */
const WINDOW_S = 300

/**
 * The system of a company that receives signed orders, as docs/operations.md says that it must: it verifies the signature over the bytes
 * that came, refuses an old one and a repeated one, applies an order once, and ignores an older version.
 */
export async function startReceiver(secret: string, now: () => number = () => Date.now() / 1_000): Promise<Receiver> {
  const services = new Map<string, ReceivedOrder>()
  const statuses: number[] = []
  const planned: (number | 'mute')[] = []
  const seen = new Set<string>()
  let before: (order: ReceivedOrder) => Promise<void> = async () => undefined
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readBody(request)
    const status = statusOf(String(request.headers['enlace-signature'] ?? ''), body)
    const reply = (code: number): void => {
      statuses.push(code)
      response.writeHead(code).end()
    }
    if (status !== 200) return reply(status)
    const order: { kind?: string } & ReceivedOrder = JSON.parse(body)
    if (order.kind !== 'order') return reply(204)
    await before(order)
    const plan = planned.shift()
    if (typeof plan === 'number') return reply(plan)
    const newest = services.get(order.service)
    const isOld = newest !== undefined && newest.version > order.version
    if (!isOld) services.set(order.service, order)
    if (plan === 'mute') return void statuses.push(0)
    reply(isOld ? 409 : 200)
  }
  const statusOf = (header: string, body: string): number => {
    const [, seconds = '', signature = ''] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header) ?? []
    const expected = createHmac('sha256', secret).update(`${seconds}.${body}`).digest()
    if (signature === '' || !timingSafeEqual(Buffer.from(signature, 'hex'), expected)) return 401
    if (Math.abs(now() - Number(seconds)) > WINDOW_S || seen.has(signature)) return 400
    seen.add(signature)
    return 200
  }
  const server = createServer((request, response) => {
    receive(request, response).catch(() => response.destroy())
  })
  const { origin, close } = await listen(server)
  return {
    url: `${origin}/enlace`,
    services,
    statuses,
    answer: (...replies) => void planned.push(...replies),
    onOrder: (work) => {
      before = work
    },
    close,
  }
}
