import { finished } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Bodies of one person, or of one network without a session, that are read after their refusal: the caller reads the reply at their end. */
export const REFUSED_READ_MAX = 4
/** The time in which a caller may read the refusal while nothing more of its body is read. */
const LINGER_MS = 2_000

const reading = new Map<string, number>()

/**
 * Ends a request that is refused before its body arrived. Node reads such a body to its end and discards it: a few for each `key`, so
 * that hundreds of them do not occupy the process. The replies of the others say that their connection closes, so that a proxy sends nothing
 * more on it. Called before the headers of the reply are written.
 */
export function endRefusedBody(key: string, { raw }: FastifyRequest, reply: FastifyReply): void {
  // A request that did not come by a socket, as in a test, has no such mark.
  if (!('complete' in raw) || raw.complete || raw.destroyed) return
  const { socket } = raw
  const count = reading.get(key) ?? 0
  if (count < REFUSED_READ_MAX) {
    reading.set(key, count + 1)
    // After the reply a request does not notice the end of its connection.
    const end = (): void => {
      stop()
      socket.off('close', end)
      leave(key)
    }
    const stop = finished(raw, end)
    socket.once('close', end)
    return
  }
  reply.header('connection', 'close')
  // A body that was asked for is not discarded: it waits in the socket, and the sender stops. What is in the memory is read first: with a
  // full buffer nothing more would be asked for.
  raw.read()
  // Node destroys the socket at the end of such a reply. With bytes of the body in it that is a reset, which may reach the caller before
  // the reply does: here only its own side ends, and a moment later the rest.
  socket.destroySoon = () => {
    socket.end()
    setTimeout(() => socket.destroy(), LINGER_MS).unref()
  }
}

/** Destroys the connection when the reply makes no progress. Node sets the time of an idle connection again after the reply. */
export function endWithoutProgress({ raw }: FastifyReply, maxMs: number): void {
  raw.setTimeout(maxMs, () => raw.destroy())
}

function leave(key: string): void {
  const left = (reading.get(key) ?? 1) - 1
  if (left === 0) reading.delete(key)
  else reading.set(key, left)
}
