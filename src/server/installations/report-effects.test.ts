import { afterEach, expect, test } from 'vitest'
import { contractApi } from '#domain/contracts/api.ts'
import { transferApi } from '#domain/contracts/transfer-api.ts'
import { equipmentApi } from '#domain/equipment/api.ts'
import { installationApi, installationReportApi } from '#domain/installations/api.ts'
import { visitApi } from '#domain/visits/api.ts'
import { applyDueChanges } from '#server/contracts/jobs.ts'
import { type BillingDesk, bill, makeDesk, on, owed } from '#test/billing-desk.ts'
import { makeContract } from '#test/factory.ts'
import { makeReport, reportBody } from '#test/reporting.ts'
import { type Person, testApp } from '#test/world.ts'

const t = testApp()
afterEach(() => t.setNow(null))

const at = (day: string) => ({ start_time: `${day}T14:00:00Z`, end_time: `${day}T15:00:00Z` })
const MOVE = { address: 'Carrera 43A # 5-15', department: 'Antioquia', city: 'Envigado', stratum: 5, on: '2029-06-15' }

async function field(): Promise<BillingDesk & { technical: Person; no: string }> {
  const desk = await makeDesk(t)
  return { ...desk, technical: await desk.company.person('technical'), no: desk.params.no }
}

async function removalsOf(companyId: string): Promise<unknown[]> {
  const { rows } = await t.owner.query(
    "select from_on, to_on from suspension_intervals where company_id = $1 and kind = 'removal' order by from_on",
    [companyId],
  )
  return rows
}

test('CON-07 ACT-04 el acta de un traslado que el trabajo ya aplicó ese día no deja tarea; sin traslado, o a otra dirección, sí', async () => {
  const { financial, technical, params, no, id } = await field()
  const report = (day: string) => makeReport(t, technical, no, { ...at(day), type_order_job: 'translado' })
  const problemOf = async () =>
    (await technical.call(installationReportApi.visit, { params: { id: no }, query: {} })).data.work_orders.find(
      ({ type_order_job }) => type_order_job === 'translado',
    )?.problem
  on(t, '2029-06-01')
  const unknown = 'No hay un traslado registrado para este contrato: regístralo y revisa el acta'
  expect((await report('2029-06-01')).task?.reason).toBe(unknown)
  await financial.call(transferApi.transfer, { params, body: MOVE })
  on(t, '2029-06-16')
  await applyDueChanges(t.world)
  expect(await problemOf()).toBeNull()
  const made = await report('2029-06-15')
  expect([made.task, made.effect]).toEqual([
    null,
    {
      kind: 'none',
      sentence: 'El traslado ya estaba hecho: el contrato tiene la dirección nueva desde el 15 de junio de 2029',
    },
  ])
  on(t, '2029-06-17')
  await t.owner.query(`update contracts set address = 'Calle 1 # 2-3' where id = $1`, [id])
  expect((await report('2029-06-17')).task?.reason).toBe(
    'El traslado del 15 de junio de 2029 fue a Carrera 43A # 5-15 y el contrato tiene Calle 1 # 2-3: revisa a dónde se trasladó',
  )
  on(t, '2029-07-20')
  expect([await problemOf(), (await report('2029-07-20')).task?.reason]).toEqual([unknown, unknown])
})

test('ACT-12 un acta de un contrato sin servicio no le instala equipos: deja la tarea, y la respuesta lo dice', async () => {
  const { company, clientId, technical, financial } = await field()
  on(t, '2029-06-01')
  for (const status of ['draft', 'cancelled', 'terminated']) {
    const { no_contract: no } = await makeContract(t.owner, company.id, clientId, { status })
    const serial = `HWTC0000${status.length}${status.slice(0, 3).toUpperCase()}`
    await financial.call(equipmentApi.create, {
      body: { equipment: { kind: 'onu', brand: 'Huawei', property: 'comodato', serial } },
    })
    const equipment_moves = [
      { serial, action: 'install' },
      { serial: `NEW${serial}`, action: 'install', kind: 'onu', brand: 'Huawei' },
    ]
    const changes = { ...at('2029-06-01'), type_order_job: 'cambio_equipo', equipment_moves }
    const body = await reportBody(t, technical, changes)
    const { data, message } = await technical.call(installationApi.create, { params: { id: no }, body })
    const refused = `El equipo ${serial} no se movió en el inventario: este contrato no tiene servicio`
    expect([data.effect.kind, data.task?.reason]).toEqual(['task', expect.stringContaining(refused)])
    expect(message).toContain(refused)
    const pieces = (await technical.call(equipmentApi.list, { query: { q: serial } })).data
    expect(pieces.map(({ state, no_contract }) => [state, no_contract])).toEqual([['in_store', null]])
  }
})

