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

/** What the requests of a load are: `passwordOf` and `usernameOf` by the number of the user. */
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
  rejected: number
  lost: number
  sent: number
}

type Waiting = { sentAt: number }

/** Sends Access-Requests with passwords at a fixed rate, as routers do, and measures how long each reply takes. Nothing is sent again. */
export async function askRadius(load: RadiusLoad): Promise<RadiusFound> {
  const took: number[] = []
  let rejected = 0
  const sockets = await Promise.all(
    load.routers.flatMap((address, router) =>
      Array.from({ length: SOCKETS_EACH }, async () => {
        const waiting = new Map<number, Waiting>()
        const socket = createSocket('udp4')
        socket.bind(0, address)
        await once(socket, 'listening')
        socket.on('message', (reply) => {
          const found = waiting.get(reply[1] ?? -1)
          if (!found) return
          waiting.delete(reply[1] ?? -1)
          took.push(performance.now() - found.sentAt)
          if (reply[0] !== ACCESS_ACCEPT) rejected += 1
        })
        return { socket, waiting, router, next: 0 }
      }),
    ),
  )
  const total = load.perSecond * load.seconds
  const start = performance.now()
  for (let sent = 0; sent < total; sent += 1) {
    const left = start + (sent * 1_000) / load.perSecond - performance.now()
    if (left > 0) await wait(left)
    const from = sockets[sent % sockets.length]
    if (!from) throw new Error('no socket')
    const id = (from.next += 1) % IDS
    const packet = requestOf(id, load.usernameOf(from.router), load.password, load.secret)
    from.waiting.set(id, { sentAt: performance.now() })
    from.socket.send(packet, load.port, '127.0.0.1')
  }
  await wait(2_000)
  await Promise.all(sockets.map(({ socket }) => closed(socket)))
  const sorted = took.toSorted((a, b) => a - b)
  const at = (part: number): number => Number((sorted[Math.floor(sorted.length * part)] ?? 0).toFixed(2))
  return { p50_ms: at(0.5), p95_ms: at(0.95), p99_ms: at(0.99), rejected, lost: total - took.length, sent: total }
}

async function closed(socket: Socket): Promise<void> {
  const ended = once(socket, 'close')
  socket.close()
  await ended
}

/** An Access-Request with a hidden password and its signature (RFC 2865, 5.2; RFC 3579, 3.2). */
function requestOf(id: number, username: string, password: string, secret: string): Buffer {
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
