import { afterEach, beforeAll, expect, test } from 'vitest'
import { bureauApi } from '#domain/collections/bureau-api.ts'
import { promiseApi } from '#domain/collections/promise-api.ts'
import { exportApi } from '#domain/exports/api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { bill, nine, pay, putPolicy } from '#test/arrears.ts'
import {
  BUREAU_POLICY,
  type BureauDebtor,
  bureauAt,
  bureauDebtor,
  consent,
  firstCase,
  putBureauPolicy,
  stateOf,
} from '#test/bureau.ts'
import { newKey } from '#test/cases/billed.ts'
import { testApp } from '#test/world.ts'
import { runBureaus } from './bureau-run.ts'

const t = testApp()
afterEach(() => t.setNow(null))

// A minimum wage of 2026 for the tests: up to $ 150.000 a debt is small.
beforeAll(() =>
  t.owner.query(
    `insert into regulated_parameters (key, valid_from, valid_to, value, unit, label, legal_basis, certainty, note)
     select key, '2026-01-01', '2027-12-31', 100000000, unit, label, 'Prueba', certainty, '' from regulated_parameters
     where key = 'credit.minimum_wage'`,
  ),
)

async function debtor(options: { price?: number; authorises?: boolean } = {}): Promise<BureauDebtor> {
  const company = await t.company()
  await putBureauPolicy(t, company.id)
  return bureauDebtor(t, company, await company.person('financial'), options)
}

const report = async (one: BureauDebtor, reported_on: string) => {
  const id = (await firstCase(one))?.id ?? ''
  return one.financial.ask(bureauApi.report, { body: { report: { ids: [id], reported_on } } })
}

/** A debt of $ 300.000 that was notified on November 20 and marked as reported on December 10. */
async function reported(): Promise<BureauDebtor> {
  const one = await debtor({ price: 300_000 })
  await bureauAt(t, nine('2026-11-20'))
  await bureauAt(t, nine('2026-12-10'))
  expect((await report(one, '2026-12-10')).status).toBe(200)
  return one
}

const payAll = async (one: BureauDebtor, on: string) => {
  t.setNow(new Date(nine(on)))
  return (await pay(one, 300_000, on)).data.id
}

const reverse = ({ financial }: BureauDebtor, id: string) =>
  financial.call(manualPaymentApi.reverse, {
    params: { id },
    body: { reason: 'El cheque no tenía fondos' },
    headers: newKey(),
  })

const update = async (one: BureauDebtor, updated_on: string) => {
  const id = (await firstCase(one))?.id ?? ''
  return one.financial.ask(bureauApi.update, { params: { id }, body: { updated_on } })
}

test('SUS-09 R2.16 un aviso el 20 de noviembre deja reportar desde el 10 de diciembre, y nada se marca antes', async () => {
  const one = await debtor({ price: 300_000 })
  await bureauAt(t, nine('2026-11-18'))
  expect(await stateOf(one)).toBeUndefined()
  await bureauAt(t, nine('2026-11-20'))
  expect(await stateOf(one)).toBe('waiting 2026-12-10')
  const early = await report(one, '2026-11-20')
  expect([early.status, early.json.message]).toEqual([
    409,
    expect.stringMatching(/no se puede reportar: está en «Corren los días del aviso»/),
  ])
  t.setNow(new Date(nine('2026-12-10')))
  expect(await stateOf(one)).toBe('reportable 2026-12-10')
  const before = await report(one, '2026-12-09')
  expect([before.status, before.json.errors?.[0]?.field]).toEqual([422, 'report.reported_on'])
  expect((await report(one, '2026-12-11')).json.errors?.[0]?.message).toBe(
    'El día del reporte es hoy o un día anterior',
  )
  const done = await report(one, '2026-12-10')
  expect([done.status, done.json.message]).toEqual([
    200,
    'Marcamos una deuda como reportada el 10 de diciembre de 2026',
  ])
  expect(await firstCase(one)).toMatchObject({ state: 'reported', reported_on: '2026-12-10', debt: 30_000_000 })
})

test('SUS-09 R2.16 una deuda pequeña recibe dos avisos en días distintos, y los veinte días cuentan desde el último', async () => {
  const one = await debtor()
  await bureauAt(t, nine('2026-11-20'))
  await bureauAt(t, '2026-11-20T18:00:00Z')
  expect(await stateOf(one)).toBe('second_notice')
  await bureauAt(t, nine('2026-11-21'))
  expect(await stateOf(one)).toBe('waiting 2026-12-11')
  await bureauAt(t, nine('2026-11-23'))
  expect((await firstCase(one))?.notices).toHaveLength(2)
})

