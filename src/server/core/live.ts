import { Client } from 'pg'
import type { Logger } from 'pino'

/** The events of a stream. `refresh`: events may be missing, read again. `cut`: no events until the next `refresh`. */
type LiveEvent = 'notification' | 'refresh' | 'cut'

/** The user and session of a stream. `send` writes an event; `end` closes the stream. */
export type Listener = {
  readonly userId: string
  readonly sessionId: string
  readonly send: (event: LiveEvent) => void
  readonly end: () => void
}

/** The open streams of one process, and the one database connection that receives their notifications. */
export type Live = {
  /** Starts to send events, with a `refresh` when the connection listens. Returns a function that stops. */
  listen(listener: Listener): () => void
  /** The current listeners. */
  listeners(): Listener[]
  /** Ends every stream and the connection. */
  close(): Promise<void>
}

const CHANNEL = 'enlace_notifications'
const RECONNECT_MS = 2_000
/** Detects a lost connection within a minute: TCP keep-alive, and a query every PING_MS. */
const KEEP_ALIVE = {
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  connectionTimeoutMillis: 10_000,
  query_timeout: 10_000,
}
const PING_MS = 30_000
/** Streams of one session. The tabs of a browser share one; over this limit the oldest ends. */
const STREAMS_PER_SESSION = 5

/**
 * Runs LISTEN on a separate connection from the first listener on (not through a pooler in transaction mode). After a loss it
 * connects again and sends `refresh` to every listener.
 */
export function openListener(appUrl: string, log: Logger): Live {
  const byUser = new Map<string, Set<Listener>>()
  const allListeners = (): Listener[] => [...byUser.values()].flatMap((listeners) => [...listeners])
  const connection = openConnection(appUrl, log, {
    notified: (userIds) => {
      for (const userId of userIds) byUser.get(userId)?.forEach((listener) => listener.send('notification'))
    },
    // Notifications before LISTEN are not received: the client reads them.
    connected: () => allListeners().forEach((listener) => listener.send('refresh')),
    lost: () => allListeners().forEach((listener) => listener.send('cut')),
  })
  return {
    listen(listener) {
      const own = byUser.get(listener.userId) ?? new Set()
      byUser.set(listener.userId, own.add(listener))
      if (connection.begin()) listener.send('refresh')
      const ofSession = [...own].filter(({ sessionId }) => sessionId === listener.sessionId)
      if (ofSession.length > STREAMS_PER_SESSION) ofSession[0]?.end()
      return () => {
        own.delete(listener)
        if (own.size === 0) byUser.delete(listener.userId)
      }
    },
    listeners: allListeners,
    async close() {
      for (const listener of allListeners()) listener.end()
      await connection.close()
    },
  }
}

type ConnectionEvents = { notified: (userIds: readonly string[]) => void; connected: () => void; lost: () => void }
/** `begin` connects when there is no connection, and returns whether it listens already. */
type ListenConnection = { begin: () => boolean; close: () => Promise<void> }

/** The connection that listens. It is opened again after a loss. */
function openConnection(appUrl: string, log: Logger, events: ConnectionEvents): ListenConnection {
  let client: Client | null = null
  let retry: NodeJS.Timeout | null = null
  let isListening = false
  let isClosed = false

  const connect = (): void => {
    const opened = new Client({ connectionString: appUrl, application_name: 'enlace live', ...KEEP_ALIVE })
    const onLoss = (error?: Error): void => {
      if (client !== opened) return
      client = null
      isListening = false
      opened.end().catch(() => undefined)
      if (isClosed) return
      events.lost()
      log.warn({ err: error?.message }, 'the live connection was lost')
      retry ??= setTimeout(() => {
        retry = null
        connect()
      }, RECONNECT_MS)
    }
    client = opened
    opened.on('error', onLoss)
    opened.on('end', onLoss)
    opened.on('notification', ({ payload = '' }) => events.notified(payload.split(',')))
    opened
      .connect()
      .then(() => opened.query(`listen ${CHANNEL}`))
      .then(() => {
        isListening = true
        events.connected()
      })
      .catch(onLoss)
  }
  const ping = setInterval(() => {
    const current = client
    // The 'error' event ends this connection and opens the next one.
    current?.query('select 1').catch((error: Error) => current.emit('error', error))
  }, PING_MS)
  ping.unref()

  return {
    begin() {
      if (client === null && retry === null && !isClosed) connect()
      return isListening
    },
    async close() {
      isClosed = true
      clearInterval(ping)
      if (retry !== null) clearTimeout(retry)
      await client?.end().catch(() => undefined)
    },
  }
}
