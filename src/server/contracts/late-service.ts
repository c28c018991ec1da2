import { sql } from 'kysely'
import type { Day } from '#domain/core/days.ts'
import type { Tx } from '#server/core/tx.ts'
import { billedPeriods } from './billed-periods.ts'
import { correctionData } from './contract-change.ts'
import { openSuspension } from './transition-queries.ts'

/**
 * The days after a reconnection on which the network had not carried it out: they are not charged (R2.6), and what was billed of them is
 * given back. The days that another suspension has are its own. Returns the ranges of days.
 */
export async function stopUntilServed(
  tx: Tx,
  { id, no_contract }: { id: string; no_contract: string },
  days: { from_on: Day; to_on: Day },
  today: Day,
): Promise<readonly Days[]> {
  const ranges = await listOpenDays(tx, id, days)
  for (const range of ranges) {
    // It is no cut: nothing was owed on these days, and its reconnection is the one that was charged.
    await openSuspension(tx, id, { kind: 'arrears', is_unowed: true, ...range })
    const corrections = await billedPeriods().correct(tx, id, range, today)
    await tx.record('contract.served_late', {
      entity_id: id,
      after: { no_contract, ...range, ...correctionData(corrections) },
    })
  }
  return ranges
}

type Days = { from_on: Day; to_on: Day }

/** The days of a range that no suspension of a contract has. */
async function listOpenDays(tx: Tx, contractId: string, { from_on, to_on }: Days): Promise<Days[]> {
  const { rows } = await sql<Days>`
    select lower(r) as from_on, upper(r) - 1 as to_on
    from unnest(datemultirange(daterange(${from_on}::date, ${to_on}::date, '[]')) - coalesce((
      select range_agg(daterange(s.from_on, s.to_on, '[]')) from suspension_intervals s
      where s.company_id = (select current_company()) and s.contract_id = ${contractId}
    ), '{}'::datemultirange)) r order by 1`.execute(tx)
  return rows
}
