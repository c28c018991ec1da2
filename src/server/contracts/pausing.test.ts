import { afterEach, expect, test } from 'vitest'
import { contractApi } from '#domain/contracts/api.ts'
import { cessionApi } from '#domain/contracts/cession-api.ts'
import { bill, makeDesk, on, owed } from '#test/billing-desk.ts'
import { makeClient } from '#test/factory.ts'
import { testApp } from '#test/world.ts'
import { applyDueChanges, applyDueChangesOf } from './jobs.ts'

const t = testApp()
afterEach(() => t.setNow(null))

test('CON-07 R2.11 una pausa programada devuelve lo facturado, empieza y termina sola, y después se rechaza otra', async () => {
  const desk = await makeDesk(t)
  on(t, '2029-05-22')
  const ask = (from: string, months = 2) =>
    desk.financial.ask(contractApi.pause, { params: desk.params, body: { from, months } })
  const statusOn = async (date: string) => {
    on(t, date)
    await applyDueChanges(t.world)
    const { data } = await desk.financial.call(contractApi.get, { params: desk.params })
    return [data.status, data.suspended_from, data.pause?.to_on ?? null]
  }
  expect((await ask('2029-05-22')).json.errors).toEqual([
    {
      field: 'from',
      message: 'La pausa se pide antes de que empiece el período: puede empezar el 1 de junio de 2029',
    },
  ])
  await bill(t, desk, '2029-05', '2029-06')
  const before = await owed(t, desk)
  const request = { params: desk.params, body: { from: '2029-06-01', months: 2 } }
  const { data: preview } = await desk.financial.call(contractApi.pausePreview, request)
  expect(preview).toEqual({
    from_on: '2029-06-01',
    to_on: '2029-07-31',
    permanence_ends_on: null,
    corrections: [{ period: '2029-06', kind: 'credit', amount: 3_100_000, document: null }],
  })
  expect(await owed(t, desk)).toBe(before)
  const made = await desk.financial.call(contractApi.pause, request)
  expect(made.data).toMatchObject({ status: 'active', pause: { from_on: '2029-06-01', to_on: '2029-07-31' } })
  expect(made.message).toContain('Pausa programada del 1 de junio de 2029 al 31 de julio de 2029')
  expect(await owed(t, desk)).toBe(before - 31_000)
  expect((await ask('2029-08-01')).json.message).toContain('Ya hay una pausa desde el 1 de junio de 2029')
  expect(await statusOn('2029-05-31')).toEqual(['active', null, '2029-07-31'])
  expect(await statusOn('2029-06-02')).toEqual(['suspended', '2029-06-01', '2029-07-31'])
  await bill(t, desk, '2029-07')
  expect(await owed(t, desk)).toBe(before - 31_000)
  expect(await statusOn('2029-07-31')).toEqual(['suspended', '2029-06-01', '2029-07-31'])
  expect(await statusOn('2029-08-03')).toEqual(['active', null, null])
  await bill(t, desk, '2029-08')
  expect(await owed(t, desk)).toBe(before)
  expect((await ask('2029-09-01', 1)).json.message).toContain('Ya usó los 2 meses de pausa de los últimos 12')
  expect((await t.events(desk.company.id)).filter((name) => name.startsWith('contract.'))).toEqual([
    'contract.paused',
    'contract.suspended',
    'contract.reconnected',
  ])
})

test('CON-07 R2.6 una pausa y un retiro de los equipos que empiezan el mismo día suspenden el servicio una vez', async () => {
  const desk = await makeDesk(t)
  on(t, '2029-05-22')
  await desk.financial.call(contractApi.pause, { params: desk.params, body: { from: '2029-06-01', months: 1 } })
  await t.owner.query(
    `insert into suspension_intervals (company_id, contract_id, kind, from_on, to_on) values ($1, $2, 'removal', '2029-06-01', '2029-07-15')`,
    [desk.company.id, desk.id],
  )
  on(t, '2029-06-02')
  expect(await applyDueChangesOf(t.world, desk.company.id)).toBe(0)
  expect((await desk.financial.call(contractApi.get, { params: desk.params })).data.status).toBe('suspended')
  const { rows } = await t.owner.query(
    `select after ->> 'kind' as kind from events where company_id = $1 and name = 'contract.suspended'`,
    [desk.company.id],
  )
  expect(rows).toEqual([{ kind: 'voluntary' }])
})

