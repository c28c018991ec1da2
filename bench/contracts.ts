import type pg from 'pg'
import { makeCompany } from '#test/factory.ts'

/** Inserts companies with contracts of one plan over all estratos and cut days, without collecting statistics. Returns their ids. */
export async function seedContracts(owner: pg.Pool, count: number, contractsEach: number): Promise<string[]> {
  const companies: string[] = []
  while (companies.length < count) companies.push(await makeCompany(owner))
  const client = await owner.connect()
  try {
    // A foreign key check that was planned on empty tables, or for a company that is not in the statistics, scans the whole table.
    await client.query('set statement_timeout = 0; set plan_cache_mode = force_generic_plan; discard plans')
    await client.query('alter table users disable trigger user')
    for (const company of companies) await client.query(INSERT_CONTRACTS, [company, contractsEach])
    await client.query('alter table users enable trigger user')
  } finally {
    // The connection is closed instead of returned to the pool, because its settings were changed.
    client.release(true)
  }
  return companies
}

/** $2 clients of one company ($1), each with a user and an active contract of one plan. */
export const INSERT_CONTRACTS = `
  with plan as (
    insert into plans (company_id, name, reference_code, price, download_speed, upload_speed)
    values ($1, 'Hogar 100', 'HOG100', 6990000, '100 Mbps', '50 Mbps') returning id, name, price
  ),
  people as (
    insert into users (company_id, role, username, first_name, last_name)
    select $1, 'client', $1 || '.' || n, 'Yenny', 'Bohórquez' from generate_series(1, $2::int) n returning id
  ),
  numbered as (select id, row_number() over () as n from people),
  created as (
    insert into clients (company_id, user_id, type_identification, identification, first_name, last_name, stratum, address, department,
      city, municipality_code, payment_date)
    select $1, id, 'CC', (1000000000 + n)::text, 'Yenny', 'Bohórquez ' || n, 1 + n % 6, 'Calle ' || n || ' # 20-30', 'Antioquia', 'Medellín',
      '05001', 5 + n % 20 from numbered returning id, stratum, identification
  ),
  signed as (
    insert into contracts (company_id, no_contract, plan_id, status, client_id, address, department, city, municipality_code, stratum,
      date_contract, billing_cut_day, signed_at, active_from)
    select $1, (select initial_letter from companies where id = $1) || '-' || lpad((row_number() over ())::text, 6, '0'), plan.id, 'active',
      created.id, 'Calle 1', 'Antioquia', 'Medellín', '05001', created.stratum, '2025-01-01', 1 + (created.identification::bigint % 30)::int, now(), '2025-01-01'
    from created, plan returning id
  )
  insert into contract_terms (company_id, contract_id, from_on, plan_id, plan_name, price)
  select $1, signed.id, '2025-01-01', plan.id, plan.name, plan.price from signed, plan`
