import { sql } from 'kysely'
import { FIRST_POLICY, nextCutDay } from '#domain/collections/policy.ts'
import { installationDueOn } from '#domain/contracts/deadlines.ts'
import { addDays, addMonths, type Day, instantAt } from '#domain/core/days.ts'
import { MINUTE_MS } from '#domain/core/durations.ts'
import { cutDateOf, type Period, periodOf, previousPeriod } from '#domain/core/period.ts'
import { rulesOn } from '#server/contracts/contract-change.ts'
import type { World } from '#server/core/context.ts'
import type { Scope, Tx } from '#server/core/tx.ts'
import { runMassive } from '#server/invoices/run-worker.ts'
import type { DemoCompany } from './companies.ts'
import { payInvoices } from './paid-invoices.ts'
import { inDemoTransaction } from './transaction.ts'
import { workdayUntil } from './workdays.ts'

const MONTHS = 12
const OFFICE = ['efectivo', 'consignacion', 'transferencia'] as const
/** Nequi has two of four online payments. */
const ONLINE = ['nequi', 'pse', 'nequi', 'bancolombia_transfer'] as const

/** Creates twelve months of a company: invoices, by the production billing job, and payments (on time, late, in part or none). */
export async function simulateMonths(
  world: World,
  scope: Scope,
  { billing_cut_day: cutDay, wompi }: Pick<DemoCompany, 'billing_cut_day' | 'wompi'>,
  today: Day,
): Promise<void> {
  await inDemoTransaction(world, scope, async (tx) => {
    await setStatuses(tx, today)
    await dateUnstarted(tx, today)
  })
  const methods = wompi === null ? OFFICE : [...OFFICE, ...ONLINE]
  for (const period of lastPeriods(cutDay, today)) {
    const issued_on = addDays(cutDateOf(period, cutDay), 1)
    // What was paid before a run is no previous balance of its invoices.
    await inDemoTransaction(world, scope, (tx) =>
      payInvoices(tx, scope, { today, until: instantAt(issued_on, '00:00'), methods }),
    )
    const { id } = await inDemoTransaction(world, scope, (tx) =>
      tx
        .insertInto('runs')
        .values({
          period,
          issued_on,
          actor_name: scope.actorName,
          actor_role: scope.actorRole,
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    await runMassive(world, { company_id: scope.companyId, run_id: id })
  }
  await inDemoTransaction(world, scope, (tx) =>
    payInvoices(tx, scope, { today, until: new Date(world.clock().getTime() - MINUTE_MS), methods }),
  )
}

/** The last twelve periods whose cut has passed, oldest first. */
function lastPeriods(cutDay: number, today: Day): Period[] {
  const now = periodOf(today)
  let period = cutDateOf(now, cutDay) < today ? now : previousPeriod(now)
  const periods: Period[] = []
  while (periods.length < MONTHS) {
    periods.unshift(period)
    period = previousPeriod(period)
  }
  return periods
}

/** Sets contracts in every status: most active, a few drafts, awaiting installation, suspended, terminated and cancelled. */
export async function setStatuses(tx: Tx, today: Day): Promise<void> {
  // The tables have no statistics yet: with nested loops this join takes up to ten seconds.
  await sql`set local enable_nestloop = off`.execute(tx)
  // A contract ends at a cut (R2.9).
  const ended = sql`(date_trunc('month', ${addMonths(today, -2)}::date)::date + c.billing_cut_day - 1)`
  await sql`
    with numbered as materialized (
      select c.id, row_number() over (order by c.no_contract) as n from contracts c
      join clients k on k.company_id = c.company_id and k.id = c.client_id
      join users u on u.company_id = k.company_id and u.id = k.user_id
      -- Without the contracts of the demo accounts, which show an active service.
      where c.company_id = (select current_company()) and u.email is distinct from u.username
    )
    update contracts c set
      status = case when n % 60 = 7 then 'draft' when n % 40 = 9 then 'awaiting_installation' when n % 30 = 11 then 'suspended'
        when n % 24 = 13 and c.active_from <= ${ended} then 'terminated' when n % 80 = 17 then 'cancelled' else c.status end,
      active_from = case when n % 60 = 7 or n % 40 = 9 or n % 80 = 17 then null else c.active_from end,
      signed_at = case when n % 60 = 7 or n % 80 = 17 then null else c.signed_at end,
      active_to = case when n % 24 = 13 and n % 30 <> 11 and n % 40 <> 9 and n % 60 <> 7 and n % 80 <> 17
        and c.active_from <= ${ended} then ${ended} end,
      termination_reason = case when n % 24 = 13 and c.active_from <= ${ended} then 'El cliente se mudó' end,
      -- A few homes have no estrato: the run shows them as excluded, with the reason.
      stratum = case when n % 70 = 23 then null else c.stratum end
    from numbered where numbered.id = c.id and c.company_id = (select current_company())`.execute(tx)
  // Signing a contract gives it its first terms: what was not signed has none.
  await sql`
    delete from contract_terms t using contracts c
    where t.company_id = (select current_company()) and c.company_id = t.company_id and c.id = t.contract_id
      and c.signed_at is null`.execute(tx)
  await sql`set local enable_nestloop = on`.execute(tx)
  const cutDay = nextCutDay(FIRST_POLICY, addDays(today, -20))
  await sql`
    insert into suspension_intervals (contract_id, kind, from_on)
    select id, 'arrears', greatest(active_from, ${cutDay}::date) from contracts
    where company_id = (select current_company()) and status = 'suspended'`.execute(tx)
}

/**
 * The days before today on which the contracts that wait for their installation were signed, in order: all but the fourth are within
 * their legal term.
 */
const SIGNED_AGO = [20, 17, 13, 30, 9, 6]
const LATEST_SIGNED_AGO = 2

/** Contracts without service are new: their dates and those of their clients are of these weeks, and agree with their legal term. */
export async function dateUnstarted(tx: Tx, today: Day): Promise<void> {
  const { installationDays } = await rulesOn(tx, today)
  const { rows } = await sql<{ id: string; client_id: string; is_draft: boolean; place: number }>`
    select id, client_id, status = 'draft' as is_draft, row_number() over (partition by status order by no_contract)::int as place from contracts
    where company_id = (select current_company()) and status in ('draft', 'awaiting_installation')`.execute(tx)
  for (const { id, client_id, is_draft, place } of rows) {
    const ago = is_draft ? place : (SIGNED_AGO[place - 1] ?? LATEST_SIGNED_AGO)
    const on = workdayUntil(addDays(today, -ago))
    const due = is_draft ? null : installationDueOn(on, installationDays)
    await sql`
      update contracts set date_contract = ${on}, installation_due_on = ${due}, signed_at = ${is_draft ? null : instantAt(on, '10:00')}
      where company_id = (select current_company()) and id = ${id}`.execute(tx)
    await sql`update contract_terms set from_on = ${on} where company_id = (select current_company()) and contract_id = ${id}`.execute(
      tx,
    )
    await sql`update clients set date_contract = ${on} where company_id = (select current_company()) and id = ${client_id}`.execute(
      tx,
    )
  }
}
