import { Client } from 'pg'
import type { Logger } from 'pino'

/** What a stream may be told. `refresh`: something may have been missed, look again. `cut`: nothing will be told until the next one. */
type LiveEvent = 'notification' | 'refresh' | 'cut'

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
/** A connection that died without a word is noticed in a minute: by the system, and by asking it something. */
const KEEP_ALIVE = {
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  connectionTimeoutMillis: 10_000,
  query_timeout: 10_000,
}
const PING_MS = 30_000
/** Streams of one session: the tabs of a browser share one; more than this is a mistake, and the oldest ends. */
const STREAMS_PER_SESSION = 5

/**
 * LISTENs on a connection of its own from the first listener on (not through a pooler in transaction mode). When the database goes
 * away it comes back by itself and tells everybody to look again.
 */
export function openListener(appUrl: string, log: Logger): Live {
  const byUser = new Map<string, Set<Listener>>()
  const everybody = (): Listener[] => [...byUser.values()].flatMap((listeners) => [...listeners])
  const line = openConnection(appUrl, log, {
    heard: (userIds) => {
      for (const userId of userIds) byUser.get(userId)?.forEach((listener) => listener.say('notification'))
    },
    // Whatever was told before this connection listened is found by looking.
    came: () => everybody().forEach((listener) => listener.say('refresh')),
    went: () => everybody().forEach((listener) => listener.say('cut')),
  })
  return {
    listen(listener) {
      const own = byUser.get(listener.userId) ?? new Set()
      byUser.set(listener.userId, own.add(listener))
      if (line.begin()) listener.say('refresh')
      const ofSession = [...own].filter(({ sessionId }) => sessionId === listener.sessionId)
      if (ofSession.length > STREAMS_PER_SESSION) ofSession[0]?.end()
      return () => {
        own.delete(listener)
        if (own.size === 0) byUser.delete(listener.userId)
      }
    },
    listeners: everybody,
    async close() {
      for (const listener of everybody()) listener.end()
      await line.close()
    },
  }
}

type ConnectionEvents = { heard: (userIds: readonly string[]) => void; came: () => void; went: () => void }
/** `begin` connects if nobody has, and says whether it listens already. */
type ListenConnection = { begin: () => boolean; close: () => Promise<void> }

/** The one connection that listens, opened again whenever it is lost. */
function openConnection(appUrl: string, log: Logger, { heard, came, went }: ConnectionEvents): ListenConnection {
  let client: Client | null = null
  let retry: NodeJS.Timeout | null = null
  let isListening = false
  let isClosed = false

  const connect = (): void => {
    const opened = new Client({ connectionString: appUrl, application_name: 'enlace live', ...KEEP_ALIVE })
    const lost = (error?: Error): void => {
      if (client !== opened) return
      client = null
      isListening = false
      opened.end().catch(() => undefined)
      if (isClosed) return
      went()
      log.warn({ err: error?.message }, 'the live connection was lost')
      retry ??= setTimeout(() => {
        retry = null
        connect()
      }, RECONNECT_MS)
    }
    client = opened
    opened.on('error', lost)
    opened.on('end', lost)
    opened.on('notification', ({ payload = '' }) => heard(payload.split(',')))
    opened
      .connect()
      .then(() => opened.query(`listen ${CHANNEL}`))
      .then(() => {
        isListening = true
        came()
      })
      .catch(lost)
  }
  const asking = setInterval(() => {
    const asked = client
    // Its 'error' ends it, and begins the next.
    asked?.query('select 1').catch((error: Error) => asked.emit('error', error))
  }, PING_MS)
  asking.unref()

  return {
    begin() {
      if (client === null && retry === null && !isClosed) connect()
      return isListening
    },
    async close() {
      isClosed = true
      clearInterval(asking)
      if (retry !== null) clearTimeout(retry)
      await client?.end().catch(() => undefined)
    },
  }
}
