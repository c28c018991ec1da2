import { readFile } from 'node:fs/promises'
import { Client, type QueryResultRow } from 'pg'
import { expect, test } from 'vitest'
import { createDatabase } from '#server/db/prepare.ts'
import { printSchema } from '#server/db/print.ts'
import { SCHEMA_FILE, TYPES_FILE } from '#server/db/print-files.ts'
import { printTypes } from '#server/db/print-types.ts'
import { cloneDatabase, TEST_SECRET } from './database.ts'

async function ask<R extends QueryResultRow>(url: string, statement: string): Promise<R[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<R>(statement)).rows
  } finally {
    await client.end()
  }
}

test('db/schema.sql and the table types are what the migrations make (npm run schema)', async () => {
  const database = await cloneDatabase()
  const { ownerUrl } = database
  expect(await printSchema(ownerUrl)).toBe(await readFile(SCHEMA_FILE, 'utf8'))
  expect(await printTypes(ownerUrl)).toBe(await readFile(TYPES_FILE, 'utf8'))
  await database.drop()
})

test('db/schema.sql loads into an empty database, which prints as the same file', async () => {
  const { adminUrl, ...database } = await cloneDatabase()
  const { ownerUrl } = await createDatabase(adminUrl, 'schema_loaded', TEST_SECRET)
  const schema = await readFile(SCHEMA_FILE, 'utf8')
  await ask(ownerUrl, schema)
  expect(await printSchema(ownerUrl)).toBe(schema)
  await ask(adminUrl, 'drop database schema_loaded with (force)')
  await database.drop()
})

const OWN = '(company_id = ( SELECT current_company() AS current_company))'
const POLICIES = (table: string, using: string): string[] => [
  `create policy owner on ${table} to current_user using (true) with check (true);`,
  `create policy platform on ${table} to enlace_platform, enlace_search using (true) with check (true);`,
  `create policy tenant on ${table} to enlace_app using (${using}) with check (${OWN});`,
]

/** A difference made in the database, and the lines that show it. */
const PLANTED: readonly { title: string; sql: string; shown: readonly string[] }[] = [
  {
    title: 'a table without forced security shows its security in full',
    sql: 'alter table visits no force row level security',
    shown: ['alter table visits enable row level security;', ...POLICIES('visits', OWN)],
  },
  {
    title: 'a table with security turned off shows policies that do nothing',
    sql: 'alter table runs disable row level security',
    shown: ['alter table runs force row level security;', ...POLICIES('runs', OWN)],
  },
  {
    title: 'a policy with another condition',
    sql: 'alter policy tenant on consents using (is_granted)',
    shown: [
      'alter table consents enable row level security;',
      'alter table consents force row level security;',
      ...POLICIES('consents', 'is_granted'),
    ],
  },
  {
    title: 'a policy more than the standard ones',
    sql: 'create policy extra on disputes as restrictive for select to public using (amount > 0)',
    shown: [
      'create policy extra on disputes as restrictive for select to public using (((amount)::bigint > 0));',
      ...POLICIES('disputes', OWN),
    ],
  },
  {
    title: 'a column grant',
    sql: 'grant update (price) on contract_terms, plans to enlace_search',
    shown: [
      'grant update (price) on contract_terms to enlace_search;',
      'grant update (price) on plans to enlace_search;',
    ],
  },
  {
    title: 'a grant to every role, with the right to pass it on',
    sql: 'grant select on journal to public; grant delete on journal to enlace_search with grant option',
    shown: [
      'grant select on journal to public;',
      'grant delete on journal to enlace_search with grant option;',
      "select protect('journal', 'company_id', 'select, insert');",
    ],
  },
  {
    title: 'a privilege that the tenant’s role has no more',
    sql: 'revoke delete on clients from enlace_app',
    shown: ["select protect('clients', 'company_id', 'select, insert, update');"],
  },
  {
    title: 'a generated column',
    sql: 'alter table counters add column left_over bigint generated always as (max - last) stored',
    shown: ['  left_over bigint generated always as ((max - last)) stored,'],
  },
  {
    title: 'a trigger that is disabled',
    sql: 'alter table payments disable trigger append_only',
    shown: ['alter table payments disable trigger append_only;'],
  },
  {
    title: 'the owner, the rights and the security of a function',
    sql: `grant create on schema public to enlace_platform; alter function folded(text) owner to enlace_platform;
      alter function uuid_v7() security definer; revoke execute on function uuid_v7() from public`,
    shown: [
      'grant create on schema public to enlace_platform;',
      'alter function folded(text) owner to enlace_platform;',
      ' PARALLEL SAFE SECURITY DEFINER',
      'revoke execute on function uuid_v7() from public;',
    ],
  },
  {
    title: 'a view that reads with the rights of its owner',
    sql: 'alter view client_movements reset (security_invoker)',
    shown: ['create view client_movements as', 'grant select on client_movements to enlace_app;'],
  },
  {
    title: 'the owner of a table',
    sql: 'alter table attempts owner to enlace_platform',
    shown: ['alter table attempts owner to enlace_platform;'],
  },
]

