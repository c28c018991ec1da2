import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { money } from '#domain/core/money.ts'
import { inTransaction, type Scope } from '#server/core/tx.ts'
import { testApp } from './world.ts'

const t = testApp()

/** Tables that belong to the platform and hold no company's rows, each with its reason. */
const PLATFORM_TABLES: Readonly<Record<string, string>> = {
  schema_migrations: 'which migrations ran',
  known_browsers: 'a browser is looked up before its company is known',
  two_factors: 'only the platform role reads the secret, at the sign-in',
  two_factor_codes: 'only the platform role reads the codes, at the sign-in',
  sessions: 'a token is looked up before its company is known',
  recovery_codes: 'a code is looked up before its company is known',
  attempts: 'failures are counted before a company is known',
  queue_runners: 'which processes run the jobs of every company; no role of the server has the table',
  maintenance: 'one row for the installation',
  secret_checks: 'one row for the installation',
  pqr_taken_numbers:
    'a CUN is of one company of the installation; no role of the server has the table, only two triggers',
  note_concepts: 'the list of the DIAN is the same for every company',
  regulated_parameters: 'the law is the same for every company',
}

const scope = (companyId: string): Scope => ({
  companyId,
  actorId: null,
  actorName: 'x',
  actorRole: 'financial',
  ip: null,
  requestId: null,
})

async function tenantTables(): Promise<{ name: string; column: string }[]> {
  const { rows } = await t.owner.query<{ name: string; column: string }>(`
    select c.relname as name, case when c.relname = 'companies' then 'id' else 'company_id' end as "column"
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`)
  return rows.filter((row) => !(row.name in PLATFORM_TABLES))
}

test('every table is a tenant table or on the named list', async () => {
  const { rows } = await t.owner.query<{ name: string }>(`
    select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and c.relname <> 'companies'
      and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id' and a.attnotnull)`)
  expect(rows.map((row) => row.name).filter((name) => !(name in PLATFORM_TABLES))).toEqual([])
})

test('every tenant table has security enabled and forced, with a policy that reads and one that writes', async () => {
  const tables = await tenantTables()
  expect(tables.length).toBeGreaterThan(6)
  const { rows } = await t.owner.query<{ name: string; forced: boolean; policies: number }>(`
    select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as forced,
      (select count(*) from pg_policies p where p.tablename = c.relname and p.policyname in ('tenant', 'platform', 'owner')
        and p.qual is not null and p.with_check is not null) as policies
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`)
  for (const { name } of tables)
    expect(rows.find((row) => row.name === name)).toMatchObject({ forced: true, policies: 3 })
})

test('every key, unique index and foreign key of a tenant table begins with the company', async () => {
  const { rows } = await t.owner.query<{ table: string; index: string }>(`
    select c.relname as "table", i.relname as index from pg_index x
    join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = x.indkey[0]
    where c.relnamespace = 'public'::regnamespace and x.indisunique and a.attname <> 'company_id'`)
  const tables = new Set((await tenantTables()).map((row) => row.name))
  expect(rows.filter((row) => tables.has(row.table) && row.table !== 'companies')).toEqual([])
  const foreign = await t.owner.query<{ name: string }>(`
    select k.conname as name from pg_constraint k join pg_class c on c.oid = k.conrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
    where c.relnamespace = 'public'::regnamespace and k.contype = 'f' and a.attname <> 'company_id'`)
  expect(foreign.rows).toEqual([])
})

