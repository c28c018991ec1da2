import { sql } from 'kysely'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { testApp } from '#test/world.ts'
import { SYSTEM } from './context.ts'
import { inTransaction, sqlState } from './tx.ts'

const t = testApp()

const LAST = 'select pg_advisory_xact_lock(42)'

/** The pool of the product, whose answer to the last statement comes only after the commit was sent. */
function lateAnswers(): pg.Pool {
  const connect = async (): Promise<pg.PoolClient> => {
    const client = await t.world.pool.connect()
    const committed = Promise.withResolvers<void>()
    const query = async (statement: string | { text: string; values: unknown[] }) => {
      const text = typeof statement === 'string' ? statement : statement.text
      if (text === 'commit') committed.resolve()
      const answer = await client.query(statement)
      if (text === LAST) await committed.promise
      return answer
    }
    return new Proxy(client, { get: (target, key) => (key === 'query' ? query : bound(target, key)) })
  }
  return new Proxy(t.world.pool, { get: (target, key) => (key === 'connect' ? connect : bound(target, key)) })
}

function bound(target: object, key: string | symbol): unknown {
  const value: unknown = Reflect.get(target, key)
  return typeof value === 'function' ? value.bind(target) : value
}

const storingsOf = async (companyId: string): Promise<unknown[]> =>
  (await t.owner.query('select key from file_storings where company_id = $1', [companyId])).rows

test('the last statement of a transaction is sent with its commit, and its error leaves nothing stored', async () => {
  const { id } = await t.company()
  const announce = (pool: pg.Pool, key: string, last: string) =>
    inTransaction(
      pool,
      'enlace_app',
      { ...SYSTEM, companyId: id },
      (tx) => tx.insertInto('file_storings').values({ company_id: id, key }).execute(),
      sql.raw(last),
    )
  await announce(lateAnswers(), 'stored', LAST)
  const failed = await announce(t.world.pool, 'not stored', 'select 1 / 0').catch(sqlState)
  expect(failed).toBe('22012')
  expect(await storingsOf(id)).toEqual([{ key: 'stored' }])
})
