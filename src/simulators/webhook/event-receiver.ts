import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen, readBody } from '../http.ts'

type ReceivedEvent = { id: string; type: string; data: Record<string, unknown> | null }

type Plan = number | 'mute' | 'endless' | 'redirect'

export type EventReceiver = {
  url: string
  /** The events with a right signature, in the order in which they came. */
  events: readonly ReceivedEvent[]
  /** Paths of every request, also of the refused ones. */
  paths: readonly string[]
  /** The secrets that it knows. */
  secrets: string[]
  /** The next answers, in place of 200. `mute`: none; `endless`: one without an end; `redirect`: to another path of this server. */
  answer(...plans: Plan[]): void
  close(): Promise<void>
}

const WINDOW_S = 300
const BODY_MAX_BYTES = 256 * 1024

/** A program that receives the events of a company and verifies each signature, as docs/api.md says. */
export async function startEventReceiver(): Promise<EventReceiver> {
  const events: ReceivedEvent[] = []
  const paths: string[] = []
  const secrets: string[] = []
  const planned: Plan[] = []
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readBody(request, BODY_MAX_BYTES)
    paths.push(request.url ?? '')
    const plan = planned.shift() ?? 200
    if (plan === 'mute') return
    if (plan === 'redirect') return void response.writeHead(302, { location: '/otra' }).end()
    if (plan === 'endless') return sendEndless(response)
    if (!isOurs(secrets, String(request.headers['enlace-signature'] ?? ''), body))
      return void response.writeHead(401).end('firma')
    if (plan === 200) events.push(JSON.parse(body))
    response.writeHead(plan).end(`respuesta ${plan}`)
  }
  const server = createServer((request, response) => {
    receive(request, response).catch(() => response.destroy())
  })
  const { origin, close } = await listen(server)
  return {
    url: `${origin}/eventos`,
    events,
    paths,
    secrets,
    answer: (...plans) => void planned.push(...plans),
    close,
  }
}

/** Whether one of the signatures is of one of the secrets, over the bytes that came, and not older than five minutes. */
function isOurs(secrets: readonly string[], header: string, body: string): boolean {
  const [time = '', ...signatures] = header.split(',')
  const seconds = time.replace('t=', '')
  if (Math.abs(Date.now() / 1_000 - Number(seconds)) > WINDOW_S) return false
  const expected = secrets.map((secret) => createHmac('sha256', secret).update(`${seconds}.${body}`).digest())
  return signatures.some((signature) => {
    const given = Buffer.from(signature.replace('v1=', ''), 'hex')
    return expected.some((one) => one.length === given.length && timingSafeEqual(one, given))
  })
}

function sendEndless(response: ServerResponse): void {
  const more = Buffer.alloc(64 * 1024, 'x')
  response.writeHead(200)
  const write = (): void => {
    while (!response.destroyed && response.write(more));
  }
  response.on('drain', write)
  write()
}
