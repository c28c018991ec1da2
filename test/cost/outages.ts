import { applyOutage } from '#server/outages/apply.ts'
import { settleAll } from '#server/outages/settle.ts'
import type { Case } from './case.ts'
import type { CostContext } from './context.ts'

/** Of each contract: the compensations of two months, which an invoice has, and a charge that waits for the next one. */
export const CHARGES = `
  insert into pending_charges (company_id, id, contract_id, kind, description, price, compensates, invoice_id, occurred_on)
  select company_id, uuid_v7(), id, case n when 0 then 'other' else 'compensation' end, 'Cargo', case n when 0 then 1000 else -1000 end,
    case n when 0 then null else '2026-0' || n end, case n when 0 then null else uuid_v7() end, '2026-06-01'
  from contracts, generate_series(0, 2) n order by n, company_id, id`

const OUTAGE = `
  with outage as (
    insert into outages (company_id, cause, started_at, ended_at, is_notified, created_by)
    select $1, 'Corte de la fibra', d, d + interval '10 hours', false, 'Laura Pinzón'
    from (select timestamptz '2026-09-10 12:00Z' + (select count(*) from outages) * interval '30 days' as d) n returning *
  ), place as (
    insert into outage_places (company_id, outage_id, position, municipality_code, department, city, started_at, ended_at, created_by)
    select company_id, id, 1, '05001', 'Antioquia', 'Medellín', started_at, ended_at, created_by from outage
  )
  select id from outage`

/** Ten hours without service of every contract, in a month that has no other outage. */
const outageApplied: Case = {
  name: 'outage of every contract',
  per: 'contract',
  of: 'all',
  limit: 80,
  prepare: async (context) => {
    const { rows } = await context.t.owner.query<{ id: string }>(OUTAGE, [context.companyId])
    return () => work(context, rows)
  },
}

/** The same outage, whose end is corrected: it changes the waiting charge of every contract. */
const outageCorrected: Case = {
  name: 'outage that is corrected',
  per: 'contract',
  of: 'all',
  limit: 80,
  prepare: async (context) => {
    const { rows } = await context.t.owner.query<{ id: string }>(
      `update outage_places set ended_at = ended_at - interval '2 hours' where started_at = (select max(started_at) from outage_places) returning outage_id as id`,
    )
    return () => work(context, rows)
  },
}

async function work({ t, companyId, size }: CostContext, outages: readonly { id: string }[]): Promise<number> {
  for (const { id } of outages) await applyOutage(t.world, { company_id: companyId, outage_id: id })
  return size
}

/** The job of each night, while the charges of every contract wait for an invoice, and one of twenty ended long ago. */
const compensationsSettled: Case = {
  name: 'compensations of ended contracts',
  per: 'contract',
  of: 'all',
  limit: 14,
  prepare: async ({ t, raw, companyId, size }) => {
    await raw.query('set session_replication_role = replica')
    await raw.query(ENDED, [companyId])
    await raw.query('set session_replication_role = origin')
    return async () => {
      await settleAll(t.world)
      return size
    }
  },
}

const ENDED = `
  update contracts set status = 'terminated', active_to = '2026-07-31' where company_id = $1 and no_contract ~ '[1-5]0$'`

/** In the order in which they are measured: each one continues the one before it. */
export const OUTAGES = [outageApplied, outageCorrected, compensationsSettled]