test('R2.6 R2.9 ACT-04 un retiro sin registrar termina en el corte que manda la ley, y los días sin equipo no se cobran', async () => {
  const desk = await field()
  const { financial, technical, params, no } = desk
  on(t, '2029-06-01')
  await bill(t, desk, '2029-05')
  const debt = await owed(t, desk)
  // Asked two business days before the cut of 30 June: the contract ends on 31 July.
  on(t, '2029-06-28')
  const report = await makeReport(t, technical, no, { ...at('2029-06-28'), type_order_job: 'retiro' })
  expect(report.effect.kind).toBe('ended')
  expect(report.task?.reason).toBe(
    'El técnico retiró el equipo el 28 de junio de 2029 y el contrato sigue hasta el 31 de julio de 2029, sin cobro de los días sin equipo: si el usuario pidió el retiro antes, anula el retiro y regístralo con esa fecha',
  )
  on(t, '2029-07-02')
  await applyDueChanges(t.world)
  expect((await financial.call(contractApi.get, { params })).data).toMatchObject({
    status: 'suspended',
    active_to: '2029-07-31',
  })
  // 28 of the 30 days of June, and nothing of July.
  await bill(t, desk, '2029-06', '2029-07')
  expect((await owed(t, desk)) - debt).toBe(28_933)
  on(t, '2029-08-01')
  await applyDueChanges(t.world)
  expect((await financial.call(contractApi.get, { params })).data.status).toBe('terminated')
})

test('R2.6 ACT-04 un retiro ya registrado conserva su último día, y la visita antes de ese día para el cobro', async () => {
  const desk = await field()
  const { financial, technical, params, no } = desk
  on(t, '2029-06-05')
  await financial.call(contractApi.terminate, { params, body: { requested_on: '2029-06-05', reason: 'Se muda' } })
  on(t, '2029-06-20')
  const report = await makeReport(t, technical, no, { ...at('2029-06-15'), type_order_job: 'retiro' })
  expect([report.task, report.effect]).toEqual([
    null,
    {
      kind: 'none',
      sentence:
        'El retiro ya estaba registrado: el contrato termina el 30 de junio de 2029, y los días sin equipos no se cobran',
    },
  ])
  await makeReport(t, technical, no, { ...at('2029-06-16'), type_order_job: 'retiro' })
  expect((await financial.call(contractApi.get, { params })).data.status).toBe('suspended')
  const before = await owed(t, desk)
  await bill(t, desk, '2029-06')
  // 15 of the 30 days of June.
  expect((await owed(t, desk)) - before).toBe(15_500)
})

test('R2.6 R2.11 ACT-04 el retiro detiene el servicio y no es una pausa; si se anula después, sigue detenido y sin cobro hasta la reinstalación', async () => {
  const desk = await field()
  const { company, financial, technical, params, no } = desk
  const read = async () => (await financial.call(contractApi.get, { params })).data
  on(t, '2029-06-05')
  await financial.call(contractApi.terminate, { params, body: { requested_on: '2029-06-05', reason: 'Se muda' } })
  on(t, '2029-06-20')
  await makeReport(t, technical, no, { ...at('2029-06-15'), type_order_job: 'retiro' })
  expect(await read()).toMatchObject({
    status: 'suspended',
    suspended_from: '2029-06-16',
    removed_from: '2029-06-16',
    pause: null,
  })
  const withdrawn = await financial.call(contractApi.withdrawTermination, { params, body: { reason: 'Se queda' } })
  expect(withdrawn.message).toMatch(
    /^Retiro anulado: el contrato sigue\. Los equipos ya se retiraron: el servicio sigue detenido, sin cobro, hasta el acta de la reinstalación/,
  )
  // The days without the equipment go on after the day that was the last one.
  on(t, '2029-07-10')
  await applyDueChanges(t.world)
  expect(await read()).toMatchObject({ status: 'suspended', active_to: null, removed_from: '2029-06-16' })
  const before = await owed(t, desk)
  await bill(t, desk, '2029-06')
  expect((await owed(t, desk)) - before).toBe(15_500)
  const { data: preview } = await financial.call(contractApi.reconnectPreview, { params })
  expect(preview).toMatchObject({
    charge: 0,
    reason: 'El servicio se detuvo por el retiro de los equipos: la reconexión no se cobra.',
  })
  const report = await makeReport(t, technical, no, { ...at('2029-07-10'), type_order_job: 'reinstalacion' })
  expect(report.effect.kind).toBe('reconnected')
  expect(await read()).toMatchObject({ status: 'active', removed_from: null, suspended_from: null })
  const { rows } = await t.owner.query('select kind, from_on, to_on from suspension_intervals where company_id = $1', [
    company.id,
  ])
  expect(rows).toEqual([{ kind: 'removal', from_on: '2029-06-16', to_on: '2029-07-09' }])
})

