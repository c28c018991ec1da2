import { sql } from 'kysely'
import type { Day } from '#domain/core/days.ts'
import type { Tx } from '#server/core/tx.ts'
import { billedPeriods } from './billed-periods.ts'
import { correctionData } from './contract-change.ts'
import { openSuspension } from './transition-queries.ts'

/**
 * The days after a reconnection on which the network had not carried it out: they are not charged (R2.6), and what was billed of them is
 * given back. Nothing on days that another suspension has.
 */
export async function stopUntilServed(
  tx: Tx,
  { id, no_contract }: { id: string; no_contract: string },
  days: { from_on: Day; to_on: Day },
  today: Day,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from suspension_intervals
    where company_id = (select current_company()) and contract_id = ${id}
      and from_on <= ${days.to_on}::date and (to_on is null or to_on >= ${days.from_on}::date) limit 1`.execute(tx)
  if (rows.length > 0) return
  await openSuspension(tx, id, { kind: 'arrears', ...days })
  const corrections = await billedPeriods().correct(tx, id, days, today)
  await tx.record('contract.served_late', {
    entity_id: id,
    after: { no_contract, ...days, ...correctionData(corrections) },
  })
}
