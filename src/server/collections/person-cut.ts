import { sql } from 'kysely'
import { SPARED_LABELS, type SparedReason } from '#domain/collections/decision.ts'
import type { Day } from '#domain/core/days.ts'
import { ZERO } from '#domain/core/money.ts'
import { Refusal } from '#domain/core/refusal.ts'
import type { PersonCuts } from '#server/contracts/person-cuts.ts'
import type { Tx } from '#server/core/tx.ts'
import { overdueAmount } from '#server/ledger/overdue.ts'
import { decideDay, readRules } from './decide-day.ts'

/** What no person decides otherwise: the rest of a policy is of the company, as its minimum and its days. */
const FORBIDDING: readonly (SparedReason | null)[] = ['disputed', 'agreement', 'promise']

/**
 * A person cuts no service whose overdue debt is all in claim (R2.15), has an agreement on time or a promise that runs, or is paid at this
 * moment. A contract without overdue debt is suspended for another reason, which the person writes, and its reconnection is not charged.
 */
export const owedCuts: PersonCuts = {
  isOwing,
  isOverdue,
  refusalOf: async (tx, { id, client_id }, { today, wasOwing }) => {
    const decided = (await decideDay(tx, await readRules(tx, today), today, [client_id])).find(
      ({ facts }) => facts.id === id,
    )
    if (decided === undefined && wasOwing && !(await isOwing(tx, { id, client_id })))
      return refusal('Lo que debía se acaba de pagar')
    if (decided === undefined) return null
    const { reason } = decided.decision
    return reason !== null && FORBIDDING.includes(reason) ? refusal(SPARED_LABELS[reason]) : null
  },
}

const refusal = (reason: string): Refusal =>
  new Refusal('conflict', `${reason}: el servicio no se puede suspender por mora`)

/** An invoice without a contract counts for the cut of a person, as in unowed-cuts.ts. */
async function isOverdue(tx: Tx, { id, client_id }: { id: string; client_id: string }, today: Day): Promise<boolean> {
  const { rows } = await sql<{ is_overdue: boolean }>`
    select exists (
      select from invoices
      where company_id = (select current_company()) and client_id = ${client_id} and balance > 0 and last_payable_on < ${today}::date
        and (contract_id = ${id} or contract_id is null) and ${overdueAmount(today)} > 0
    ) as is_overdue`.execute(tx)
  return rows[0]?.is_overdue === true
}

async function isOwing(tx: Tx, { id, client_id }: { id: string; client_id: string }): Promise<boolean> {
  const open = await tx
    .selectFrom('invoices')
    .select('id')
    .where('client_id', '=', client_id)
    .where('contract_id', '=', id)
    .where('balance', '>', ZERO)
    .limit(1)
    .executeTakeFirst()
  return open !== undefined
}