test('CON-07 R2.11 una pausa se anula antes de empezar y se termina antes de su último día, y solo se cobran los días servidos', async () => {
  const desk = await makeDesk(t)
  on(t, '2029-05-22')
  await bill(t, desk, '2029-05', '2029-06')
  const before = await owed(t, desk)
  const plan = (months: number) =>
    desk.financial.call(contractApi.pause, { params: desk.params, body: { from: '2029-06-01', months } })
  const cancel = () =>
    desk.financial.ask(contractApi.cancelPause, { params: desk.params, body: { reason: 'Se queda' } })
  expect((await cancel()).json.message).toBe('Este contrato no tiene una pausa programada')
  await plan(1)
  expect((await cancel()).status).toBe(200)
  expect(await owed(t, desk)).toBe(before)
  await plan(2)
  on(t, '2029-06-11')
  await applyDueChanges(t.world)
  expect((await cancel()).json.message).toContain('La pausa ya empezó')
  const { data: preview } = await desk.financial.call(contractApi.reconnectPreview, { params: desk.params })
  const ended = await desk.financial.call(contractApi.reconnect, { params: desk.params })
  expect(ended.data).toMatchObject({ status: 'active', pause: null, suspended_from: null })
  // Twenty of the thirty days of June are served.
  expect(preview.corrections.map(({ kind, amount }) => [kind, amount])).toEqual([['charge', 2_066_700]])
  expect(ended.data.corrections).toEqual(preview.corrections)
  expect(await owed(t, desk)).toBe(before - 31_000 + 20_667)
  on(t, '2029-08-01')
  await applyDueChanges(t.world)
  await bill(t, desk, '2029-07', '2029-08')
  expect(await owed(t, desk)).toBe(before - 31_000 + 20_667 + 62_000)
})

test('CON-07 R2.11 una pausa que empieza hoy suspende el servicio ahora, y su historia lo dice', async () => {
  const desk = await makeDesk(t)
  on(t, '2029-06-01')
  const pause = { params: desk.params, body: { from: '2029-06-01', months: 1 } }
  expect((await desk.financial.call(contractApi.pause, pause)).data.status).toBe('suspended')
  const { rows } = await t.owner.query<{ name: string; status: string }>(
    `select name, after ->> 'status' as status from events where entity_id = $1 and name in ('contract.suspended', 'contract.paused') order by id`,
    [desk.id],
  )
  expect(rows).toEqual([
    { name: 'contract.suspended', status: 'suspended' },
    { name: 'contract.paused', status: 'suspended' },
  ])
  await applyDueChanges(t.world)
  expect((await desk.financial.call(contractApi.get, { params: desk.params })).data.status).toBe('suspended')
})

test('CON-07 R2.11 PLN-07 la reconexión de un corte por mora deja la pausa que empezó mientras tanto: sus días no se cobran', async () => {
  const desk = await makeDesk(t)
  on(t, '2029-05-22')
  await bill(t, desk, '2029-05')
  const before = await owed(t, desk)
  await desk.financial.call(contractApi.pause, { params: desk.params, body: { from: '2029-06-01', months: 1 } })
  on(t, '2029-05-28')
  await desk.financial.call(contractApi.suspend, { params: desk.params, body: { reason: 'Mora' } })
  on(t, '2029-06-11')
  await applyDueChanges(t.world)
  const { data: preview } = await desk.financial.call(contractApi.reconnectPreview, { params: desk.params })
  const { data, message } = await desk.financial.call(contractApi.reconnect, { params: desk.params })
  expect(message).toContain('La pausa que pidió el cliente sigue hasta el 30 de junio de 2029')
  expect(data.corrections.map(({ amount }) => amount)).toEqual(preview.corrections.map(({ amount }) => amount))
  const statusNow = async () => (await desk.financial.call(contractApi.get, { params: desk.params })).data.status
  await applyDueChanges(t.world)
  expect(await statusNow()).toBe('suspended')
  on(t, '2029-07-01')
  await applyDueChanges(t.world)
  expect(await statusNow()).toBe('active')
  await bill(t, desk, '2029-06', '2029-07')
  // Four days of May were out of service, June was paused and July is served.
  expect(await owed(t, desk)).toBe(before - 4_000 + 31_000)
})

