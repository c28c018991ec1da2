import { sql } from 'kysely'
import type { Day } from '#domain/core/days.ts'
import type { Tx } from '#server/core/tx.ts'
import { plainArray, uuidArray } from '#server/db/arrays.ts'

/** An invoice and the day until which nothing of it is overdue; null without an agreement that runs. */
export type AgreedDay = { id: string; until: Day | null }

/** Sets the day until which the payment agreements of invoices keep them from being overdue. Writes only what differs. */
export async function setAgreedDays(tx: Tx, days: readonly AgreedDay[]): Promise<void> {
  if (days.length === 0) return
  await sql`
    update invoices i set agreed_to_on = k.until_on
    from unnest(${uuidArray(days.map(({ id }) => id))}::uuid[], ${plainArray(days.map(({ until }) => until))}::date[]) k (id, until_on)
    where i.company_id = (select current_company()) and i.id = k.id and i.agreed_to_on is distinct from k.until_on`.execute(
    tx,
  )
}
