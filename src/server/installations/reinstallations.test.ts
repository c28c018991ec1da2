import { afterEach, expect, test } from 'vitest'
import { contractApi } from '#domain/contracts/api.ts'
import { applyDueChanges } from '#server/contracts/jobs.ts'
import { bill, makeDesk, on, owed } from '#test/billing-desk.ts'
import { makeReport } from '#test/reporting.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
afterEach(() => t.setNow(null))

async function field() {
  const desk = await makeDesk(t)
  const { company, financial, params } = desk
  const technical = await company.person('technical')
  return {
    ...desk,
    report: (day: string, type_order_job: string) => {
      const times = { start_time: `${day}T14:00:00Z`, end_time: `${day}T15:00:00Z` }
      return makeReport(t, technical, params.no, { ...times, type_order_job })
    },
    read: async () => (await financial.call(contractApi.get, { params })).data,
    leave: (requested_on: string) =>
      financial.call(contractApi.terminate, { params, body: { requested_on, reason: 'Se muda' } }),
    stay: () => financial.call(contractApi.withdrawTermination, { params, body: { reason: 'Se queda' } }),
  }
}

test('R2.11 ACT-04 una reinstalación que llega tarde no termina la pausa que empezó después de su visita', async () => {
  const { financial, params, report, read } = await field()
  on(t, '2029-06-05')
  await financial.call(contractApi.pause, { params, body: { from: '2029-07-01', months: 1 } })
  on(t, '2029-07-02')
  await applyDueChanges(t.world)
  const before = await read()
  expect(before).toMatchObject({ status: 'suspended', pause: { from_on: '2029-07-01', to_on: '2029-07-31' } })
  const late = await report('2029-06-28', 'reinstalacion')
  expect([late.effect.kind, late.task?.reason]).toEqual([
    'task',
    'El acta dice que la visita fue el 28 de junio de 2029, y el servicio se detuvo después, desde el 1 de julio de 2029: el contrato no cambió. Revisa el acta y, si los equipos están instalados y el usuario quiere el servicio, reconéctalo',
  ])
  expect(await read()).toEqual(before)
  expect((await report('2029-07-01', 'reinstalacion')).effect.kind).toBe('reconnected')
})

test('R2.6 R2.11 ACT-04 tampoco la pausa que empezó después, cuando los equipos faltaban desde antes', async () => {
  const { financial, params, report, read, leave, stay } = await field()
  on(t, '2029-06-05')
  await leave('2029-06-05')
  await report('2029-06-05', 'retiro')
  await stay()
  await financial.call(contractApi.pause, { params, body: { from: '2029-07-01', months: 1 } })
  on(t, '2029-06-06')
  await applyDueChanges(t.world)
  on(t, '2029-07-02')
  await applyDueChanges(t.world)
  const before = await read()
  expect(before).toMatchObject({ status: 'suspended', removed_from: '2029-06-06' })
  expect((await report('2029-06-28', 'reinstalacion')).effect.kind).toBe('task')
  expect(await read()).toEqual(before)
})

test('R2.6 ACT-04 una reinstalación que llega después de otra visita, o más de 7 días tarde, no conecta un servicio sin equipos', async () => {
  const { report, read, leave, stay } = await field()
  on(t, '2029-06-05')
  await leave('2029-06-05')
  await report('2029-06-05', 'retiro')
  await stay()
  on(t, '2029-06-15')
  await applyDueChanges(t.world)
  const before = await read()
  expect(before).toMatchObject({ status: 'suspended', removed_from: '2029-06-06' })
  expect((await report('2029-06-07', 'reinstalacion')).task?.reason).toContain('más de 7 días antes de llegar')
  await leave('2029-06-15')
  await report('2029-06-14', 'retiro')
  const late = await report('2029-06-11', 'reinstalacion')
  expect(late.task?.reason).toContain('antes de la visita del 14 de junio de 2029, que ya tiene acta')
  expect(late.effect.kind).toBe('task')
  expect(await read()).toMatchObject({ status: 'suspended', removed_from: '2029-06-06' })
})

test('R2.6 ACT-04 una reinstalación del día del retiro deja el servicio sin interrupción, y se cobra completo', async () => {
  const desk = await field()
  const { report, read, leave, stay } = desk
  on(t, '2029-06-05')
  const before = await owed(t, desk)
  await bill(t, desk, '2029-06')
  const month = (await owed(t, desk)) - before
  await leave('2029-06-05')
  on(t, '2029-06-14')
  await report('2029-06-14', 'retiro')
  // What was billed of the days without the equipment, 15 to 30 June, was given back.
  expect((await owed(t, desk)) - before).toBeLessThan(month)
  await stay()
  expect(await read()).toMatchObject({ status: 'active', removed_from: '2029-06-15' })
  // A visit of an earlier day, which arrives now, came before the removal.
  expect((await report('2029-06-12', 'reinstalacion')).effect.kind).toBe('task')
  expect(await read()).toMatchObject({ status: 'active', removed_from: '2029-06-15' })
  const made = await report('2029-06-14', 'reinstalacion')
  expect([made.task, made.effect]).toEqual([
    null,
    { kind: 'reconnected', sentence: 'Los equipos están de nuevo en el servicio: el servicio sigue' },
  ])
  expect(await read()).toMatchObject({ status: 'active', removed_from: null })
  on(t, '2029-06-15')
  await applyDueChanges(t.world)
  expect(await read()).toMatchObject({ status: 'active', suspended_from: null })
  // The given back days are on the next invoice.
  on(t, '2029-07-01')
  await bill(t, desk, '2029-07')
  expect((await owed(t, desk)) - before).toBe(2 * month)
})