test('no role of the server bypasses security, is superuser or owns a table; definer functions are a named list', async () => {
  const { rows } = await t.owner.query(
    `select rolname from pg_roles where rolname like 'enlace\\_%' and rolname <> 'enlace_owner' and (rolbypassrls or rolsuper or rolcreaterole)`,
  )
  expect(rows).toEqual([])
  const owners = await t.owner.query<{ owner: string }>(
    `select distinct pg_get_userbyid(relowner) as owner from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  expect(owners.rows).toEqual([{ owner: 'enlace_owner' }])
  const definers = await t.owner.query<{ name: string }>(
    `select proname as name from pg_proc where pronamespace = 'public'::regnamespace and prosecdef order by 1`,
  )
  expect(definers.rows.map((row) => row.name)).toEqual([
    'authenticate',
    'authenticate_api',
    'count_billed',
    'count_collected',
    'count_credited',
    'count_deleted_files',
    'count_invoiced',
    'count_received',
    'count_received_back',
    'count_refunded',
    'count_returned',
    'count_reversed',
    'count_stored_files',
    'count_upload',
    'enqueue',
    'find_clients',
    'find_debtor',
    'living_sessions',
    'network_address_taken',
    'network_digest',
    'network_password',
    'search_cases',
    'search_clients',
    'set_aside_jobs',
    'stuck_jobs',
    'take_operator_code',
    'take_typed_cun',
    'undo_import',
  ])
})

test('the search path of every definer function and trigger is fixed, with temporary tables after the ones of the product', async () => {
  const client = await t.owner.connect()
  const listOpen = async () => {
    const { rows } = await client.query<{ name: string }>(
      `select proname as name from pg_proc p where pronamespace = 'public'::regnamespace
         and (prosecdef or prorettype = 'trigger'::regtype)
         and not exists (select from unnest(proconfig) setting where setting = 'search_path=public, pg_temp')
         and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') order by 1`,
    )
    return rows.map(({ name }) => name)
  }
  try {
    expect(await listOpen()).toEqual([])
    await client.query(`begin;
      create function planted_definer() returns void language sql security definer set search_path = public as '';
      create function planted_trigger() returns trigger language plpgsql as 'begin return new; end'`)
    expect(await listOpen()).toEqual(['planted_definer', 'planted_trigger'])
  } finally {
    await client.query('rollback')
    client.release()
  }
})

test('another company, and a transaction without a company, read zero rows of every tenant table', async () => {
  const [mine, theirs] = [await t.company(), await t.company()]
  await mine.person('financial')
  for (const { name } of await tenantTables()) {
    const { rows } = await t.owner.query<{ count: number }>(`select count(*) as count from ${name}`)
    const seen = await inTransaction(t.world.pool, 'enlace_app', scope(theirs.id), async (tx) => {
      const column = name === 'companies' ? 'id' : 'company_id'
      return sql<{
        count: number
      }>`select count(*) as count from ${sql.table(name)} where ${sql.ref(column)} <> ${theirs.id}`.execute(tx)
    })
    expect([name, seen.rows[0]?.count, (rows[0]?.count ?? 0) >= 0]).toEqual([name, 0, true])
  }
})

test('a row cannot be written for, or moved to, another company', async () => {
  const [mine, theirs] = [await t.company(), await t.company()]
  const values = { name: 'Robado', reference_code: 'ROB1', download_speed: '1 Mbps', upload_speed: '1 Mbps' }
  const insert = (companyId: string, as: string) =>
    inTransaction(t.world.pool, 'enlace_app', scope(as), (tx) =>
      tx
        .insertInto('plans')
        .values({ ...values, price: money(100), company_id: companyId })
        .execute(),
    )
  await insert(mine.id, mine.id)
  await expect(insert(theirs.id, mine.id)).rejects.toThrow(/row-level security/)
  await expect(
    inTransaction(t.world.pool, 'enlace_app', scope(mine.id), (tx) =>
      tx.updateTable('plans').set({ company_id: theirs.id }).execute(),
    ),
  ).rejects.toThrow(/row-level security/)
})

test('USR-02 INT-01 staff, keys and the company row of another provider cannot be changed, nor the own state', async () => {
  const [mine, theirs] = [await t.company(), await t.company()]
  await theirs.person('financial')
  const changed = await inTransaction(t.world.pool, 'enlace_app', scope(mine.id), async (tx) => {
    const users = await sql`update users set is_active = false where company_id = ${theirs.id}`.execute(tx)
    const keys = await sql`update credentials set is_on = false where company_id = ${theirs.id}`.execute(tx)
    const company = await sql`update companies set name = 'Otra' where id = ${theirs.id}`.execute(tx)
    return [users, keys, company].map(({ numAffectedRows }) => Number(numAffectedRows))
  })
  expect(changed).toEqual([0, 0, 0])
  const suspend = inTransaction(t.world.pool, 'enlace_app', scope(mine.id), (tx) =>
    sql`update companies set status = 'active' where id = ${mine.id}`.execute(tx),
  )
  await expect(suspend).rejects.toThrow('permission denied')
})

test('the server’s login can do nothing without taking a role', async () => {
  await expect(t.world.pool.query('select * from plans')).rejects.toThrow(/permission denied/)
  await expect(t.world.pool.query('select * from sessions')).rejects.toThrow(/permission denied/)
})

test('a back-fill by the owner touches rows although security is forced on the owner too', async () => {
  const company = await t.company()
  await company.person('client')
  const { rowCount } = await t.owner.query(`update users set last_name = 'Migrada' where company_id = $1`, [company.id])
  expect(rowCount).toBe(1)
})
