import { expect, test, vi } from 'vitest'
import { testApp } from '#test/world.ts'
import { startWorker, type Task } from './jobs.ts'
import { GONE_ERROR } from './runners.ts'

const TOKEN = 'una-clave-larga-de-metricas'
const t = testApp({ METRICS_TOKEN: TOKEN })

/** Adds a job and gives it to a runner, as if it was taken `attempts` times. Returns its id. */
async function addTaken(runner: string, attempts: number): Promise<string> {
  const { rows } = await t.owner.query<{ id: string }>(
    `select id from graphile_worker.add_job('test.mark', '{}'::json, max_attempts => 8)`,
  )
  const id = rows[0]?.id ?? ''
  await t.owner.query(
    'update graphile_worker._private_jobs set locked_by = $2, locked_at = now(), attempts = $3 where id = $1',
    [id, runner, attempts],
  )
  return id
}

const see = (runner: string, seconds: number) =>
  t.owner.query('insert into queue_runners values ($1, now() - make_interval(secs => $2))', [runner, seconds])

const listJobs = async () =>
  (
    await t.owner.query<{ id: string; locked_by: string | null; last_error: string | null; waits: number }>(
      `select id, locked_by, last_error, round(extract(epoch from run_at - now()))::int as waits
       from graphile_worker._private_jobs order by id`,
    )
  ).rows

test('OPS-02 lo que tenía un proceso muerto vuelve a la cola de a uno, y lo que acabó con ocho procesos se aparta y se muestra', async () => {
  const [first, second, poison, held] = [
    await addTaken('gone', 1),
    await addTaken('gone', 1),
    await addTaken('gone', 8),
    await addTaken('alive', 1),
  ]
  await see('gone', 31)
  await see('alive', 20)
  const done: unknown[] = []
  const mark: Task = async () => {
    // Its own runner is seen before the first job begins.
    const { rows } = await t.owner.query('select from queue_runners where seen_at > now() - interval $$5 seconds$$')
    done.push(rows.length)
  }
  const worker = await startWorker(t.world, t.owner, { 'test.mark': mark }, [])
  try {
    await vi.waitFor(async () => expect((await listJobs())[0]?.locked_by).toBeNull(), { timeout: 10_000, interval: 50 })
    const jobs = await listJobs()
    expect(jobs.map(({ id, last_error }) => [id, last_error])).toEqual([
      [first, GONE_ERROR],
      [second, GONE_ERROR],
      [poison, GONE_ERROR],
      [held, null],
    ])
    expect(jobs.map(({ locked_by }) => locked_by)).toEqual([null, null, null, 'alive'])
    // The wait of a first try, once or up to twice, and three seconds for each job with those before it. A second is for reading and rounding.
    for (const [index, turn] of [1, 2].entries()) {
      expect(jobs[index]?.waits).toBeGreaterThanOrEqual(3 * turn + Math.E - 2)
      expect(jobs[index]?.waits).toBeLessThanOrEqual(3 * turn + 2 * Math.E + 1)
    }
    await vi.waitFor(() => expect(done).toEqual([1, 1]), { timeout: 20_000, interval: 100 })
    await vi.waitFor(async () => expect((await listJobs()).map(({ id }) => id)).toEqual([poison, held]), {
      timeout: 5_000,
      interval: 50,
    })
  } finally {
    await worker.stop()
  }
  const { body } = await t.app.inject({
    method: 'GET',
    url: '/api/metrics',
    headers: { authorization: `Bearer ${TOKEN}` },
  })
  expect(body).toMatch(/^enlace_jobs_set_aside 1$/m)
})

test('OPS-02 una fila que no pudo anotarse al empezar se anota con el siguiente trabajo, que no se pierde', async () => {
  await t.owner.query('delete from graphile_worker._private_jobs')
  await t.owner.query(`select graphile_worker.add_job('test.later', '{}'::json, max_attempts => 8)`)
  let done = 0
  await t.owner.query('alter table queue_runners rename to queue_runners_away')
  const worker = await startWorker(t.world, t.owner, { 'test.later': async () => void (done += 1) }, [])
  try {
    const errorOf = async () => (await listJobs())[0]?.last_error ?? ''
    await vi.waitFor(async () => expect(await errorOf()).toContain('queue_runners'), { timeout: 20_000, interval: 50 })
    expect(done).toBe(0)
    await t.owner.query('alter table queue_runners_away rename to queue_runners')
    await vi.waitFor(() => expect(done).toBe(1), { timeout: 30_000, interval: 100 })
  } finally {
    await worker.stop()
  }
})
