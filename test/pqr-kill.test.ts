import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { pqrApi } from '#domain/pqr/api.ts'
import { runClock } from '#server/pqr/clock.ts'
import { filedCase, morningOf, newCase } from './cases/filed.ts'
import { TEST_SECRET } from './database.ts'
import { testApp } from './world.ts'

const CASES = 120
const KILLS = 5
const CHILD = path.resolve(import.meta.dirname, 'pqr-child.ts')
/** After the term of every case of the test, and after the term to appeal. */
const LATER = morningOf('2027-03-01')

const t = testApp()

const startClock = (): ChildProcess =>
  spawn(process.execPath, [CHILD, LATER.toISOString()], {
    env: {
      ...process.env,
      APP_URL: t.world.pool.options.connectionString,
      ENLACE_DATA: t.world.config.dataDir,
      ENLACE_SECRET: TEST_SECRET.toString('base64'),
    },
    stdio: 'ignore',
  })

test('PQR-06 con cinco kill -9 del reloj cada consecuencia ocurre una sola vez, en su orden, y ninguna se pierde', {
  timeout: 120_000,
}, async () => {
  t.setNow(morningOf('2026-11-20'))
  const company = await t.company()
  const portal = { response_channel: 'portal' }
  const { by, client, filed } = await filedCase(t, company, portal)
  const ids = [filed.id]
  for (let n = 1; n < CASES; n += 1) {
    const { data } = await client.call(pqrApi.create, { body: { pqr: { ...newCase(`Caso ${n}`), ...portal } } })
    ids.push(data.id)
  }
  // A third waits for the end of the term to appeal, the others for an answer.
  const answered = new Set(ids.filter((_, n) => n % 3 === 0))
  for (const id of answered)
    await by.call(pqrApi.answer, { params: { id }, body: { text: 'Lo revisamos.', decision: 'contra' } })
  const applied = async (): Promise<number> => {
    const { rows } = await t.owner.query<{ count: number }>(
      `select count(*)::int as count from pqr_entries where company_id = $1 and kind in ('silence', 'window_closed')`,
      [company.id],
    )
    return rows[0]?.count ?? 0
  }
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const before = await applied()
    const child = startClock()
    await vi.waitFor(async () => expect(await applied()).toBeGreaterThan(before + 1), { timeout: 30_000, interval: 1 })
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  const left = CASES - (await applied())
  expect(left).toBeGreaterThan(0)
  t.setNow(LATER)
  // The transaction of the killed process may hold its last case until PostgreSQL notices.
  let rest = 0
  await vi.waitFor(
    async () => {
      rest += await runClock(t.world)
      expect(await applied()).toBe(CASES)
    },
    { timeout: 30_000 },
  )
  expect(rest).toBe(left)
  const { rows } = await t.owner.query(
    `select c.id, c.status, c.clock_at, c.version,
       (select array_agg(e.kind order by e.kind) from pqr_entries e where e.case_id = c.id and e.side = 'sistema') as kinds,
       (select count(*)::int from pqr_tasks k where k.case_id = c.id) as tasks,
       (select count(*)::int from events v where v.entity_id = c.id::text and v.name in ('pqr.silence_applied', 'pqr.window_closed')) as events
     from pqr_cases c where c.company_id = $1`,
    [company.id],
  )
  expect(rows).toHaveLength(CASES)
  for (const { id, ...found } of rows)
    expect([id, found]).toEqual([
      id,
      answered.has(id)
        ? { status: 'cerrada', clock_at: null, version: 3, kinds: ['window_closed'], tasks: 0, events: 1 }
        : { status: 'sap', clock_at: null, version: 2, kinds: ['silence'], tasks: 2, events: 1 },
    ])
  const { rows: thread } = await t.owner.query<{ kind: string }>(
    `select kind from pqr_entries where company_id = $1 and kind in ('silence', 'window_closed') order by id`,
    [company.id],
  )
  // The terms to appeal ended on 4 December, those of the answers on the 14th.
  const kinds = thread.map(({ kind }) => kind)
  expect(kinds).toEqual(kinds.toSorted((a, b) => b.localeCompare(a)))
  expect(await runClock(t.world)).toBe(0)
})
