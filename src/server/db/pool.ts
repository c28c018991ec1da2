import { Pool, types } from 'pg'
import { prepareAlone } from './run-alone.ts'

const INT8 = 20
const DATE = 1082

/**
 * Opens a pool. Its values have the types of the domain: bigint is a safe integer (centavos and counters), date is text
 * ('YYYY-MM-DD', no time zone). Limits are set on the connection: they need no round trip.
 * `application_name` is what pg_stat_activity shows. `connectMaxMs`: how long a free connection is waited for; a request answers 503 after it.
 */
export function openPool(
  connectionString: string,
  max: number,
  onError: (error: Error) => void,
  application_name = 'enlace',
  connectMaxMs = 2_000,
): Pool {
  const pool = new Pool({
    connectionString,
    application_name,
    max,
    connectionTimeoutMillis: connectMaxMs,
    idleTimeoutMillis: 30_000,
    // A connection keeps its query plans, also plans of a time when a table was small: it is replaced after this time.
    maxLifetimeSeconds: 300,
    keepAlive: true,
    // Queries are sent without waiting for earlier replies: `begin` is sent together with the first query.
    pipeline: true,
    onConnect: prepareAlone,
    options: '-c statement_timeout=10s -c lock_timeout=5s -c idle_in_transaction_session_timeout=15s -c timezone=UTC',
    types: { getTypeParser },
  })
  // When a backend is terminated, the pool gets the error of an idle connection, and the connection itself the error while it is in
  // use; without both listeners the error would end the process. The next query opens another connection.
  pool.on('error', onError)
  pool.on('connect', (client) => void client.on('error', onError))
  return pool
}

function getTypeParser(oid: number, format: 'text' | 'binary' = 'text'): (value: string) => unknown {
  if (oid === INT8) return safeInteger
  if (oid === DATE) return (text) => text
  // oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- the driver types its oids by an enum; on the wire they are any number
  return format === 'binary' ? types.getTypeParser(oid, 'binary') : types.getTypeParser(oid, 'text')
}

function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint outside the safe integers: ${text}`)
  return value
}
