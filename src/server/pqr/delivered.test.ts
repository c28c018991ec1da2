import { afterAll, expect, test } from 'vitest'
import { pqrApi } from '#domain/pqr/api.ts'
import { filedCase, morningOf } from '#test/cases/filed.ts'
import { testApp } from '#test/world.ts'
import { runClock } from './clock.ts'

const t = testApp()
afterAll(() => t.setNow(null))

/** A case of a client that receives its answers on paper or by telephone. */
async function byHand(response_channel = 'telefono', typology = 'facturacion') {
  t.setNow(morningOf('2026-11-20'))
  const { by, client, filed } = await filedCase(t, await t.company(), { response_channel, typology })
  const params = { id: filed.id }
  const answer = async (decision = 'contra') =>
    (await by.call(pqrApi.answer, { params, body: { text: 'Revisamos su caso.', decision } })).data
  const appeal = (kind = 'reposicion') => client.call(pqrApi.appeal, { params, body: { kind, text: 'No es cierto' } })
  const deliver = (delivered_on: string) => by.ask(pqrApi.deliver, { params, body: { delivered_on } })
  const read = async () => (await by.call(pqrApi.get, { params })).data
  const open = async () => (await read()).tasks.filter(({ done_at }) => done_at === null)
  return { by, client, params, answer, appeal, deliver, read, open }
}

test('R3.13 PQR-05 una respuesta en papel o por teléfono deja la tarea de entregarla, y registrar la entrega la cumple', async () => {
  for (const [channel, how] of [
    ['telefono', 'y dile la respuesta'],
    ['direccion', 'Envía la carta impresa a'],
  ] as const) {
    const it = await byHand(channel)
    const { due } = await it.answer()
    const [task, ...others] = await it.open()
    expect([task?.text, others]).toEqual([expect.stringContaining(how), []])
    expect(task?.text).toMatch(/^Entrega la respuesta y registra el día de la entrega\. /)
    expect([due?.kind, due?.on]).toEqual(['task', '2026-11-23'])
    const done = await it.by.ask(pqrApi.task, { params: { ...it.params, task_id: task?.id ?? '' }, body: {} })
    expect([done.status, done.json.message]).toEqual([409, expect.stringContaining('Registra el día de la entrega')])
    expect((await it.deliver('2026-11-20')).status).toBe(200)
    const delivered = await it.read()
    expect([await it.open(), delivered.due, delivered.appeal_until]).toEqual([[], null, '2026-12-04'])
    t.setNow(new Date('2026-12-05T00:00:01-05:00'))
    await runClock(t.world)
    expect((await it.read()).status).toBe('cerrada')
  }
})

test('R3.13 PQR-07 la decisión de un recurso se entrega con su tarea y su día, antes y después de ir a la SIC', async () => {
  for (const [decision, status] of [
    ['favor', 'repuesta'],
    ['contra', 'confirmada'],
  ] as const) {
    const it = await byHand()
    await it.answer()
    await it.appeal('reposicion_subsidio_apelacion')
    // Who appeals has read the answer.
    expect(await it.open()).toEqual([])
    t.setNow(morningOf('2026-11-25'))
    const { transfer_by } = (await it.answer(decision)).sic ?? {}
    const answered = await it.read()
    expect([answered.status, answered.actions.includes('deliver')]).toEqual([status, true])
    expect((await it.open()).map(({ text }) => text)).toEqual([
      expect.stringMatching(/^Entrega la decisión del recurso y registra el día de la entrega\. Llama/),
    ])
    expect((await it.by.ask(pqrApi.close, { params: it.params, body: {} })).status).toBe(409)
    if (status === 'confirmada') await it.by.call(pqrApi.escalate, { params: it.params, body: {} })
    expect((await it.deliver('2026-11-24')).json.errors?.[0]?.field).toBe('delivered_on')
    const { status: code, json } = await it.deliver('2026-11-25')
    expect([code, json.message]).toEqual([200, 'La decisión del recurso se entregó el 25 de noviembre de 2026'])
    const delivered = await it.read()
    expect([await it.open(), delivered.actions.includes('deliver'), delivered.sic?.transfer_by]).toEqual([
      [],
      false,
      transfer_by,
    ])
    expect((await it.deliver('2026-11-25')).status).toBe(409)
  }
})

test('PQR-05 quien cierra su PQR ya leyó la respuesta: nadie se la tiene que entregar', async () => {
  const it = await byHand()
  await it.answer('favor')
  expect((await it.client.call(pqrApi.get, { params: it.params })).data.actions).toContain('close')
  await it.client.call(pqrApi.close, { params: it.params, body: { satisfaction: 5 } })
  const { status, due } = await it.read()
  expect([status, due, await it.open()]).toEqual(['cerrada', null, []])
})

test('R3.13 PQR-06 la respuesta a un silencio que ya se le dijo al usuario también deja la tarea de entregarla', async () => {
  const it = await byHand()
  t.setNow(new Date('2026-12-15T00:00:01-05:00'))
  await runClock(t.world)
  const finish = async (text: string) => {
    const task = (await it.open()).find((one) => one.text.startsWith(text))
    await it.by.call(pqrApi.task, { params: { ...it.params, task_id: task?.id ?? '' }, body: {} })
  }
  await finish('Comunícale al usuario')
  t.setNow(morningOf('2026-12-15'))
  await it.answer('favor')
  await finish('Haz lo que')
  const [task, ...others] = await it.open()
  expect([task?.text, others]).toEqual([
    expect.stringMatching(/^Entrega la respuesta y registra el día de la entrega\. Llama/),
    [],
  ])
  expect((await it.read()).due?.on).toBe('2026-12-16')
  expect((await it.by.ask(pqrApi.close, { params: it.params, body: {} })).status).toBe(409)
  const { status, json } = await it.deliver('2026-12-15')
  expect([status, json.message]).toEqual([200, 'La respuesta se entregó el 15 de diciembre de 2026'])
  const delivered = await it.read()
  expect([await it.open(), delivered.due, delivered.appeal_until]).toEqual([[], null, null])
  expect((await it.deliver('2026-12-15')).status).toBe(409)
  expect((await it.by.ask(pqrApi.close, { params: it.params, body: {} })).status).toBe(200)
})

test('R3.13 PQR-06 la respuesta a un silencio que no se le ha dicho al usuario se entrega con la tarea de comunicarlo', async () => {
  const it = await byHand()
  t.setNow(new Date('2026-12-15T00:00:01-05:00'))
  await runClock(t.world)
  await it.answer('favor')
  expect((await it.open()).map(({ text }) => text).toSorted()).toEqual([
    'Comunícale al usuario que su solicitud queda a favor',
    'Haz lo que el usuario pidió',
  ])
})
