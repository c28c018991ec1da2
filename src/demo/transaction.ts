import { sql } from 'kysely'
import type { World } from '#server/core/context.ts'
import { inTransaction, type Scope, type Tx } from '#server/core/tx.ts'

/**
 * A transaction of one company without the time limit of a statement: the demo writes a year at once, and on a busy machine one of
 * its statements may take longer than any request is allowed to.
 */
export const inDemoTransaction = <T>(world: World, scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T> =>
  inTransaction(world.pool, 'enlace_app', scope, async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    return work(tx)
  })
