import type { FastifyReply } from 'fastify'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Actor } from './context.ts'
import { API_HEADERS } from './headers.ts'
import { type Listener, type Live, openListener } from './live.ts'

/** A proxy closes what stays silent for a minute. */
const HEARTBEAT_MS = 25_000
/** How long a stream may outlive its session. */
const CHECK_MS = 60_000
/** A listener that takes nothing of what it is told is let go. */
const BACKLOG_MAX_BYTES = 64 * 1024

const STREAM_HEADERS = { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no', connection: 'close' }

/** The streams of a server: opened for whoever may listen, beating, and ended with their session or with the server. */
export type Streams = { open(actor: Actor, reply: FastifyReply): void; close(): Promise<void> }

/** One timer beats for all streams and one asks for all sessions: a stream costs its socket and little more. */
export function openStreams(pool: Pool, log: Logger): Streams {
  const live = openListener(pool.options.connectionString ?? '', log)
  const beats = new Map<Listener, () => void>()
  const beat = setInterval(() => beats.forEach((send) => send()), HEARTBEAT_MS)
  const check = setInterval(() => {
    endStreamsOfEndedSessions(pool, live).catch((error: unknown) =>
      log.warn({ err: error }, 'open streams were not checked'),
    )
  }, CHECK_MS)
  for (const timer of [beat, check]) timer.unref()
  return {
    open(actor, reply) {
      reply.hijack()
      const { raw } = reply
      // Who left while the door was still being opened is not waited for: nobody would say again that they are gone.
      if (raw.destroyed) return
      const send = (text: string): void => {
        if (raw.destroyed || raw.writableEnded) return
        if (raw.writableLength > BACKLOG_MAX_BYTES) raw.destroy()
        else raw.write(text)
      }
      const listener: Listener = {
        userId: actor.userId,
        sessionId: actor.sessionId,
        say: (event) => send(`event: ${event}\ndata: {}\n\n`),
        end: () => raw.end(),
      }
      let stop = (): void => undefined
      raw.on('close', () => {
        stop()
        beats.delete(listener)
      })
      raw.on('error', (error) => log.debug({ err: error }, 'a stream broke'))
      // Its socket goes with it: one kept alive after the end would hold a server that closes.
      raw.writeHead(200, { ...API_HEADERS, ...STREAM_HEADERS })
      // A browser that was cut comes back after a while, not at once with everybody else.
      send('retry: 3000\n\n')
      beats.set(listener, () => send(':\n\n'))
      stop = live.listen(listener)
    },
    async close() {
      clearInterval(beat)
      clearInterval(check)
      await live.close()
    },
  }
}

async function endStreamsOfEndedSessions(pool: Pool, live: Live): Promise<void> {
  const listeners = live.listeners()
  if (listeners.length === 0) return
  const { rows } = await pool.query<{ id: string }>('select living_sessions($1) as id', [
    [...new Set(listeners.map(({ sessionId }) => sessionId))],
  ])
  const living = new Set(rows.map(({ id }) => id))
  for (const { sessionId, end } of listeners) if (!living.has(sessionId)) end()
}
