import { createHash, createHmac, randomBytes } from 'node:crypto'
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'

const ACCESS_REQUEST = 1
const ACCESS_ACCEPT = 2
const USER_NAME = 1
const USER_PASSWORD = 2
const MESSAGE_AUTHENTICATOR = 80
const HEADER_BYTES = 20
/** The identifiers of one socket: no two of its open requests have the same one. */
const IDS = 256
const SOCKETS_EACH = 8
/** How long a router waits for its first answer (docs/operations.md), and how often it sends a request: each wait is twice the one before (RFC 5080, 2.2.1). */
const FIRST_WAIT_MS = 1_000
const TRIES = 5
const TICK_MS = 1

/** What the requests of a load are. */
export type RadiusLoad = {
  port: number
  secret: string
  /** The source addresses, each a router. */
  routers: readonly string[]
  usernameOf: (router: number) => string
  password: string
  perSecond: number
  seconds: number
}

export type RadiusFound = {
  p50_ms: number
  p95_ms: number
  p99_ms: number
  /** The rate at which the requests left. */
  per_s: number
  rejected: number
  /** Requests that were sent again because no answer had come: their time counts from the first time on. */
  resent: number
  /** Requests without an answer after the last try. */
  lost: number
  sent: number
}

type Router = { socket: Socket; waiting: Map<number, Request>; index: number }
type Request = { packet: Buffer; from: Router; sentAt: number; tries: number }

/** Sends Access-Requests with passwords at a fixed rate, as routers do, again when no answer comes, and measures how long each answer takes. */
export async function askRadius(load: RadiusLoad): Promise<RadiusFound> {
  const found = { took: [] as number[], rejected: 0, resent: 0, lost: 0 }
  const routers = await Promise.all(
    load.routers.flatMap((address, index) =>
      Array.from({ length: SOCKETS_EACH }, async () => {
        const router = { socket: createSocket('udp4'), waiting: new Map<number, Request>(), index }
        await connected(router.socket, address, load.port)
        router.socket.on('message', (reply) => {
          const id = reply[1] ?? -1
          const request = router.waiting.get(id)
          if (!request || !router.waiting.delete(id)) return
          found.took.push(performance.now() - request.sentAt)
          if (reply[0] !== ACCESS_ACCEPT) found.rejected += 1
        })
        return router
      }),
    ),
  )
  const requests = requestsOf(load, routers)
  const start = performance.now()
  let sent = 0
  for (; sent < requests.length; await wait(TICK_MS)) {
    const due = Math.min(requests.length, Math.ceil(((performance.now() - start) * load.perSecond) / 1_000))
    for (; sent < due; sent += 1) {
      const request = requests[sent]
      if (request) sendFirst(request)
    }
    sendAgain(routers, found)
  }
  const seconds = (performance.now() - start) / 1_000
  for (; routers.some(({ waiting }) => waiting.size > 0); await wait(TICK_MS)) sendAgain(routers, found)
  await Promise.all(routers.map(({ socket }) => closed(socket)))
  const { rejected, resent, lost } = found
  return { ...percentilesOf(found.took), per_s: Math.round(sent / seconds), rejected, resent, lost, sent }
}

/** Every request of a load, made before the first is sent: what a router computes is not the work of the server under measurement. */
function requestsOf(load: RadiusLoad, routers: readonly Router[]): Request[] {
  return Array.from({ length: load.perSecond * load.seconds }, (_, number) => {
    const from = routers[number % routers.length]
    if (!from) throw new Error('no router')
    const id = Math.floor(number / routers.length) % IDS
    const packet = packetOf(id, load.usernameOf(from.index), load.password, load.secret)
    return { packet, from, sentAt: 0, tries: 1 }
  })
}

function sendFirst(request: Request): void {
  request.sentAt = performance.now()
  request.from.waiting.set(request.packet.readUInt8(1), request)
  request.from.socket.send(request.packet)
}

/** Sends the same packets again whose wait is over, and gives up those that were sent often enough. */
function sendAgain(routers: readonly Router[], found: { resent: number; lost: number }): void {
  const now = performance.now()
  for (const { socket, waiting } of routers) {
    for (const [id, request] of waiting) {
      if (now - request.sentAt < FIRST_WAIT_MS * (2 ** request.tries - 1)) continue
      if (request.tries === TRIES) {
        waiting.delete(id)
        found.lost += 1
        continue
      }
      if (request.tries === 1) found.resent += 1
      request.tries += 1
      socket.send(request.packet)
    }
  }
}

function percentilesOf(took: readonly number[]): { p50_ms: number; p95_ms: number; p99_ms: number } {
  const sorted = took.toSorted((a, b) => a - b)
  const at = (part: number): number => Number((sorted[Math.floor(sorted.length * part)] ?? 0).toFixed(2))
  return { p50_ms: at(0.5), p95_ms: at(0.95), p99_ms: at(0.99) }
}

async function connected(socket: Socket, address: string, port: number): Promise<void> {
  socket.bind(0, address)
  await once(socket, 'listening')
  socket.connect(port, '127.0.0.1')
  await once(socket, 'connect')
}

async function closed(socket: Socket): Promise<void> {
  const ended = once(socket, 'close')
  socket.close()
  await ended
}

/** An Access-Request with a hidden password and its signature (RFC 2865, 5.2; RFC 3579, 3.2). */
function packetOf(id: number, username: string, password: string, secret: string): Buffer {
  const authenticator = randomBytes(16)
  const body = Buffer.concat([
    attribute(USER_NAME, Buffer.from(username, 'ascii')),
    attribute(USER_PASSWORD, hidden(password, secret, authenticator)),
    attribute(MESSAGE_AUTHENTICATOR, Buffer.alloc(16)),
  ])
  const packet = Buffer.concat([Buffer.alloc(HEADER_BYTES), body])
  packet.writeUInt8(ACCESS_REQUEST, 0)
  packet.writeUInt8(id, 1)
  packet.writeUInt16BE(packet.length, 2)
  authenticator.copy(packet, 4)
  createHmac('md5', secret)
    .update(packet)
    .digest()
    .copy(packet, packet.length - 16)
  return packet
}

const attribute = (type: number, value: Buffer): Buffer => Buffer.concat([Buffer.of(type, value.length + 2), value])

function hidden(password: string, secret: string, authenticator: Buffer): Buffer {
  const plain = Buffer.alloc(Math.ceil(password.length / 16) * 16)
  plain.write(password, 'ascii')
  const parts: Buffer[] = []
  let last = authenticator
  for (let from = 0; from < plain.length; from += 16) {
    const mask = createHash('md5').update(secret).update(last).digest()
    last = Buffer.from(plain.subarray(from, from + 16).map((byte, index) => byte ^ (mask[index] ?? 0)))
    parts.push(last)
  }
  return Buffer.concat(parts)
}
