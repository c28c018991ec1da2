import {
  type CompiledQuery,
  type Dialect,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type { Pool } from 'pg'
import { nameOf } from './named.ts'
import { type AloneScope, runAlone } from './run-alone.ts'

/** Runs a statement when its company has a connection free. */
export type Share = <T>(work: () => Promise<T>) => Promise<T>

/**
 * A Kysely dialect that takes a free connection for each statement and returns it after it. Under READ COMMITTED every statement
 * has its own snapshot, so a transaction around them would add two round trips and no guarantee.
 */
export function aloneDialect(pool: Pool, scope: AloneScope, inShare: Share): Dialect {
  const connection = {
    executeQuery<R>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      return inShare(async () => {
        const client = await pool.connect()
        try {
          return { rows: await runAlone<R>(client, scope, { ...nameOf(text), text, values: [...parameters] }) }
        } finally {
          client.release()
        }
      })
    },
    streamQuery: refuse,
  }
  const driver = {
    init: doNothing,
    acquireConnection: async () => connection,
    releaseConnection: doNothing,
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    destroy: doNothing,
  }
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

const doNothing = async (): Promise<void> => undefined
const refuse = (): never => {
  throw new Error('a read-only scope has no transactions and no cursors')
}
