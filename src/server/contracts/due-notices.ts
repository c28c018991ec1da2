import { type RawBuilder, sql } from 'kysely'
import { addBusinessDays } from '#domain/core/calendar.ts'
import { addDays, type Day } from '#domain/core/days.ts'
import type { Tx } from '#server/core/tx.ts'
import { markRefundNotice } from '#server/ledger/owed-refunds.ts'

/** From how many business days before its last day on something is near it. */
const NEAR_DAYS = 3

/** The last day on which an installation or an answer is near today. */
export const nearUntil = (today: Day): Day => addBusinessDays(today, NEAR_DAYS)

/**
 * A contract `c` in service whose first month, its term, ends near today and does not renew by itself, because its client did not accept
 * it (R2.19): the desk agrees on what follows. It has no task once its end is registered. The first condition limits what is read.
 */
export const endsItsTerm = (
  today: Day,
): RawBuilder<boolean> => sql<boolean>`c.active_from >= ${addDays(today, -31)}::date
  and not c.accepts_renewal and c.active_to is null and c.status in ('active', 'suspended')
  and (c.active_from + interval '1 month')::date - 1 between ${today}::date and ${nearUntil(today)}::date`

type Due = {
  id: string
  contract_id: string
  no_contract: string
  due_on: Day
  client: string
  notice: 'near' | 'late'
}

/** Records once when the last day of an installation is near, and once when it has passed (R2.14): the desk is notified of the event. */
export async function noticeInstallation(tx: Tx, due: Due): Promise<void> {
  await tx.updateTable('contracts').set({ installation_notice: due.notice }).where('id', '=', due.id).execute()
  await tx.record(due.notice === 'near' ? 'contract.installation_near' : 'contract.installation_late', eventOf(due))
}

/** The same for the last day of the answer to a cession (R2.12). */
export async function noticeAnswer(tx: Tx, due: Due): Promise<void> {
  await tx.updateTable('contract_cessions').set({ notice: due.notice }).where('id', '=', due.id).execute()
  await tx.record(due.notice === 'near' ? 'contract.cession_near' : 'contract.cession_late', eventOf(due))
}

/** The same for the last day to pay back what a client paid of a retracted contract (R2.26). */
export async function noticeRefund(tx: Tx, due: Due): Promise<void> {
  await markRefundNotice(tx, due.contract_id, due.notice)
  await tx.record(due.notice === 'near' ? 'contract.refund_near' : 'contract.refund_late', eventOf(due))
}

const eventOf = ({ contract_id, no_contract, due_on, client }: Due) => ({
  entity_id: contract_id,
  after: { no_contract, due_on, client },
})

type Which = { id: string | null; limit: number }

/** The contracts with an installation whose notice is due; one of them, or all. */
export async function lockDueInstallations(tx: Tx, today: Day, { id, limit }: Which): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select c.id, c.id as contract_id, c.no_contract, c.installation_due_on as due_on, k.name as client,
      case when c.installation_due_on < ${today}::date then 'late' else 'near' end as notice
    from contracts c join clients k on k.company_id = c.company_id and k.id = c.client_id
    where c.company_id = (select current_company()) and c.status = 'awaiting_installation'
      and c.installation_due_on <= ${nearUntil(today)}::date
      and c.installation_notice is distinct from case when c.installation_due_on < ${today}::date then 'late' else 'near' end
      and (${id}::uuid is null or c.id = ${id}::uuid)
    order by c.id limit ${limit} for update of c skip locked`.execute(tx)
  return rows
}

/** The cessions with an answer whose notice is due; one of them, or all. */
export async function lockDueAnswers(tx: Tx, today: Day, { id, limit }: Which): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select s.id, s.contract_id, c.no_contract, s.answer_by as due_on, k.name as client,
      case when s.answer_by < ${today}::date then 'late' else 'near' end as notice
    from contract_cessions s
    join contracts c on c.company_id = s.company_id and c.id = s.contract_id
    join clients k on k.company_id = s.company_id and k.id = s.from_client_id
    where s.company_id = (select current_company()) and s.decision is null and s.answer_by <= ${nearUntil(today)}::date
      and s.notice is distinct from case when s.answer_by < ${today}::date then 'late' else 'near' end
      and (${id}::uuid is null or s.id = ${id}::uuid)
    order by s.id limit ${limit} for update of s skip locked`.execute(tx)
  return rows
}

/** The refunds whose notice is due; of one contract, or all. */
export async function lockDueRefunds(tx: Tx, today: Day, { id, limit }: Which): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select r.contract_id as id, r.contract_id, c.no_contract, r.due_on, k.name as client,
      case when r.due_on < ${today}::date then 'late' else 'near' end as notice
    from contract_refunds r
    join contracts c on c.company_id = r.company_id and c.id = r.contract_id
    join clients k on k.company_id = r.company_id and k.id = r.client_id
    where r.company_id = (select current_company()) and r.closed_on is null and r.due_on <= ${nearUntil(today)}::date
      and r.notice is distinct from case when r.due_on < ${today}::date then 'late' else 'near' end
      and (${id}::uuid is null or r.contract_id = ${id}::uuid)
    order by r.contract_id limit ${limit} for update of r skip locked`.execute(tx)
  return rows
}