test('SUS-09 R2.16 el aviso dice la deuda, la factura, desde cuándo, la central, los días y cómo pagar o reclamar, y queda como se envió', async () => {
  const one = await debtor()
  await bureauAt(t, nine('2026-11-20'))
  const found = await firstCase(one)
  const noticeId = found?.notices[0]?.id ?? ''
  const { data } = await one.financial.call(bureauApi.notice, { params: { id: noticeId } })
  const number = found?.invoices[0]?.number ?? ''
  for (const part of [
    '$ 60.000,00 vencidos',
    `${number}: $ 60.000,00, vencida desde el 11 de noviembre de 2026`,
    'DataCrédito',
    '20 días calendario',
    'aviso 1 de 2',
    'paga en línea',
    'puedes reclamar',
  ])
    expect(data.text.replaceAll(/\s+/g, ' ')).toContain(part)
  expect(data).toMatchObject({
    to: 'yenny@correo.test',
    subject: 'Aviso antes de un reporte a DataCrédito',
    problem: null,
  })
  expect(data.sent_at?.slice(0, 10)).toBe('2026-11-20')
})

test('SUS-09 R5.2 el aviso espera el horario de la ley, y un domingo no sale', async () => {
  const one = await debtor({ price: 300_000 })
  await bureauAt(t, '2026-11-22T15:00:00Z')
  expect(await firstCase(one)).toMatchObject({ state: 'notice', notices: [{ status: 'held', sent_at: null }] })
  await bureauAt(t, nine('2026-11-23'))
  expect(await stateOf(one)).toBe('waiting 2026-12-13')
})

test('SUS-09 R2.16 un aviso que falló no cuenta, y se escribe otro a los siete días', async () => {
  const one = await debtor({ price: 300_000 })
  await bureauAt(t, '2026-11-20T06:00:00Z')
  await consent(one, 'contact_email', false)
  await bureauAt(t, nine('2026-11-20'))
  const failed = await firstCase(one)
  expect(failed).toMatchObject({ state: 'notice', problem: 'No autoriza mensajes de cobro por correo' })
  expect(failed?.notices).toMatchObject([{ status: 'failed', sent_at: null }])
  await consent(one, 'contact_email', true)
  await bureauAt(t, nine('2026-11-21'))
  expect((await firstCase(one))?.notices).toHaveLength(1)
  await bureauAt(t, nine('2026-11-27'))
  expect(await stateOf(one)).toBe('waiting 2026-12-17')
})

test('SUS-09 R2.16 sin la autorización de centrales de riesgo no se avisa ni se reporta; cuando la da, sale el aviso', async () => {
  const one = await debtor({ price: 300_000, authorises: false })
  await bureauAt(t, nine('2026-11-20'))
  expect(await firstCase(one)).toMatchObject({ state: 'no_consent', notices: [] })
  await consent(one, 'credit_bureau', true)
  await bureauAt(t, nine('2026-11-21'))
  expect(await stateOf(one)).toBe('waiting 2026-12-11')
  await consent(one, 'credit_bureau', false)
  t.setNow(new Date(nine('2026-12-12')))
  expect((await report(one, '2026-12-12')).status).toBe(409)
})

test('SUS-09 R2.16 lo que está en reclamo, en promesa o en acuerdo no se reporta', async () => {
  const [claimed, promised, agreed] = await Promise.all([0, 1, 2].map(() => debtor({ price: 300_000 })))
  if (!claimed || !promised || !agreed) throw new Error('no debtors')
  for (const one of [claimed, promised, agreed]) {
    await putPolicy(t, one.company.id)
  }
  await bureauAt(t, nine('2026-11-20'))
  t.setNow(new Date(nine('2026-12-10')))
  await claimed.financial.call(invoiceApi.dispute, {
    params: { id: claimed.invoiceId },
    body: { amount: 300_000, reason: 'No vinieron' },
  })
  const { no_contract } = promised
  await promised.financial.call(promiseApi.promise, { body: { promise: { no_contract, until_on: '2026-12-12' } } })
  const instalments = [
    { amount: 100_000, due_on: '2026-12-15' },
    { amount: 200_000, due_on: '2026-12-20' },
  ]
  await agreed.financial.call(promiseApi.agree, {
    body: { agreement: { no_contract: agreed.no_contract, instalments } },
  })
  expect(await firstCase(claimed)).toMatchObject({ state: 'held', hold: 'disputed' })
  expect(await firstCase(promised)).toMatchObject({ state: 'held', hold: 'promise' })
  expect(await firstCase(agreed)).toMatchObject({ state: 'held', hold: 'agreement' })
  for (const one of [claimed, promised, agreed]) expect((await report(one, '2026-12-10')).status).toBe(409)
  t.setNow(new Date(nine('2026-12-13')))
  expect(await stateOf(promised)).toBe('reportable 2026-12-10')
})

