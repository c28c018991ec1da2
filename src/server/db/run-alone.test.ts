import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTransaction, type Scope, writeAlone } from '#server/core/tx.ts'
import { testApp } from '#test/world.ts'
import { runAlone } from './run-alone.ts'

const t = testApp({ POOL_MAX: '1' })

const reading = (companyId: string): Scope => ({
  companyId,
  actorId: null,
  actorName: 'x',
  actorRole: 'financial',
  ip: null,
  requestId: null,
  isReadOnly: true,
})

const readCompany = (companyId: string) =>
  inTransaction(t.world.pool, 'enlace_app', reading(companyId), (tx) =>
    tx.selectFrom('companies').select('id').execute(),
  )

test('a read returns the rows of its company only, also after a read of another company on the same connection', async () => {
  const [one, other] = [await t.company(), await t.company()]
  for (const { id } of [one, other, one]) expect(await readCompany(id)).toEqual([{ id }])
})

test('a read cannot write, and a failed read does not change the connection', async () => {
  const { id } = await t.company()
  const inside = (work: Parameters<typeof inTransaction>[3]) =>
    inTransaction(t.world.pool, 'enlace_app', reading(id), work)
  await expect(inside((tx) => tx.deleteFrom('plans').execute())).rejects.toMatchObject({ code: '25006' })
  await expect(inside((tx) => tx.record('plan.created', {}))).rejects.toMatchObject({ code: '25006' })
  await expect(inside((tx) => sql`select 1 / 0`.execute(tx))).rejects.toMatchObject({ code: '22012' })
  await expect(inside((tx) => sql`select nothing from nowhere`.execute(tx))).rejects.toMatchObject({ code: '42P01' })
  await expect(inside((tx) => sql`select nothing from nowhere`.execute(tx))).rejects.toMatchObject({ code: '42P01' })
  expect(await readCompany(id)).toEqual([{ id }])
})

test('a statement that writes alone is in its company only, is seen at once, and leaves no right to the connection', async () => {
  const [one, other] = [await t.company(), await t.company()]
  const write = (companyId: string) =>
    writeAlone(t.world.pool, 'enlace_app', { companyId: one.id })
      .insertInto('file_storings')
      .values({ company_id: companyId, key: 'annexes/a.pdf' })
      .execute()
  await write(one.id)
  await expect(write(other.id)).rejects.toMatchObject({ code: '42501' })
  const { rows } = await t.world.pool.query(
    `select current_user as role, current_setting('transaction_read_only') as read_only,
       current_setting('synchronous_commit') = reset_val as is_durable_again
     from pg_settings where name = 'synchronous_commit'`,
  )
  expect(rows).toEqual([{ role: 'enlace_login', read_only: 'off', is_durable_again: true }])
  const stored = await t.owner.query('select company_id from file_storings where company_id = any ($1)', [
    [one.id, other.id],
  ])
  expect(stored.rows).toEqual([{ company_id: one.id }])
})

test('between statements the connection has no role, no company and no privilege', async () => {
  const { id } = await t.company()
  await readCompany(id)
  const { rows } = await t.world.pool.query(
    `select current_user as role, coalesce(current_setting('app.company_id', true), '') as company,
       current_setting('transaction_read_only') as read_only`,
  )
  expect(rows).toEqual([{ role: 'enlace_login', company: '', read_only: 'off' }])
  await expect(t.world.pool.query('select * from plans')).rejects.toThrow(/permission denied/)
})

test('values of every type are the same as in a transaction, also without a statement name', async () => {
  const { id } = await t.company()
  const when = new Date('2026-11-20T15:04:05.678Z')
  const ask = (name?: string) =>
    (async () => {
      const client = await t.world.pool.connect()
      try {
        const statement = {
          text: `select $1::bigint as big, $2::text[] as list, $3::timestamptz as at, $4::text as nothing,
            $5::bytea as bytes, date '2026-11-20' as day, current_company() as company`,
          values: [12_345_678_900, ['á', 'b'], when, null, Buffer.from('x')],
        }
        return await runAlone(
          client,
          { role: 'enlace_app', companyId: id, mayWrite: false },
          name === undefined ? statement : { ...statement, name },
        )
      } finally {
        client.release()
      }
    })()
  const row = {
    big: 12_345_678_900,
    list: ['á', 'b'],
    at: when,
    nothing: null,
    bytes: Buffer.from('x'),
    day: '2026-11-20',
    company: id,
  }
  expect(await ask()).toEqual([row])
  expect(await ask('kinds')).toEqual([row])
  expect(await ask('kinds')).toEqual([row])
})

test('concurrent reads share one connection', async () => {
  const companies = await Promise.all(Array.from({ length: 12 }, () => t.company()))
  const results = await Promise.all(companies.map(({ id }) => readCompany(id)))
  expect(results).toEqual(companies.map(({ id }) => [{ id }]))
})
