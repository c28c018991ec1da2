import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '#test/world.ts'
import { SYSTEM } from './context.ts'
import { newId } from './ids.ts'
import { sqlState, type Writing, writeAtOnce } from './tx.ts'

const t = testApp({ POOL_MAX: '1' })

/** Announces a file and records an event, and runs `query`. Reads what was stored, and which settings the query saw. */
async function announce(companyId: string, query: Writing['query'], key = 'stored', ofCompany = companyId) {
  const entity_id = newId()
  const failed = await writeAtOnce(t.world.pool, { ...SYSTEM, companyId }, (db) => ({
    query,
    writes: [db.insertInto('file_storings').values({ company_id: ofCompany, key })],
    event: { name: 'evidence.uploaded', details: { entity_id, after: { kind: 'photo' } } },
  })).then(() => null, sqlState)
  const { rows } = await t.owner.query(
    `select (select count(*)::int from file_storings where company_id = any ($1)) as stored,
       (select count(*)::int from events where entity_id = $2 and company_id = $3) as events`,
    [[companyId, ofCompany], entity_id, companyId],
  )
  return { failed, ...rows[0] }
}

test('a transaction written at once stores its statements and its event, in its company only', async () => {
  const [one, other] = [await t.company(), await t.company()]
  expect(await announce(one.id, sql`select 1`)).toEqual({ failed: null, stored: 1, events: 1 })
  expect(await announce(other.id, sql`select 1`, 'other', one.id)).toEqual({ failed: '42501', stored: 1, events: 0 })
})

test('an error of its query or of a statement leaves nothing stored', async () => {
  const { id } = await t.company()
  const nothing = { stored: 0, events: 0 }
  expect(await announce(id, sql`select 1 / 0`)).toEqual({ failed: '22012', ...nothing })
  expect(await announce(id, sql`select 1`, '')).toEqual({ failed: '23514', ...nothing })
})

test('its commit waits for the disk, as that of every other transaction', async () => {
  const { id } = await t.company()
  const isDurable = sql`select 1 / (current_setting('synchronous_commit') = reset_val)::int
    from pg_settings where name = 'synchronous_commit'`
  expect(await announce(id, isDurable)).toEqual({ failed: null, stored: 1, events: 1 })
})