test('SUS-09 R2.16 lo que se paga antes del reporte sale de la lista, y una deuda que vuelve empieza con otro aviso', async () => {
  const one = await debtor({ price: 300_000 })
  await bureauAt(t, nine('2026-11-20'))
  const paymentId = await payAll(one, '2026-12-01')
  expect(await stateOf(one)).toBeUndefined()
  await bureauAt(t, nine('2026-12-02'))
  expect(await firstCase(one, 'settled')).toMatchObject({ state: 'settled', closed_on: '2026-12-02' })
  t.setNow(new Date(nine('2026-12-12')))
  await reverse(one, paymentId)
  await bureauAt(t, nine('2026-12-14'))
  expect(await stateOf(one)).toBe('waiting 2027-01-03')
})

test('SUS-09 R2.16 un aviso escrito de noche no sale si la deuda se pagó antes de la mañana', async () => {
  const one = await debtor({ price: 300_000 })
  await bureauAt(t, '2026-11-21T02:00:00Z')
  t.setNow(new Date('2026-11-21T03:00:00Z'))
  await pay(one, 300_000, '2026-11-20')
  await bureauAt(t, nine('2026-11-21'))
  const { rows } = await t.owner.query(
    'select status, problem from messages where company_id = $1 and only_while = $2',
    [one.company.id, 'bureau'],
  )
  expect(rows).toEqual([{ status: 'dropped', problem: 'Pagó antes del reporte' }])
})

test('SUS-09 R2.16 lo que se pagó después del reporte se actualiza en el mes, y la lista dice hasta cuándo', async () => {
  const one = await reported()
  expect((await update(one, '2026-12-10')).status).toBe(409)
  await payAll(one, '2026-12-12')
  expect(await stateOf(one)).toBe('update_due 2027-01-11')
  const { summary } = await one.financial.call(bureauApi.cases)
  expect(summary).toMatchObject({ update_by: '2027-01-11', counts: { update_due: 1, reported: 0 } })
  expect((await update(one, '2026-12-11')).json.errors?.[0]?.field).toBe('updated_on')
  expect((await update(one, '2026-12-12')).status).toBe(200)
  expect(await firstCase(one, 'updated')).toMatchObject({ closed_on: '2026-12-12', reported_on: '2026-12-10' })
})

test('SUS-09 R2.16 un pago que se reversa antes de actualizar deja la deuda reportada', async () => {
  const one = await reported()
  const paymentId = await payAll(one, '2026-12-12')
  await reverse(one, paymentId)
  expect(await stateOf(one)).toBe('reported')
})

test('SUS-09 R2.16 un pago que se reversa después de actualizar es otra deuda: espera su propio aviso y sus veinte días', async () => {
  const one = await reported()
  const paymentId = await payAll(one, '2026-12-12')
  await update(one, '2026-12-12')
  t.setNow(new Date(nine('2026-12-14')))
  await reverse(one, paymentId)
  expect(await stateOf(one)).toBeUndefined()
  await bureauAt(t, nine('2026-12-15'))
  expect(await stateOf(one)).toBe('waiting 2027-01-04')
  expect(await firstCase(one, 'updated')).toMatchObject({ reported_on: '2026-12-10' })
})

test('SUS-09 lo que una persona saca de la lista no vuelve por la misma factura, y su razón queda', async () => {
  const one = await debtor({ price: 300_000 })
  await bureauAt(t, nine('2026-11-20'))
  const id = (await firstCase(one))?.id ?? ''
  const leave = (reason: string) => one.financial.ask(bureauApi.leaveOut, { params: { id }, body: { reason } })
  expect((await leave(' ')).json.errors).toEqual([{ field: 'reason', message: 'Escribe la razón' }])
  expect((await leave('Está en negociación')).status).toBe(200)
  expect((await leave('Otra vez')).status).toBe(409)
  await bureauAt(t, nine('2026-11-21'))
  expect(await stateOf(one)).toBeUndefined()
  expect(await firstCase(one, 'left_out')).toMatchObject({ reason: 'Está en negociación', closed_on: '2026-11-20' })
  t.setNow(new Date(nine('2026-11-21')))
  await bill(one, 200_000)
  await bureauAt(t, nine('2026-12-22'))
  expect(await firstCase(one)).toMatchObject({ debt: 20_000_000 })
})