test('the printed schema shows each difference: security, grants, generated columns, owners, triggers', async () => {
  const database = await cloneDatabase()
  const before = (await printSchema(database.ownerUrl)).split('\n')
  for (const { sql } of PLANTED) await ask(database.ownerUrl, sql)
  const after = (await printSchema(database.ownerUrl)).split('\n')
  for (const { title, shown } of PLANTED) {
    expect([title, shown.filter((line) => !after.includes(line))]).toEqual([title, []])
    expect([title, shown.every((line) => before.includes(line))]).toEqual([title, false])
  }
  for (const table of ['visits', 'runs', 'consents', 'disputes'])
    expect(after.filter((line) => line.startsWith(`select protect('${table}'`))).toEqual([])
  await database.drop()
})

test('the printer refuses a kind of object that it would leave out', async () => {
  const database = await cloneDatabase()
  await ask(database.ownerUrl, `create type mood as enum ('good', 'bad'); create sequence numbers`)
  await expect(printSchema(database.ownerUrl)).rejects.toThrow('relation of kind S numbers, type mood')
  await ask(
    database.ownerUrl,
    `drop type mood; drop sequence numbers; create aggregate plain(bigint) (sfunc = int8pl, stype = bigint)`,
  )
  expect(await printSchema(database.ownerUrl)).toContain(
    'create aggregate plain(bigint) (sfunc = int8pl, stype = bigint);',
  )
  for (const more of ['initcond = 1', 'combinefunc = int8pl', 'parallel = safe', 'finalfunc = int8abs']) {
    await ask(database.ownerUrl, `create aggregate rich(bigint) (sfunc = int8pl, stype = bigint, ${more})`)
    await expect(printSchema(database.ownerUrl)).rejects.toThrow('aggregate with more than a function and a type rich')
    await ask(database.ownerUrl, `drop aggregate rich(bigint)`)
  }
  await database.drop()
})

test('uuid_v7 makes ordered version-7 ids in SQL', async () => {
  const database = await cloneDatabase()
  const client = new Client({ connectionString: database.ownerUrl })
  await client.connect()
  const ids: string[] = []
  for (let turn = 0; turn < 20; turn += 1) {
    const { rows } = await client.query<{ id: string }>('select uuid_v7() as id, pg_sleep(0.002)')
    ids.push(rows[0]?.id ?? '')
  }
  await client.end()
  expect(ids.toSorted()).toEqual(ids)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  await database.drop()
})

test('a check over several columns has a name that says the rule, not an automatic one', async () => {
  const database = await cloneDatabase()
  const automatic = () =>
    ask(
      database.ownerUrl,
      `select conname as name from pg_constraint
      where connamespace = 'public'::regnamespace and contype = 'c' and cardinality(conkey) > 1 and conname ~ '_check\\d*$'`,
    )
  expect(await automatic()).toEqual([])
  await ask(database.ownerUrl, 'alter table runs add check (created <= contracts), add check (skipped <= contracts)')
  expect(await automatic()).toEqual([{ name: 'runs_check' }, { name: 'runs_check1' }])
  await database.drop()
})
