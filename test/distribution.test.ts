import { Client, type ClientBase } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase } from './database.ts'

/** Tables that would be copied to every node, each with its reason; all others are distributed by their company. */
const SHARED: Readonly<Record<string, string>> = {
  companies: 'every row of a company points to its own; few and small',
  schema_migrations: 'which migrations ran',
  note_concepts: 'the list of the DIAN is the same for every company',
  regulated_parameters: 'the law is the same for every company',
  maintenance: 'one row for the installation',
  secret_checks: 'one row for the installation',
  attempts: 'failures are counted before a company is known',
  known_browsers: 'a browser is looked up before its company is known',
  sessions: 'a token is looked up before its company is known',
  recovery_codes: 'a code is looked up before its company is known',
  pqr_taken_numbers: 'a CUN is of one company of the installation',
  queue_runners: 'the processes run the jobs of every company',
}

/** What a distributed PostgreSQL would refuse in the current schema, each with the reason to keep it. */
const OBSTACLES: Readonly<Record<string, string>> = {
  'recovery_codes_company_id_user_id_fkey of recovery_codes goes from a shared table to one of a company':
    'the directory of who may come back; the key would be dropped there, for users are never removed',
  'sessions_company_id_user_id_fkey of sessions goes from a shared table to one of a company':
    'the same, for who is signed in',
  'known_browsers_company_id_user_id_fkey of known_browsers goes from a shared table to one of a company':
    'the same, for the browsers in which they signed in',
}

const own = `c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`
const spread = (table: string): string => `not (${table}.relname = any ($1))`

/** Each statement lists the rows that break its rule. `$1`: the shared tables. */
const RULES = {
  'the primary key begins with the company': `
    select c.relname || ' has no primary key that begins with the company' as obstacle from pg_class c
    where ${own} and ${spread('c')} and not exists (
      select from pg_index x join pg_attribute a on a.attrelid = c.oid and a.attnum = x.indkey[0]
      where x.indrelid = c.oid and x.indisprimary and a.attname = 'company_id')`,
  'what is unique is so within a company': `
    select i.relname || ' of ' || c.relname || ' is unique across companies' as obstacle from pg_index x
    join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
    where ${own} and ${spread('c')} and (x.indisunique or x.indisexclusion) and not exists (
      select from pg_attribute a
      where a.attrelid = c.oid and a.attname = 'company_id' and a.attnum = any ((x.indkey::int2[])[0:x.indnkeyatts - 1]))`,
  'rows of a company point to rows of the same company': `
    select k.conname || ' of ' || c.relname || ' may lead to another company' as obstacle from pg_constraint k
    join pg_class c on c.oid = k.conrelid join pg_class f on f.oid = k.confrelid
    where ${own} and ${spread('c')} and ${spread('f')} and k.contype = 'f' and not exists (
      select from unnest(k.conkey, k.confkey) pair (here, there)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = here join pg_attribute b on b.attrelid = f.oid and b.attnum = there
      where a.attname = 'company_id' and b.attname = 'company_id')`,
  'what is shared points to nothing of a company': `
    select k.conname || ' of ' || c.relname || ' goes from a shared table to one of a company' as obstacle from pg_constraint k
    join pg_class c on c.oid = k.conrelid join pg_class f on f.oid = k.confrelid
    where ${own} and not ${spread('c')} and ${spread('f')} and k.contype = 'f'`,
} as const

let client: Client
const closing: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  const database = await cloneDatabase()
  client = new Client({ connectionString: database.ownerUrl })
  await client.connect()
  closing.push(
    () => client.end(),
    () => database.drop(),
  )
})
afterAll(async () => {
  for (const close of closing) await close()
})

async function listObstacles(on: ClientBase): Promise<string[]> {
  const found: string[] = []
  for (const rule of Object.values(RULES)) {
    const { rows } = await on.query<{ obstacle: string }>(rule, [Object.keys(SHARED)])
    found.push(...rows.map((row) => row.obstacle))
  }
  return found.toSorted()
}

test('the list of shared tables names tables that exist, and the tables of companies are many', async () => {
  const { rows } = await client.query<{ name: string }>(`select c.relname as name from pg_class c where ${own}`)
  const names = rows.map((row) => row.name)
  expect(Object.keys(SHARED).filter((name) => !names.includes(name))).toEqual([])
  expect(names.length - Object.keys(SHARED).length).toBeGreaterThan(25)
})

test('the database can be spread by company over several servers, but for the obstacles that are named', async () => {
  expect(await listObstacles(client)).toEqual(Object.keys(OBSTACLES).toSorted())
})

const PLANTED: Readonly<Record<keyof typeof RULES, readonly [string, string]>> = {
  'the primary key begins with the company': [
    'create table planted (company_id uuid, id uuid, primary key (id, company_id))',
    'planted has no primary key that begins with the company',
  ],
  'what is unique is so within a company': [
    `create table planted (company_id uuid, id uuid, code text, primary key (company_id, id));
     create unique index planted_code on planted (code) include (company_id)`,
    'planted_code of planted is unique across companies',
  ],
  'rows of a company point to rows of the same company': [
    `create table parent (company_id uuid, id uuid, owner_id uuid, primary key (company_id, id), unique (company_id, owner_id, id));
     create table planted (company_id uuid, id uuid, other uuid, primary key (company_id, id),
       constraint planted_parent foreign key (other, id) references parent (company_id, id))`,
    'planted_parent of planted may lead to another company',
  ],
  'what is shared points to nothing of a company': [
    `alter table maintenance add company_id uuid, add user_id uuid,
       add constraint planted_user foreign key (company_id, user_id) references users (company_id, id)`,
    'planted_user of maintenance goes from a shared table to one of a company',
  ],
}

for (const [rule, [sql, obstacle]] of Object.entries(PLANTED)) {
  test(`a table that breaks it is noticed: ${rule}`, async () => {
    await client.query('begin')
    try {
      await client.query(sql)
      expect(await listObstacles(client)).toContain(obstacle)
    } finally {
      await client.query('rollback')
    }
  })
}
