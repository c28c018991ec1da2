import { sql } from 'kysely'
import type { Day } from '#domain/core/days.ts'
import { endsItsTerm, nearUntil } from '#server/contracts/due-notices.ts'
import type { Tx } from '#server/core/tx.ts'

const COMPANY = sql`company_id = (select current_company())`

/**
 * The installations that are late or near their last day, the cessions without an answer, what is to be paid back (R2.14), and the terms
 * that end and do not renew by themselves (R2.19).
 */
type ContractWork = {
  late_installations: number
  near_installations: number
  cessions: number
  refunds: number
  renewals: number
}

export async function countContractWork(tx: Tx, today: Day): Promise<ContractWork> {
  const waiting = sql`from contracts where ${COMPANY} and status = 'awaiting_installation'`
  const { rows } = await sql<ContractWork>`
    select
      (select count(*)::int ${waiting} and installation_due_on < ${today}::date) as late_installations,
      (select count(*)::int ${waiting} and installation_due_on between ${today}::date and ${nearUntil(today)}::date) as near_installations,
      (select count(*)::int from contract_cessions where ${COMPANY} and decision is null) as cessions,
      (select count(*)::int from contract_refunds where ${COMPANY} and closed_on is null) as refunds,
      (select count(*)::int from contracts c where c.company_id = (select current_company()) and ${endsItsTerm(today)}) as renewals`.execute(
    tx,
  )
  return rows[0] ?? { late_installations: 0, near_installations: 0, cessions: 0, refunds: 0, renewals: 0 }
}
