import { Client } from 'pg'
import { makeCompany, makeSession, makeUser } from '#test/factory.ts'
import { type BenchEnvironment, CLIENTS } from './environment.ts'

export type Months = { companies: number; clientsEach: number; months: number }

/**
 * Inserts months of invoices, one month at a time as runs do. One invoice of ten is unpaid; the others were paid on their due date.
 * Returns a token of a desk user for each client of a load.
 */
export async function seedMonths(
  { owner, bareUrl }: BenchEnvironment,
  { companies: wanted, clientsEach, months }: Months,
): Promise<string[]> {
  const companies: string[] = []
  while (companies.length < wanted) companies.push(await makeCompany(owner))
  const raw = new Client({ connectionString: bareUrl })
  await raw.connect()
  try {
    await raw.query('set session_replication_role = replica')
    await raw.query(PEOPLE, [companies, clientsEach])
    for (let month = 0; month < months; month += 1) await raw.query(INSERT_MONTH, [month, clientsEach])
    await raw.query(INSERT_COUNTERS)
    await raw.query(INSERT_DAYS)
    await raw.query(INSERT_BILLED)
    await raw.query(INSERT_RECEIVED)
    await raw.query('vacuum analyze')
  } finally {
    await raw.end()
  }
  const tokens: string[] = []
  for (let at = 0; at < CLIENTS; at += 1) {
    const company = companies[at % companies.length] ?? ''
    tokens.push(await makeSession(owner, await makeUser(owner, company, 'financial')))
  }
  return tokens
}

const PEOPLE = `
  with who as (
    select company, n, uuid_v7() as user_id, uuid_v7() as client_id, uuid_v7() as contract_id, uuid_v7() as plan_id
    from unnest($1::uuid[]) company, generate_series(1, $2::int) n order by company, n
  ),
  clients_ as (
    insert into clients (company_id, id, user_id, type_identification, identification, first_name, last_name, address, department, city,
      municipality_code, stratum)
    select company, client_id, user_id, 'CC', (10000000 + n)::text, 'Ana ' || n, 'Ruiz', 'Calle 1', 'Antioquia', 'Medellín', '05001', 2 from who
  )
  insert into contracts (company_id, id, no_contract, plan_id, status, client_id, address, department, city, municipality_code, stratum,
    date_contract, billing_cut_day, signed_at, active_from)
  select company, contract_id, 'BN-' || lpad(n::text, 6, '0'), plan_id, 'active', client_id, 'Calle 1', 'Antioquia', 'Medellín', '05001', 2,
    '2024-01-01', 30, '2024-01-01', '2024-01-01' from who`

/** An invoice for each contract there is: of the month $1 months after June 2024, numbered after $1 times $2 others. One of ten is unpaid. */
export const INSERT_MONTH = `
  insert into invoices (company_id, id, prefix, number, kind, client_id, contract_id, period, from_on, to_on, issued_on, due_on, last_payable_on, subtotal, vat,
    total, snapshot, balance)
  select company_id, uuid_v7(), 'FV', $1::int * $2::int + row_number() over (partition by company_id order by id), 'period', client_id, id,
    to_char(date '2024-06-01' + make_interval(months => $1), 'YYYY-MM'), null, null, date '2024-06-01' + make_interval(months => $1),
    date '2024-06-11' + make_interval(months => $1), date '2024-06-11' + make_interval(months => $1), 5990000, 0, 5990000, '{"client": {"name": "Ana Ruiz"}, "plan": {"name": "Hogar 100"}}',
    case when (split_part(no_contract, '-', 2)::int + $1) % 10 = 0 then 5990000 else 0 end
  from contracts order by company_id, id`

/** The last number of each company. */
export const INSERT_COUNTERS = `insert into counters (company_id, kind, prefix, last) select company_id, 'invoice', 'FV', count(*) from invoices where prefix = 'FV' group by 1`

/** The derived rows that the triggers maintain; the bulk copy runs without triggers. */
export const INSERT_DAYS = `
  insert into day_totals (company_id, kind, day, documents, amount)
  select company_id, 'invoiced', issued_on, count(*), sum(total) from invoices where prefix = 'FV' group by 1, 3
  union all select company_id, 'collected', due_on, count(*), sum(total) from invoices where prefix = 'FV' and balance = 0 group by 1, 3`

/** The same for the totals of the reports. */
export const INSERT_BILLED = `
  insert into billed_totals
  select i.company_id, i.issued_on, 'invoice', coalesce(i.snapshot ->> 'plan', ''), true, c.municipality_code, c.segment, coalesce(c.stratum, 0),
    'exento', 0, count(*), sum(i.subtotal), sum(i.vat)
  from invoices i join contracts c on c.company_id = i.company_id and c.id = i.contract_id where i.prefix = 'FV'
  group by 1, 2, 4, 6, 7, 8`

export const INSERT_RECEIVED = `
  insert into received_totals
  select company_id, due_on, 'payment', 'efectivo', count(*), sum(total), 0 from invoices where prefix = 'FV' and balance = 0 group by 1, 2`
