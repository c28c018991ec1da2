import { Client } from 'pg'
import * as z from 'zod/mini'
import { seedContracts } from './contracts.ts'
import type { Drill } from './restore-drill.ts'

const COMPANIES = 8
const CONTRACTS = 4_000
const MONTHS_MAX = 60
/** The year of the newest month, which the product bills; the older months are copies of it. */
const YEAR = 2026

/**
 * Fills a database to a size with months of realistic rows: the newest is billed by the product's massive run, and each older one
 * copies it with its own numbers and ids, nine invoices of ten paid with their receipt, journal and event. All
 * keys and triggers are active, as in production.
 */
export async function fillTo(
  bytes: number,
  drill: Drill,
): Promise<{ companies: string[]; bytes: number; months: number }> {
  const { owner } = drill
  const raw = new Client({ connectionString: drill.superUrl })
  raw.on('error', () => undefined)
  await raw.connect()
  try {
    const companies = await seedContracts(owner, COMPANIES, CONTRACTS)
    await owner.query(CONTRACT_COUNTERS)
    const { rows } = await owner.query(NEWEST_RUN, [companies, `${YEAR}-01`, `${YEAR}-01-01`])
    z.parse(z.object({ ms: z.number() }), await drill.startJob('massive-child.ts').ask({ runs: rows }))
    // The planner underestimates the size of a month, and would scan the whole journal for each of its invoices.
    await raw.query('set enable_nestloop = off')
    let months = 1
    for (; (await sizeOf(raw)) < bytes; months += 1) {
      if (months === MONTHS_MAX) throw new Error(`${months} months are smaller than ${bytes} bytes`)
      await raw.query(OLDER_MONTH, [months, `${YEAR}-01`])
    }
    await raw.query(COUNTERS)
    await raw.query('vacuum analyze')
    return { companies, months, bytes: await sizeOf(raw) }
  } finally {
    await raw.end()
  }
}

async function sizeOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes')
  return Number(rows[0]?.bytes)
}

const CONTRACT_COUNTERS = `
  insert into counters (company_id, kind, prefix, last)
  select company_id, 'contract', split_part(no_contract, '-', 1), count(*) from contracts group by 1, 3`

const NEWEST_RUN = `
  insert into runs (company_id, period, issued_on, actor_name, actor_role)
  select company, $2, $3::date, 'Laura Pinzón', 'financial' from unnest($1::uuid[]) company returning company_id, id as run_id`

/** Inserts the month that is $1 months before the newest. One statement, so that a month is written completely or not at all. */
const OLDER_MONTH = `
  with month as (
    select make_interval(months => $1::int) as ago, to_char(($2 || '-01')::date - make_interval(months => $1::int), 'YYYY-MM') as period
  ),
  run as (
    insert into runs (company_id, period, issued_on, status, contracts, created, amount, actor_name, actor_role, started_at, finished_at)
    select company_id, month.period, (issued_on - ago)::date, 'done', contracts, created, amount, actor_name, actor_role, now(), now()
    from runs, month where runs.period = $2 returning company_id, id, period, created, amount
  ),
  bill as materialized (
    select i.*, uuid_v7() as new_id, run.id as new_run, run.period as new_period, month.ago, i.number % 10 <> $1::int % 10 as is_paid,
      run.created * $1::int + i.number as new_number, k.name as client_name
    from invoices i join run using (company_id), month, clients k
    where i.period = $2 and k.company_id = i.company_id and k.id = i.client_id order by i.company_id, i.number
  ),
  had as materialized (
    select run.company_id, count(p.id) as receipts from run left join payments p on p.company_id = run.company_id group by 1
  ),
  paid as materialized (
    select company_id, client_id, new_id, total, prefix, new_number, client_name, ago, uuid_v7() as payment_id, (due_on - ago)::date as paid_on,
      had.receipts + row_number() over (partition by company_id order by number) as receipt
    from bill join had using (company_id) where is_paid
  ),
  posted as (
    insert into invoices (company_id, id, prefix, number, kind, client_id, contract_id, period, from_on, to_on, issued_on, due_on, last_payable_on, subtotal,
      vat, total, run_id, snapshot, balance)
    select company_id, new_id, prefix, new_number, kind, client_id, contract_id, new_period, (from_on - ago)::date, (to_on - ago)::date,
      (issued_on - ago)::date, (due_on - ago)::date, (due_on - ago)::date, subtotal, vat, total, new_run, snapshot, case when is_paid then 0 else total end from bill
  ),
  lines as (
    insert into invoice_lines (company_id, invoice_id, position, kind, description, quantity, base, vat_treatment, vat_bps, vat, total)
    select company_id, bill.new_id, l.position, l.kind, l.description, l.quantity, l.base, l.vat_treatment, l.vat_bps, l.vat, l.total
    from bill join invoice_lines l using (company_id) where l.invoice_id = bill.id
  ),
  receipts as (
    insert into payments (company_id, id, number, client_id, amount, method, paid_on)
    select company_id, payment_id, receipt, client_id, total, 'transferencia', paid_on from paid
  ),
  moved as (
    insert into journal (company_id, id, client_id, debit_account, credit_account, amount, invoice_id, payment_id, posted_on)
    select company_id, uuid_v7(), j.client_id, j.debit_account, j.credit_account, j.amount, bill.new_id, null, (j.posted_on - ago)::date
    from bill join journal j using (company_id) where j.invoice_id = bill.id and j.payment_id is null
    union all select company_id, uuid_v7(), client_id, 'cash', 'receivable', total, new_id, payment_id, paid_on from paid
  )
  insert into events (company_id, id, name, entity_id, after, actor_name, actor_role)
  select company_id, uuid_v7(), 'run.finished', id::text, jsonb_build_object('period', period, 'created', created, 'total', amount::numeric / 100),
    'Laura Pinzón', 'financial' from run
  union all select company_id, uuid_v7(), 'payment.registered', payment_id::text, jsonb_build_object('number', 'RC-' || receipt, 'client',
    client_name, 'amount', total::numeric / 100, 'method', 'transferencia', 'invoices', jsonb_build_array(prefix || '-' || new_number)),
    'Laura Pinzón', 'financial' from paid`

/** The last number of each consecutive after the copies. */
const COUNTERS = `
  with last_numbers as (select company_id, 'invoice' as kind, prefix, count(*) as last from invoices group by 1, 3
    union all select company_id, 'receipt', 'RC', count(*) from payments group by 1)
  insert into counters (company_id, kind, prefix, last) select * from last_numbers
  on conflict (company_id, kind, prefix) do update set last = excluded.last`
