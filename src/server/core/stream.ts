import type { FastifyReply } from 'fastify'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Actor } from './context.ts'
import { API_HEADERS } from './headers.ts'
import { type Listener, type Live, openListener } from './live.ts'

/** A proxy closes a connection without data after a minute. */
const HEARTBEAT_MS = 25_000
/** The longest time that a stream stays open after the end of its session. */
const CHECK_MS = 60_000
/** A stream with more unread data than this is closed. */
const BACKLOG_MAX_BYTES = 64 * 1024

const STREAM_HEADERS = { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no', connection: 'close' }

/** The event streams of a server. A stream ends with its session or with the server. */
export type Streams = { open(actor: Actor, reply: FastifyReply): void; close(): Promise<void> }

/** One timer sends the heartbeats of all streams, and one checks all sessions: a stream uses little more than its socket. */
export function openStreams(pool: Pool, log: Logger): Streams {
  const live = openListener(pool.options.connectionString ?? '', log)
  const heartbeats = new Map<Listener, () => void>()
  const heartbeat = setInterval(() => heartbeats.forEach((send) => send()), HEARTBEAT_MS)
  const check = setInterval(() => {
    endStreamsOfEndedSessions(pool, live).catch((error: unknown) =>
      log.warn({ err: error }, 'open streams were not checked'),
    )
  }, CHECK_MS)
  for (const timer of [heartbeat, check]) timer.unref()
  return {
    open(actor, reply) {
      reply.hijack()
      const { raw } = reply
      // The client closed the connection before this point: there is no further 'close' event.
      if (raw.destroyed) return
      const write = (text: string): void => {
        if (raw.destroyed || raw.writableEnded) return
        if (raw.writableLength > BACKLOG_MAX_BYTES) raw.destroy()
        else raw.write(text)
      }
      const listener: Listener = {
        userId: actor.userId,
        sessionId: actor.sessionId,
        send: (event) => write(`event: ${event}\ndata: {}\n\n`),
        end: () => raw.end(),
      }
      let stop = (): void => undefined
      raw.on('close', () => {
        stop()
        heartbeats.delete(listener)
      })
      raw.on('error', (error) => log.debug({ err: error }, 'a stream failed'))
      // The socket ends with the stream: a kept-alive socket would delay the stop of the server.
      raw.writeHead(200, { ...API_HEADERS, ...STREAM_HEADERS })
      // A disconnected browser connects again after three seconds, not at once with every other browser.
      write('retry: 3000\n\n')
      heartbeats.set(listener, () => write(':\n\n'))
      stop = live.listen(listener)
    },
    async close() {
      clearInterval(heartbeat)
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
  const openIds = new Set(rows.map(({ id }) => id))
  for (const { sessionId, end } of listeners) if (!openIds.has(sessionId)) end()
}
