import { afterEach, expect, test } from 'vitest'
import { contractApi } from '#domain/contracts/api.ts'
import { transferApi } from '#domain/contracts/transfer-api.ts'
import { installationApi } from '#domain/installations/api.ts'
import { type BillingDesk, bill, makeDesk, on, owed } from '#test/billing-desk.ts'
import { makeClient, makeContract } from '#test/factory.ts'
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

test('ACT-04 AUT-07 un acta de una visita de hace más de 7 días no cambia el contrato ni lo facturado: deja una tarea', async () => {
  const desk = await field()
  const { company, clientId, financial, technical, params, no } = desk
  on(t, '2029-11-02')
  await bill(t, desk, '2029-05', '2029-06', '2029-07', '2029-08', '2029-09', '2029-10')
  const debt = await owed(t, desk)
  const read = async () => (await financial.call(contractApi.get, { params })).data
  const late = await makeReport(t, technical, no, { ...at('2029-05-20'), type_order_job: 'retiro' })
  expect(late.task?.reason).toBe(
    'El acta dice que la visita fue el 20 de mayo de 2029, más de 7 días antes de llegar: el contrato no cambió. Revisa el acta y registra tú el cambio con su fecha',
  )
  expect(late.effect.kind).toBe('task')
  expect(await read()).toMatchObject({ status: 'active', active_to: null, removed_from: null })
  await financial.call(transferApi.transfer, { params, body: { ...MOVE, on: '2029-12-15' } })
  const moved = await makeReport(t, technical, no, { ...at('2029-10-25'), type_order_job: 'translado' })
  expect(moved.task?.reason).toContain('más de 7 días antes')
  const { no_contract: waiting } = await makeContract(t.owner, company.id, clientId, {
    status: 'awaiting_installation',
  })
  const installed = await makeReport(t, technical, waiting, { ...at('2029-10-25'), type_order_job: 'instalacion' })
  expect(installed.task?.reason).toContain('más de 7 días antes')
  // The days without the equipment of a contract that already ends.
  await financial.call(contractApi.terminate, { params, body: { requested_on: '2029-11-02', reason: 'Se muda' } })
  const again = await makeReport(t, technical, no, { ...at('2029-05-21'), type_order_job: 'retiro' })
  expect(again.task?.reason).toContain('más de 7 días antes')
  expect([(await read()).removed_from, await owed(t, desk)]).toEqual([null, debt])
  const { rows } = await t.owner.query('select 1 from credit_notes where company_id = $1', [company.id])
  expect(rows).toEqual([])
})

test('ACT-04 un retiro de hace pocos días no pasa sobre una visita posterior, y un traslado tampoco sobre un período ya facturado', async () => {
  const desk = await field()
  const { financial, technical, params, no } = desk
  on(t, '2029-07-02')
  await makeReport(t, technical, no, { ...at('2029-07-01'), type_order_job: 'cambio_equipo' })
  const removal = (day: string) => makeReport(t, technical, no, { ...at(day), type_order_job: 'retiro' })
  expect((await removal('2029-06-29')).task?.reason).toContain(
    'antes de la visita del 1 de julio de 2029, que ya tiene acta: el contrato no cambió',
  )
  const other = await field()
  await bill(t, other, '2029-06', '2029-07')
  await other.financial.call(transferApi.transfer, { params: other.params, body: { ...MOVE, on: '2029-07-15' } })
  const billed = await makeReport(t, other.technical, other.no, { ...at('2029-06-29'), type_order_job: 'translado' })
  expect(billed.task?.reason).toContain('y ya se facturó un período que empieza después: el contrato no cambió')
  // The days without the equipment were billed: they are given back (docs/decisions/0067).
  const debt = await owed(t, other)
  const gone = await makeReport(t, other.technical, other.no, { ...at('2029-06-29'), type_order_job: 'retiro' })
  expect([gone.effect.kind, (await owed(t, other)) - debt]).toEqual(['ended', -32_033])
  expect((await financial.call(contractApi.get, { params })).data.active_to).toBeNull()
  expect((await removal('2029-07-02')).effect.kind).toBe('ended')
})

test('R2.9 ACT-04 la tarea de un retiro sin registrar dice el camino que funciona: anularlo y registrarlo con el día en que se pidió', async () => {
  const { financial, technical, params, no } = await field()
  on(t, '2029-06-28')
  const report = await makeReport(t, technical, no, { ...at('2029-06-28'), type_order_job: 'retiro' })
  expect(report.task?.reason).toContain('anula el retiro y regístralo con esa fecha')
  const body = { requested_on: '2029-06-20', reason: 'Lo pidió antes' }
  expect((await financial.ask(contractApi.terminate, { params, body })).status).toBe(409)
  await financial.call(contractApi.withdrawTermination, { params, body: { reason: 'Lo pidió antes' } })
  const { data } = await financial.call(contractApi.terminate, { params, body })
  expect(data).toMatchObject({ active_to: '2029-06-30', removed_from: '2029-06-29' })
})

test('ACT-04 la respuesta de un acta de una visita vieja tiene un solo punto entre sus frases', async () => {
  const { technical, no } = await field()
  on(t, '2029-06-20')
  const body = await reportBody(t, technical, { ...at('2029-06-01'), type_order_job: 'retiro' })
  const { message } = await technical.call(installationApi.create, { params: { id: no }, body })
  expect(message).toMatch(
    /^Acta 1 guardada\. La oficina revisa esta acta y .* en el contrato\. El acta dice que la visita/,
  )
})

test('R7.10 INV-03 ACT-04 un acta que llega después de la facturación de su mes deja lo que falta por facturar como tarea', async () => {
  const desk = await field()
  const { company, financial, technical } = desk
  const { id: clientId } = await makeClient(t.owner, company.id)
  const waiting = (cutDay: number) =>
    makeContract(t.owner, company.id, clientId, { status: 'awaiting_installation', price: 3_100_000, cutDay })
  const install = (no: string, day: string) =>
    makeReport(t, technical, no, { ...at(day), type_order_job: 'instalacion' })
  const [late, other] = [await waiting(31), await waiting(15)]
  on(t, '2029-05-31')
  await bill(t, desk, '2029-05')
  on(t, '2029-06-04')
  const report = await install(late.no_contract, '2029-05-30')
  expect([report.effect.kind, report.task?.reason]).toEqual([
    'activated',
    'Falta por facturar el servicio de mayo de 2029 (2 días), porque su facturación ya se hizo: hazla de nuevo, y solo se facturan los contratos que faltan',
  ])
  // The period of June of that cut began on 16 May, and no run billed it.
  expect((await install(other.no_contract, '2029-05-30')).task).toBeNull()
  await bill(t, desk, '2029-05', '2029-06')
  const { rows } = await t.owner.query(
    'select period, (total / 100)::int as total from invoices where contract_id = $1 order by period',
    [late.id],
  )
  expect(rows).toEqual([
    { period: '2029-05', total: 2_000 },
    { period: '2029-06', total: 31_000 },
  ])
  // By hand too, with the month that was billed ahead.
  const third = await waiting(31)
  const params = { no: third.no_contract }
  const { message } = await financial.call(contractApi.activate, { params, body: { activated_on: '2029-06-04' } })
  expect(message).toBe(
    'Contrato activado exitosamente. Falta por facturar el servicio de junio de 2029 (27 días), porque su facturación ya se hizo: hazla de nuevo, y solo se facturan los contratos que faltan',
  )
})
