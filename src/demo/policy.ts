import { FIRST_POLICY } from '#domain/collections/policy.ts'
import { addDays, type Day } from '#domain/core/days.ts'
import type { Tx } from '#server/core/tx.ts'

/** The policy of the demo: in trial since yesterday, so that each day is decided and no client of the demo is cut. */
export async function insertDemoPolicy(tx: Tx, today: Day): Promise<void> {
  const policy = { ...FIRST_POLICY, mode: 'trial', version: 1, trial_from: addDays(today, -1) } as const
  await tx
    .insertInto('collection_policies')
    .values({ ...policy, changed_by: 'La demostración' })
    .execute()
  await tx.record('collection_policy.saved', { after: { version: 1, mode: 'trial', mode_label: 'En prueba' } })
}