test('R2.6 ACT-04 una reinstalación antes de que el trabajo detenga el servicio cobra desde ese día', async () => {
  const desk = await field()
  const { company, report, read, leave, stay } = desk
  on(t, '2029-06-05')
  await leave('2029-06-05')
  await report('2029-06-05', 'retiro')
  await stay()
  on(t, '2029-06-08')
  expect(await read()).toMatchObject({ status: 'active', removed_from: '2029-06-06' })
  await report('2029-06-07', 'cambio_equipo')
  expect((await report('2029-06-06', 'reinstalacion')).effect.kind).toBe('task')
  expect((await report('2029-06-08', 'reinstalacion')).effect.kind).toBe('reconnected')
  await applyDueChanges(t.world)
  expect(await read()).toMatchObject({ status: 'active', removed_from: null })
  const { rows } = await t.owner.query('select kind, from_on, to_on from suspension_intervals where company_id = $1', [
    company.id,
  ])
  expect(rows).toEqual([{ kind: 'removal', from_on: '2029-06-06', to_on: '2029-06-07' }])
})

test('CON-06 ACT-04 una reinstalación con el retiro registrado dice que el contrato termina, y el escritorio lo anula a tiempo o no', async () => {
  const { id, report, read, stay } = await field()
  await t.owner.query(
    `update contracts set connection_cost = 12000000, discounted_value = 12000000, permanence_months = 12,
       permanence_from = '2029-05-02' where id = $1`,
    [id],
  )
  const exitCharges = async () => {
    const { rows } = await t.owner.query(
      "select price from pending_charges where contract_id = $1 and kind = 'early_exit'",
      [id],
    )
    return rows.length
  }
  on(t, '2029-06-10')
  await report('2029-06-10', 'retiro')
  const { active_to } = await read()
  expect(active_to).toBe('2029-06-30')
  on(t, '2029-06-15')
  await applyDueChanges(t.world)
  const again = await report('2029-06-15', 'reinstalacion')
  expect([again.effect, again.task?.reason]).toEqual([
    {
      kind: 'reconnected',
      sentence:
        'El servicio quedó reconectado desde el 15 de junio de 2029, y el contrato termina el 30 de junio de 2029',
    },
    'El técnico reinstaló los equipos y el contrato termina el 30 de junio de 2029, porque su retiro sigue registrado: si el usuario se queda, anula el retiro a más tardar ese día, y no se cobra la terminación anticipada; si no se queda, programa la visita para recoger los equipos',
  ])
  expect(await read()).toMatchObject({ status: 'active', active_to, removed_from: null })
  expect(await exitCharges()).toBe(1)
  on(t, '2029-06-30')
  expect((await stay()).message).toBe('Retiro anulado: el contrato sigue')
  expect(await exitCharges()).toBe(0)
  on(t, '2029-07-01')
  await applyDueChanges(t.world)
  expect(await read()).toMatchObject({ status: 'active', active_to: null })
})

test('CON-06 ACT-04 tampoco dice que el servicio sigue el acta de una reinstalación del día del retiro o de un servicio activo', async () => {
  const { report, read } = await field()
  on(t, '2029-06-10')
  await report('2029-06-10', 'retiro')
  const sentences: string[] = []
  for (const order of ['reinstalacion', 'cambio_equipo', 'reinstalacion']) {
    on(t, sentences.length < 2 ? '2029-06-10' : '2029-06-12')
    const made = await report(sentences.length < 2 ? '2029-06-10' : '2029-06-12', order)
    sentences.push(made.effect.sentence)
    if (order === 'reinstalacion') expect(made.task?.reason).toContain('anula el retiro a más tardar ese día')
  }
  expect(sentences).toEqual([
    'Los equipos están de nuevo en el servicio, y el contrato termina el 30 de junio de 2029',
    'El cambio de equipo no cambia lo que se cobra',
    'El servicio ya estaba activo, y el contrato termina el 30 de junio de 2029',
  ])
  expect(await read()).toMatchObject({ status: 'active', active_to: '2029-06-30', removed_from: null })
})
