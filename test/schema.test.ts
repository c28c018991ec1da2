import { readFile } from 'node:fs/promises'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { printSchema, printTypes } from '#server/db/print.ts'
import { SCHEMA_FILE, TYPES_FILE } from '#server/db/print-files.ts'
import { cloneDatabase } from './database.ts'

test('db/schema.sql and the table types are what the migrations make (npm run schema)', async () => {
  const database = await cloneDatabase()
  const { ownerUrl } = database
  expect(await printSchema(ownerUrl)).toBe(await readFile(SCHEMA_FILE, 'utf8'))
  expect(await printTypes(ownerUrl)).toBe(await readFile(TYPES_FILE, 'utf8'))
  await database.drop()
})

test('uuid_v7 makes ordered version-7 ids in SQL', async () => {
  const database = await cloneDatabase()
  const { ownerUrl } = database
  const client = new Client({ connectionString: ownerUrl })
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
  const client = new Client({ connectionString: database.ownerUrl })
  await client.connect()
  const automatic = async (): Promise<string[]> => {
    const { rows } = await client.query<{ name: string }>(`
      select conname as name from pg_constraint
      where connamespace = 'public'::regnamespace and contype = 'c' and cardinality(conkey) > 1 and conname ~ '_check\\d*$'`)
    return rows.map((row) => row.name)
  }
  expect(await automatic()).toEqual([])
  await client.query('alter table runs add check (created <= contracts), add check (skipped <= contracts)')
  expect(await automatic()).toEqual(['runs_check', 'runs_check1'])
  await client.end()
  await database.drop()
})