test('CON-07 R2.11 el servidor detenido durante toda la pausa no la cobra ni deja el servicio suspendido', async () => {
  const desk = await makeDesk(t)
  on(t, '2029-05-22')
  await bill(t, desk, '2029-05')
  const before = await owed(t, desk)
  await desk.financial.call(contractApi.pause, { params: desk.params, body: { from: '2029-06-01', months: 1 } })
  on(t, '2029-07-04')
  await applyDueChanges(t.world)
  expect((await desk.financial.call(contractApi.get, { params: desk.params })).data.status).toBe('active')
  await bill(t, desk, '2029-06', '2029-07')
  expect(await owed(t, desk)).toBe(before + 31_000)
})

test('CON-07 R2.11 una pausa sin fin de una versión anterior recibe el suyo y termina sola', async () => {
  const desk = await makeDesk(t)
  on(t, '2029-06-10')
  await t.owner.query(`update contracts set status = 'suspended' where id = $1`, [desk.id])
  await t.owner.query(
    `insert into suspension_intervals (company_id, contract_id, kind, from_on) values ($1, $2, 'voluntary', '2029-06-01')`,
    [desk.company.id, desk.id],
  )
  await applyDueChanges(t.world)
  expect((await desk.financial.call(contractApi.get, { params: desk.params })).data.pause?.to_on).toBe('2029-07-31')
  on(t, '2029-08-01')
  await applyDueChanges(t.world)
  expect((await desk.financial.call(contractApi.get, { params: desk.params })).data.status).toBe('active')
})

test('CON-07 R2.8 una permanencia que ya venció no se anuncia: ni la alarga una pausa ni sigue con una cesión', async () => {
  const desk = await makeDesk(t)
  const { id, financial, params, company } = desk
  const { id: client_id } = await makeClient(t.owner, company.id)
  const previewsWith = async (from: string) => {
    await t.owner.query(
      `update contracts set connection_cost = 12000000, discounted_value = 12000000, permanence_months = 12, permanence_from = $2
       where id = $1`,
      [id, from],
    )
    const body = { from: '2029-06-01', months: 2 }
    const { data: paused } = await financial.call(contractApi.pausePreview, { params, body })
    const { data: ceded } = await financial.call(cessionApi.cessionPreview, { params, body: { client_id } })
    return [ceded.effective_on, paused.permanence_ends_on, ceded.permanence_ends_on]
  }
  on(t, '2029-05-22')
  expect(await previewsWith('2028-05-10')).toEqual(['2029-06-01', null, null])
  // It ends on the last day before the pause and before the new holder, or on their first day.
  expect(await previewsWith('2028-06-01')).toEqual(['2029-06-01', null, null])
  expect(await previewsWith('2028-06-02')).toEqual(['2029-06-01', '2029-08-01', '2029-06-01'])
})

test('CON-07 R2.8 la página del contrato dice el mismo final de la permanencia que la vista previa de la pausa', async () => {
  const { id, financial, params } = await makeDesk(t)
  await t.owner.query(
    `update contracts set connection_cost = 12000000, discounted_value = 12000000, permanence_months = 12, permanence_from = '2029-05-02'
     where id = $1`,
    [id],
  )
  on(t, '2029-05-22')
  const request = { params, body: { from: '2029-06-01', months: 2 } }
  const { data: preview } = await financial.call(contractApi.pausePreview, request)
  expect(preview.permanence_ends_on).toBe('2030-07-01')
  await financial.call(contractApi.pause, request)
  const { data } = await financial.call(contractApi.get, { params })
  expect(data.permanence?.ends_on).toBe('2030-07-01')
})
