import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { testApp } from '#test/world.ts'
import { paymentTasks, paymentTickers } from './jobs.ts'

const t = testApp()
const NOW = new Date('2026-11-20T15:00:00Z')

/** The payloads of the queued jobs of a task. */
async function queued(task: string): Promise<object[]> {
  const { rows } = await t.owner.query<{ payload: object }>(
    `select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks k on k.id = j.task_id
     where k.identifier = $1 order by j.id`,
    [task],
  )
  return rows.map(({ payload }) => payload)
}

test('TRX-05 un aviso sin resolver vuelve a la cola a los 30 segundos, y a los 50 minutos se aparta', async () => {
  t.setNow(NOW)
  const { id: company_id } = await t.company()
  const receive = async (secondsAgo: number): Promise<string> => {
    const { rows } = await t.owner.query<{ id: string }>(
      `insert into provider_events (company_id, provider, environment, digest, body, verdict, received_at)
       values ($1, 'wompi', 'test', $2, '{}', 'authentic', $3) returning id`,
      [company_id, randomBytes(32), new Date(NOW.getTime() - secondsAgo * 1_000)],
    )
    return rows[0]?.id ?? ''
  }
  const [recent, waiting, unanswered] = [await receive(29), await receive(31), await receive(50 * 60 + 1)]
  const tick = paymentTickers.find(({ name }) => name === 'payment.events')?.tick
  await tick?.(t.world)
  await tick?.(t.world)
  expect(await queued('payment.event')).toEqual([{ company_id, event_ids: [waiting] }])
  const { rows } = await t.owner.query(
    'select id, outcome, outcome_reason from provider_events where company_id = $1 order by received_at desc',
    [company_id],
  )
  expect(rows).toEqual([
    { id: recent, outcome: null, outcome_reason: null },
    { id: waiting, outcome: null, outcome_reason: null },
    { id: unanswered, outcome: 'quarantined', outcome_reason: 'unanswered' },
  ])
})

test('I17 cada noche se concilian una vez los tres días anteriores de cada empresa con pagos en línea', async () => {
  t.setNow(NOW)
  const [connected, stopped] = [await t.company(), await t.company()]
  for (const [company, isOn] of [
    [connected, true],
    [stopped, false],
  ] as const)
    await t.owner.query(
      `insert into credentials (company_id, provider, environment, sealed, last_four, endpoint_key, set_by, is_on)
       values ($1, 'wompi', 'production', '', '{}', $2, 'prueba', $3)`,
      [company.id, randomBytes(16).toString('hex'), isOn],
    )
  await paymentTasks['payment.reconcile_all'](t.world)
  await paymentTasks['payment.reconcile_all'](t.world)
  expect(await queued('payment.reconcile')).toEqual(
    ['2026-11-19', '2026-11-18', '2026-11-17'].map((day) => ({
      company_id: connected.id,
      environment: 'production',
      day,
    })),
  )
})
