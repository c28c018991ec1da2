import { Client } from 'pg'
import * as z from 'zod/mini'
import { makeCompany, makeSession, makeUser } from '#test/factory.ts'
import { type Bed, CLIENTS, withBed } from './bed.ts'
import { Found, type Load } from './load-shape.ts'

const COMPANIES = 50
const CLIENTS_EACH = 1_000
const MONTHS = 20
const P95_MAX_MS = 20
/** How much slower than the first page another one may be. */
const SPREAD_MAX = 3
const PAGE_SIZE = 20
const SECONDS = 6
const LAST = (CLIENTS_EACH * MONTHS) / PAGE_SIZE
const PAGES = {
  first: `page=1&page_size=${PAGE_SIZE}`,
  last: `page=${LAST}&page_size=${PAGE_SIZE}`,
  middle: `page=${LAST / 2}&page_size=${PAGE_SIZE}`,
  overdue: `status=vencido&page=1&page_size=${PAGE_SIZE}`,
  month: `period=2025-06&page=2&page_size=${PAGE_SIZE}`,
  by_due_day: `sort=-due_on&page=1&page_size=${PAGE_SIZE}`,
} as const

/**
 * The list of invoices over HTTP, with 1,000,000 of them in 50 companies and as many people of as many companies asking at once.
 * `ratio`: how many times the slowest page would fit in its limit.
 */
export const list = () =>
  withBed(async (bed) => {
    const tokens = await seed(bed)
    const product = z.parse(z.string(), await bed.startProduct().ask())
    const load = bed.start('load.ts')
    const measure = async (query: string, seconds: number) => {
      const clients = tokens.map((token) => [
        { method: 'GET', path: `/api/invoice?${query}`, headers: { authorization: `Bearer ${token}` } },
      ])
      return z.parse(Found, await load.ask({ url: product, seconds, clients } satisfies Load))
    }
    for (const query of Object.values(PAGES)) await measure(query, 3)
    const pages: Record<string, Found> = {}
    for (const [name, query] of Object.entries(PAGES)) pages[name] = await measure(query, SECONDS)
    const p95 = (name: keyof typeof PAGES): number => pages[name]?.p95_ms ?? 0
    const spread = Math.max(p95('last'), p95('overdue'), p95('month')) / p95('first')
    const slowest = Math.max(...Object.values(pages).map((page) => page.p95_ms))
    const ratio = Math.min(P95_MAX_MS / slowest, SPREAD_MAX / spread)
    return {
      bench: 'list',
      ratio: Number(ratio.toFixed(2)),
      target: 1,
      pages,
      p95_max_ms: P95_MAX_MS,
      spread: { worst: Number(spread.toFixed(2)), max: SPREAD_MAX },
    }
  })

/** Months of 50 companies, a month at a time as runs write them; one of ten invoices is still owed. */
async function seed({ owner, bareUrl }: Bed): Promise<string[]> {
  const companies: string[] = []
  while (companies.length < COMPANIES) companies.push(await makeCompany(owner))
  const raw = new Client({ connectionString: bareUrl })
  await raw.connect()
  try {
    await raw.query('set session_replication_role = replica')
    await raw.query(PEOPLE, [companies, CLIENTS_EACH])
    for (let month = 0; month < MONTHS; month += 1) await raw.query(INVOICES, [month])
    await raw.query(COUNTERS)
    await raw.query('vacuum analyze')
  } finally {
    await raw.end()
  }
  const tokens: string[] = []
  for (const company of companies.slice(0, CLIENTS))
    tokens.push(await makeSession(owner, await makeUser(owner, company, 'financial')))
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

const INVOICES = `
  insert into invoices (company_id, id, prefix, number, kind, client_id, contract_id, period, from_on, to_on, issued_on, due_on, subtotal, vat,
    total, snapshot, balance)
  select company_id, uuid_v7(), 'FV', $1::int * ${CLIENTS_EACH} + row_number() over (partition by company_id order by id), 'period', client_id, id,
    to_char(date '2024-06-01' + make_interval(months => $1), 'YYYY-MM'), null, null, date '2024-06-01' + make_interval(months => $1),
    date '2024-06-11' + make_interval(months => $1), 5990000, 0, 5990000, '{"client": {"name": "Ana Ruiz"}, "plan": {"name": "Hogar 100"}}',
    case when (substring(no_contract from 4)::int + $1) % 10 = 0 then 5990000 else 0 end
  from contracts order by company_id, id`

const COUNTERS = `insert into counters (company_id, kind, prefix, last) select company_id, 'invoice', 'FV', count(*) from invoices group by 1`
