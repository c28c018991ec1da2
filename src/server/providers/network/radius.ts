import { createSocket } from 'node:dgram'
import type { CallResult, NetworkDriver, ServiceCall } from './driver.ts'
import {
  CODES,
  type Digest,
  decodeReply,
  encodeRequest,
  type RadiusReply,
  rateLimit,
  userName,
} from './radius-packet.ts'

/** The waits of the tries of one packet: each has the same id and bytes. */
const WAITS_MS = [1_000, 2_000, 4_000]
const SESSION_NOT_FOUND = 503
/** A user that no router has: its reply shows that the router receives our messages and has the same secret. */
const PROBE = 'enlace-prueba'

type RadiusOptions = { address: string; port: number; digest: Digest; waitsMs?: readonly number[] }

/**
 * The driver of a router with RADIUS. What a service must be is read by FreeRADIUS from our tables, so there is nothing to send but the
 * end of the session: the client connects again with the new state. A new speed is tried without ending it.
 */
export function radiusDriver({ address, port, digest, waitsMs = WAITS_MS }: RadiusOptions): NetworkDriver {
  const send = async (code: number, attributes: Parameters<typeof encodeRequest>[1]): Promise<RadiusReply | null> =>
    exchange({ address, port, waitsMs }, await encodeRequest(code, attributes, digest), digest)
  const disconnect = async (username: string): Promise<CallResult> =>
    resultOf(await send(CODES.disconnect, [userName(username)]))
  return {
    test: () => disconnect(PROBE),
    apply: async (service) => {
      if (await isSpeedChanged(send, service)) return { kind: 'applied' }
      return disconnect(service.username)
    },
    read: async () => ({ kind: 'nothing_to_read' }),
  }
}

async function isSpeedChanged(
  send: (code: number, attributes: Parameters<typeof encodeRequest>[1]) => Promise<RadiusReply | null>,
  { action, state, username, up_kbps, down_kbps }: ServiceCall,
): Promise<boolean> {
  if (action !== 'change_speed' || state !== 'active') return false
  const reply = await send(CODES.coa, [userName(username), rateLimit(up_kbps, down_kbps)])
  return reply?.code === CODES.coaAck
}

function resultOf(reply: RadiusReply | null): CallResult {
  if (reply === null)
    return { kind: 'unanswered', detail: 'no respondió: revisa el secreto, el puerto y /radius incoming' }
  if (reply.code === CODES.disconnectAck) return { kind: 'applied' }
  // Without a session there is nothing to end: the next one has the new state.
  if (reply.errorCause === SESSION_NOT_FOUND) return { kind: 'unchanged' }
  return { kind: 'error', detail: `no cerró la sesión (causa ${reply.errorCause ?? 'desconocida'})` }
}

/** Sends a packet until its reply comes. Null without one. */
async function exchange(
  { address, port, waitsMs }: { address: string; port: number; waitsMs: readonly number[] },
  request: Buffer,
  digest: Digest,
): Promise<RadiusReply | null> {
  const socket = createSocket(address.includes(':') ? 'udp6' : 'udp4')
  const received: Buffer[] = []
  let notify: () => void = () => undefined
  socket.on('message', (message, from) => {
    if (from.address !== address || from.port !== port) return
    received.push(message)
    notify()
  })
  socket.on('error', () => undefined)
  try {
    for (const waitMs of waitsMs) {
      socket.send(request, port, address)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, waitMs)
        notify = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      for (const message of received.splice(0)) {
        const reply = await decodeReply(request, message, digest)
        if (reply) return reply
      }
    }
    return null
  } finally {
    socket.close()
  }
}
