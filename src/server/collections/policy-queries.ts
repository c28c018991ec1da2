import { type RawBuilder, sql } from 'kysely'
import { FIRST_POLICY, type NewPolicy, type PolicyRules } from '#domain/collections/policy.ts'
import { type Day, day } from '#domain/core/days.ts'
import type { Money } from '#domain/core/money.ts'
import type { Tx } from '#server/core/tx.ts'

/** The policy in force with its author; FIRST_POLICY for a company that saved none. */
export async function readPolicy(
  tx: Tx,
): Promise<PolicyRules & { changed_by: string | null; changed_at: Date | null }> {
  const row = await tx
    .selectFrom('collection_policies')
    .selectAll()
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return { ...FIRST_POLICY, changed_by: null, changed_at: null }
  const { company_id: _company, days_off, ...policy } = row
  return { ...policy, days_off: days_off.map(day) }
}

/** Saves the next version of the policy; the lock of the policy must be held. */
export async function insertPolicy(
  tx: Tx,
  policy: NewPolicy,
  { version, trial_from, changed_by }: { version: number; trial_from: Day | null; changed_by: string },
): Promise<void> {
  await tx
    .insertInto('collection_policies')
    .values({ ...policy, version, trial_from, changed_by })
    .execute()
}

/** The contracts in service: the base of the brake. */
export async function countInService(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from contracts
    where company_id = (select current_company()) and status in ('active', 'suspended')`.execute(tx)
  return rows[0]?.count ?? 0
}

/** The least debt of the policy that made the cut of a suspension `s`; null when a person made it. */
export const MINIMUM_OF_CUT: RawBuilder<Money | null> = sql<Money | null>`(
  select v.minimum_debt from collection_runs r
  join collection_decisions d on d.company_id = r.company_id and d.run_id = r.id
  join collection_policies v on v.company_id = r.company_id and v.version = r.policy_version
  where r.company_id = s.company_id and r.on_day = s.from_on and d.contract_id = s.contract_id and d.action = 'cut' and d.outcome = 'done'
)`
