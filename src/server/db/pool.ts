import { Pool, types } from 'pg'
import { prepareReads } from './read-as.ts'

const INT8 = 20
const DATE = 1082

/**
 * A pool whose values read as the domain writes them: bigint as a safe integer (centavos and counters), date as text
 * ('YYYY-MM-DD', no zone applied). Limits are set on the connection: they cost no round trip.
 */
export function openPool(connectionString: string, max: number, onError: (error: Error) => void): Pool {
  const pool = new Pool({
    connectionString,
    max,
    connectionTimeoutMillis: 2_000,
    idleTimeoutMillis: 30_000,
    // A connection keeps the plans that it made while a table was small; nobody works with one for longer than this.
    maxLifetimeSeconds: 300,
    keepAlive: true,
    // What does not wait for an answer is sent at once: a transaction begins in the same breath as its first query.
    pipeline: true,
    onConnect: prepareReads,
    options: '-c statement_timeout=10s -c lock_timeout=5s -c idle_in_transaction_session_timeout=15s -c timezone=UTC',
    types: { getTypeParser },
  })
  // A killed backend is told to the pool while its connection rests, and to the connection itself while somebody holds it;
  // without both listeners it would end the process. The next query opens another.
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
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint out of the safe integers: ${text}`)
  return value
}