test('R2.6 ACT-04 un segundo retiro con acta se anula como el primero, y el que ya terminó con la reinstalación no cambia', async () => {
  const { company, financial, technical, params, no } = await field()
  const report = (day: string, order: string) => makeReport(t, technical, no, { ...at(day), type_order_job: order })
  const leaveAndStay = async (day: string) => {
    on(t, day)
    await financial.call(contractApi.terminate, { params, body: { requested_on: day, reason: 'Se muda' } })
    await report(day, 'retiro')
    return financial.call(contractApi.withdrawTermination, { params, body: { reason: 'Se queda' } })
  }
  await leaveAndStay('2029-06-05')
  on(t, '2029-06-20')
  await applyDueChanges(t.world)
  expect((await report('2029-06-20', 'reinstalacion')).effect.kind).toBe('reconnected')
  expect((await leaveAndStay('2029-08-05')).data).toMatchObject({ active_to: null, removed_from: '2029-08-06' })
  expect(await removalsOf(company.id)).toEqual([
    { from_on: '2029-06-06', to_on: '2029-06-19' },
    { from_on: '2029-08-06', to_on: null },
  ])
})

test('ACT-04 SUS-03 un servicio sin equipos y en mora no se conecta con el pago: sigue detenido hasta la reinstalación', async () => {
  const desk = await field()
  const { financial, technical, params, no } = desk
  on(t, '2029-06-05')
  await financial.call(contractApi.suspend, { params, body: { reason: 'Mora' } })
  await financial.call(contractApi.terminate, { params, body: { requested_on: '2029-06-05', reason: 'Se muda' } })
  on(t, '2029-06-20')
  await makeReport(t, technical, no, { ...at('2029-06-15'), type_order_job: 'retiro' })
  await financial.call(contractApi.withdrawTermination, { params, body: { reason: 'Se queda' } })
  const early = await makeReport(t, technical, no, { ...at('2029-06-20'), type_order_job: 'reinstalacion' })
  expect([early.effect, early.task?.reason]).toEqual([
    // The paper, which the client signed, says nothing of a debt.
    { kind: 'task', sentence: 'La oficina revisa esta acta y registra lo que cambie en el contrato.' },
    expect.stringContaining('suspendido por mora'),
  ])
  const paid = await financial.call(contractApi.reconnect, { params })
  expect(paid.message).toContain('El servicio sigue detenido porque los equipos se retiraron')
  expect(paid.data).toMatchObject({ status: 'suspended', removed_from: '2029-06-16' })
  on(t, '2029-06-25')
  const report = await makeReport(t, technical, no, { ...at('2029-06-25'), type_order_job: 'reinstalacion' })
  expect(report.effect.kind).toBe('reconnected')
  expect((await financial.call(contractApi.get, { params })).data).toMatchObject({
    status: 'active',
    removed_from: null,
  })
})

test('ACT-04 SUS-03 el acta de una reinstalación no reconecta un corte por mora, tampoco con una pausa programada para después', async () => {
  const { financial, technical, params, no } = await field()
  on(t, '2029-06-05')
  await financial.call(contractApi.pause, { params, body: { from: '2029-07-01', months: 1 } })
  on(t, '2029-06-10')
  await financial.call(contractApi.suspend, { params, body: { reason: 'Mora' } })
  on(t, '2029-06-15')
  const report = await makeReport(t, technical, no, { ...at('2029-06-15'), type_order_job: 'reinstalacion' })
  expect([report.effect.kind, report.task?.reason]).toEqual(['task', expect.stringContaining('suspendido por mora')])
  // Also while the days of the pause run: the arrears are not paid.
  on(t, '2029-07-10')
  const during = await makeReport(t, technical, no, { ...at('2029-07-10'), type_order_job: 'reinstalacion' })
  expect(during.effect.kind).toBe('task')
  expect((await financial.call(contractApi.get, { params })).data).toMatchObject({
    status: 'suspended',
    suspended_from: '2029-06-10',
  })
})

test('ACT-04 una visita de otro día queda hecha el día de su acta, con el técnico que la escribió', async () => {
  const { company, clientId, financial, technical, no } = await field()
  const planned = await company.person('technical', { first_name: 'Otro' })
  on(t, '2029-06-01')
  const plan = async (no_contract: string, kind: string) => {
    const visit = { no_contract, kind, day: '2029-06-10', technician_id: planned.id }
    await financial.call(visitApi.create, { body: { visit } })
  }
  const { no_contract: waiting } = await makeContract(t.owner, company.id, clientId, {
    status: 'awaiting_installation',
  })
  await plan(no, 'cambio_equipo')
  await plan(waiting, 'instalacion')
  on(t, '2029-06-02')
  await makeReport(t, technical, no, { ...at('2029-06-02'), type_order_job: 'cambio_equipo' })
  await makeReport(t, technical, waiting, { ...at('2029-06-02'), type_order_job: 'instalacion' })
  const { data } = await financial.call(visitApi.list, { query: {} })
  const done = ['done', '2029-06-02', technical.id]
  expect(data.map(({ state, day, technician }) => [state, day, technician?.id])).toEqual([done, done])
})