test('SUS-09 si una de las elegidas no se puede reportar, ninguna queda marcada', async () => {
  const one = await debtor({ price: 300_000 })
  await bureauAt(t, nine('2026-11-20'))
  const two = await bureauDebtor(t, one.company, one.financial, { price: 300_000 })
  await bureauAt(t, nine('2026-12-10'))
  const { data } = await one.financial.call(bureauApi.cases)
  expect(data.map(({ state }) => state)).toEqual(['reportable', 'waiting'])
  const ids = data.map(({ id }) => id)
  const { status } = await one.financial.ask(bureauApi.report, { body: { report: { ids, reported_on: '2026-12-10' } } })
  expect([status, await stateOf(two)]).toEqual([409, 'reportable 2026-12-10'])
})

test('SUS-09 el administrador pone la política, apagada al comienzo; con ella apagada nadie entra ni se avisa', async () => {
  const company = await t.company()
  const admin = await company.person('admin')
  expect((await admin.call(bureauApi.policy)).data).toMatchObject({ is_on: false, version: 0, small_debt: 15_000_000 })
  const one = await bureauDebtor(t, company, await company.person('financial'))
  await bureauAt(t, nine('2026-11-20'))
  expect(await stateOf(one)).toBeUndefined()
  const save = (changes: Record<string, unknown>) =>
    admin.ask(bureauApi.savePolicy, { body: { policy: { ...BUREAU_POLICY, ...changes } } })
  expect((await save({ minimum_debt: -1 })).json.errors).toEqual([
    { field: 'policy.minimum_debt', message: 'La deuda mínima no puede ser negativa' },
  ])
  expect((await save({ overdue_days: 0 })).json.errors?.[0]?.message).toBe('Van de 1 a 720 días')
  const saved = await admin.call(bureauApi.savePolicy, { body: { policy: { ...BUREAU_POLICY, minimum_debt: 10_000 } } })
  expect(saved.data).toMatchObject({ version: 1, is_on: true, bureau: 'DataCrédito' })
  expect(saved.data.notice.text).toContain('DataCrédito')
  await bureauAt(t, '2026-11-20T15:00:00Z')
  expect(await stateOf(one)).toBe('second_notice')
  await admin.call(bureauApi.savePolicy, { body: { policy: { ...BUREAU_POLICY, is_on: false } } })
  await bureauAt(t, nine('2026-11-21'))
  expect((await firstCase(one))?.notices).toHaveLength(1)
})

test('SUS-09 el cliente lee cuándo se le avisó y hasta cuándo puede pagar, y solo ve lo suyo', async () => {
  const one = await debtor({ price: 300_000 })
  const other = await bureauDebtor(t, one.company, one.financial, { price: 300_000 })
  await bureauAt(t, nine('2026-11-20'))
  const { data } = await one.client.call(bureauApi.ofClient)
  expect(data).toMatchObject([{ state: 'waiting', on: '2026-12-10', notices: [{ status: 'sent' }] }])
  const foreign = await one.client.ask(bureauApi.ofClient, { query: { client_id: other.clientId } })
  expect(foreign.status).toBe(403)
  const desk = await one.financial.call(bureauApi.ofClient, { query: { client_id: other.clientId } })
  expect(desk.data).toMatchObject([{ client: { id: other.clientId } }])
})

test('SUS-09 las que se pueden reportar se descargan como CSV', async () => {
  const one = await debtor({ price: 300_000 })
  await bureauAt(t, nine('2026-11-20'))
  t.setNow(new Date(nine('2026-12-10')))
  const { text } = await one.financial.ask(exportApi.create, {
    body: { list: 'bureau_cases', format: 'csv', query: 'state=reportable' },
  })
  expect(text).toContain('Se puede reportar')
  expect(text.trim().split('\n')).toHaveLength(2)
})

test('SUS-09 un proceso con el reloj corrido no empieza casos ni escribe avisos', async () => {
  const one = await debtor()
  t.setNow(new Date(nine('2026-11-20')))
  await runBureaus(t.world, () => new Date(Date.now() - 3_600_000))
  expect(await firstCase(one)).toBeUndefined()
  await runBureaus(t.world)
  expect(await firstCase(one)).toMatchObject({ state: 'notice' })
})
