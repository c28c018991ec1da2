import { SYSTEM, type World } from './context.ts'
import { inTransaction, type Tx } from './tx.ts'

/** A row whose instant came, with its company. */
export type Due = { readonly company_id: string; readonly id: string }

/**
 * Applies the consequence of time of each row, in a transaction of its own in the company of the row. One that fails is logged and stays
 * due; the others are applied. `apply` returns false when nothing is due any more. Returns how many were applied.
 */
export async function applyEach(
  world: World,
  due: readonly Due[],
  apply: (tx: Tx, id: string) => Promise<boolean>,
): Promise<number> {
  let count = 0
  for (const { company_id, id } of due) {
    const scope = { ...SYSTEM, companyId: company_id }
    const isApplied = await inTransaction(world.pool, 'enlace_app', scope, (tx) => apply(tx, id)).catch(
      (error: unknown) => {
        world.log.error({ err: error, company_id, id }, 'a consequence of time was not applied')
        return false
      },
    )
    if (isApplied) count += 1
  }
  return count
}
