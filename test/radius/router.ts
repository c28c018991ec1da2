import { createHash } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { CODES, type Digest } from '#server/providers/network/radius-packet.ts'

const SESSION_NOT_FOUND = 503
const RESOURCES_UNAVAILABLE = 506
const errorCause = (cause: number): Buffer => Buffer.of(101, 6, 0, 0, cause >> 8, cause & 0xff)

/** `onEnd`: what happens between the end of a session and the answer, as when the client connects again. */
type RouterOptions = { acceptsCoa?: boolean; address?: string; onEnd?: () => Promise<void> }

/** A router that receives RADIUS messages: it ends the session of a user that has one, unless it is refusing. */
export async function startRouter(
  secret: string,
  sessions: Set<string>,
  { acceptsCoa = false, address = '127.0.0.1', onEnd = () => Promise.resolve() }: RouterOptions = {},
) {
  const socket = createSocket('udp4')
  const sign = signerOf(secret)
  const codes: number[] = []
  const answers = { isRefusing: false }
  const answer = async (request: Buffer): Promise<Buffer> => {
    const code = request[0] ?? 0
    codes.push(code)
    if (answers.isRefusing) return sign(request, code + 2, errorCause(RESOURCES_UNAVAILABLE))
    const size = request[21] ?? 2
    const name = request.subarray(22, 20 + size).toString()
    const isDone = code === CODES.coa ? acceptsCoa : sessions.delete(name)
    if (isDone) await onEnd()
    return sign(request, code + (isDone ? 1 : 2), isDone ? Buffer.alloc(0) : errorCause(SESSION_NOT_FOUND))
  }
  socket.on('message', (request, from) => {
    void answer(request).then((reply) => socket.send(reply, from.port, from.address))
  })
  socket.bind(0, address)
  await once(socket, 'listening')
  return { port: socket.address().port, codes, answers, close: () => void socket.close() }
}

export const radiusDigest =
  (secret: string): Digest =>
  async (packet) =>
    createHash('md5').update(packet).update(secret).digest()

/** The answer of a router to a request, signed with its secret. */
const signerOf =
  (secret: string) =>
  async (request: Buffer, code: number, attributes: Buffer): Promise<Buffer> => {
    const head = Buffer.of(code, request[1] ?? 0, 0, 20 + attributes.length)
    const authenticator = await radiusDigest(secret)(Buffer.concat([head, request.subarray(4, 20), attributes]))
    return Buffer.concat([head, authenticator, attributes])
  }
