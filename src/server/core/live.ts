import { Client } from 'pg'
import type { Logger } from 'pino'

/** What a stream may be told. `refresh`: something may have been missed, look again. */
export type LiveEvent = 'notification' | 'refresh'

/** Who listens, and how to reach them. `end` closes the stream. */
export type Listener = {
  readonly userId: string
  readonly sessionId: string
  readonly say: (event: LiveEvent) => void
  readonly end: () => void
}

/** The open streams of one process, and the one database connection that wakes them. */
export type Live = {
  /** Begins to tell, with a `refresh` as soon as nothing new can be missed; what it returns stops it. */
  listen(listener: Listener): () => void
  /** Who listens now. */
  listeners(): Listener[]
  /** Ends every stream and the connection. */
  close(): Promise<void>
}

const CHANNEL = 'enlace_notifications'
const RECONNECT_MS = 2_000
/** Streams of one session: the tabs of a browser share one; more than this is a mistake, and the oldest ends. */
const STREAMS_PER_SESSION = 5

/**
 * LISTENs on a connection of its own from the first listener on (not through a pooler in transaction mode). When the database goes
 * away it comes back by itself and tells everybody to look again.
 */
export function openLive(appUrl: string, log: Logger): Live {
  const byUser = new Map<string, Set<Listener>>()
  let client: Client | null = null
  let retry: NodeJS.Timeout | null = null
  let isListening = false
  let isClosed = false

  const everybody = (): Listener[] => [...byUser.values()].flatMap((listeners) => [...listeners])
  const connect = (): void => {
    const opened = new Client({ connectionString: appUrl, application_name: 'enlace live', keepAlive: true })
    const lost = (error?: Error): void => {
      if (client !== opened) return
      client = null
      isListening = false
      if (isClosed) return
      log.warn({ err: error?.message }, 'the live connection was lost')
      retry ??= setTimeout(() => {
        retry = null
        connect()
      }, RECONNECT_MS)
    }
    client = opened
    opened.on('error', lost)
    opened.on('end', lost)
    opened.on('notification', ({ payload = '' }) => {
      for (const userId of payload.split(',')) byUser.get(userId)?.forEach((listener) => listener.say('notification'))
    })
    opened
      .connect()
      .then(() => opened.query(`listen ${CHANNEL}`))
      // Whatever was told before this connection listened is found by looking.
      .then(() => {
        isListening = true
        everybody().forEach((listener) => listener.say('refresh'))
      })
      .catch(lost)
  }

  return {
    listen(listener) {
      if (client === null && retry === null && !isClosed) connect()
      const own = byUser.get(listener.userId) ?? new Set()
      byUser.set(listener.userId, own.add(listener))
      if (isListening) listener.say('refresh')
      const ofSession = [...own].filter(({ sessionId }) => sessionId === listener.sessionId)
      if (ofSession.length > STREAMS_PER_SESSION) ofSession[0]?.end()
      return () => {
        own.delete(listener)
        if (own.size === 0) byUser.delete(listener.userId)
      }
    },
    listeners: everybody,
    async close() {
      isClosed = true
      if (retry !== null) clearTimeout(retry)
      for (const listener of everybody()) listener.end()
      await client?.end().catch(() => undefined)
    },
  }
}
