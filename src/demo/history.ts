import { sql } from 'kysely'
import { addDays, addMonths, type Day } from '#domain/core/days.ts'
import { cutDateOf, type Period, periodOf, previousPeriod } from '#domain/core/period.ts'
import type { World } from '#server/core/context.ts'
import type { Scope, Tx } from '#server/core/tx.ts'
import { runMassive } from '#server/invoices/run-worker.ts'
import type { DemoCompany } from './companies.ts'
import { payInvoices } from './paid-invoices.ts'
import { inDemoTransaction } from './transaction.ts'

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
  await inDemoTransaction(world, scope, (tx) => setStatuses(tx, today))
  for (const period of lastPeriods(cutDay, today)) {
    const { id } = await inDemoTransaction(world, scope, (tx) =>
      tx
        .insertInto('runs')
        .values({
          period,
          issued_on: addDays(cutDateOf(period, cutDay), 1),
          actor_name: scope.actorName,
          actor_role: scope.actorRole,
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    await runMassive(world, { company_id: scope.companyId, run_id: id })
  }
  await inDemoTransaction(world, scope, (tx) =>
    payInvoices(tx, scope, { today, now: world.clock(), methods: wompi === null ? OFFICE : [...OFFICE, ...ONLINE] }),
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
        when n % 24 = 13 then 'terminated' when n % 80 = 17 then 'cancelled' else c.status end,
      active_from = case when n % 60 = 7 or n % 40 = 9 or n % 80 = 17 then null else c.active_from end,
      signed_at = case when n % 60 = 7 or n % 80 = 17 then null else c.signed_at end,
      active_to = case when n % 24 = 13 and n % 30 <> 11 and n % 40 <> 9 and n % 60 <> 7 and n % 80 <> 17
        then greatest(c.active_from, ${addMonths(today, -2)}::date) end,
      termination_reason = case when n % 24 = 13 then 'El cliente se mudó' end,
      -- A few homes have no estrato: the run shows them as excluded, with the reason.
      stratum = case when n % 70 = 23 then null else c.stratum end
    from numbered where numbered.id = c.id and c.company_id = (select current_company())`.execute(tx)
  // Signing a contract gives it its first terms: what was not signed has none.
  await sql`
    delete from contract_terms t using contracts c
    where t.company_id = (select current_company()) and c.company_id = t.company_id and c.id = t.contract_id
      and c.signed_at is null`.execute(tx)
  await sql`set local enable_nestloop = on`.execute(tx)
  await sql`
    insert into suspension_intervals (contract_id, kind, from_on)
    select id, 'arrears', greatest(active_from, ${addDays(today, -20)}::date) from contracts
    where company_id = (select current_company()) and status = 'suspended'`.execute(tx)
}
