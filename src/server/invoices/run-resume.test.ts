import { expect, test } from 'vitest'
import { runApi } from '#domain/invoices/api.ts'
import { STOPPED_REASON } from '#domain/invoices/run.ts'
import { testApp } from '#test/world.ts'
import { runMassive, runTickers } from './run-worker.ts'

const t = testApp()

/** Starts a run in a company of its own. Returns the payload of its job. */
async function startRun(): Promise<{ company_id: string; run_id: string }> {
  const company = await t.company()
  const financial = await company.person('financial')
  const { data: run } = await financial.call(runApi.start, { body: { period: '2026-11' } })
  return { company_id: company.id, run_id: run.id }
}

test('INV-03 una corrida cuyo proceso no da señal vuelve a la cola, y las demás no', async () => {
  const [silent, running, done] = [await startRun(), await startRun(), await startRun()]
  await t.owner.query('delete from graphile_worker._private_jobs')
  await t.owner.query(
    `update runs set status = case id when $3 then 'done' else 'running' end,
       heartbeat_at = case id when $2 then now() else now() - interval '16 seconds' end
     where id in ($1, $2, $3)`,
    [silent.run_id, running.run_id, done.run_id],
  )
  for (const { tick } of runTickers) await tick(t.world)
  const { rows } = await t.owner.query('select payload from graphile_worker._private_jobs')
  expect(rows).toEqual([{ payload: silent }])
})

test('INV-03 una corrida que acaba con cada proceso que la toma se da por fallida, y no impide la siguiente', async () => {
  const [poison, sound] = [await startRun(), await startRun()]
  await t.owner.query(
    `update runs set status = 'running', tries = case id when $1 then 8 else 7 end, heartbeat_at = now() - interval '16 seconds'
     where id in ($1, $2)`,
    [poison.run_id, sound.run_id],
  )
  for (const payload of [poison, sound]) await runMassive(t.world, payload)
  const { rows } = await t.owner.query('select id, status, problem from runs where id in ($1, $2) order by id = $2', [
    poison.run_id,
    sound.run_id,
  ])
  expect(rows).toEqual([
    { id: poison.run_id, status: 'failed', problem: STOPPED_REASON },
    { id: sound.run_id, status: 'done', problem: null },
  ])
})
