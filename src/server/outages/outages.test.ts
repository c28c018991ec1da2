import { expect, test } from 'vitest'
import { contractApi } from '#domain/contracts/api.ts'
import { dashboardApi } from '#domain/dashboard/api.ts'
import { outageApi } from '#domain/outages/api.ts'
import { sendDue } from '#server/messages/outbox.ts'
import { bill } from '#test/billing-desk.ts'
import { makeClient, makeContract } from '#test/factory.ts'
import { applyOutages } from '#test/outage-work.ts'
import { type Company, type Person, testApp } from '#test/world.ts'
import { settleAll } from './settle.ts'

const t = testApp()
const NOW = '2026-11-20T17:00:00Z'
/** Ten hours of 19 November in Bogotá. */
const TEN_HOURS = { started_at: '2026-11-19T12:00:00Z', ended_at: '2026-11-19T22:00:00Z' }
const PRICE = 6_000_000

async function desk(fields: Parameters<typeof makeContract>[3] = {}) {
  t.setNow(new Date(NOW))
  const company = await t.company()
  const financial = await company.person('financial')
  const client = await makeClient(t.owner, company.id, { email: 'yenny@correo.test' })
  const contract = await makeContract(t.owner, company.id, client.id, { price: PRICE, cutDay: 30, ...fields })
  const billing = { company, financial, id: contract.id, clientId: client.id, params: { no: contract.no_contract } }
  return { ...billing, client, no_contract: contract.no_contract, billing }
}

type Desk = Awaited<ReturnType<typeof desk>>

const work = (it: { company: Company }) => applyOutages(t, it)

const announce = async (by: Person, fields: object = {}) => {
  const outage = { department: 'Antioquia', city: 'Medellín', cause: 'Corte de la fibra', is_notified: false }
  const body = { outage: { ...outage, started_at: TEN_HOURS.started_at, ...fields } }
  return (await by.call(outageApi.announce, { body })).data.id
}

/** An outage that ended, with its work done. */
async function makeOutage(it: Desk, times: { started_at: string; ended_at: string } = TEN_HOURS): Promise<string> {
  const id = await announce(it.financial, { started_at: times.started_at })
  await it.financial.call(outageApi.end, { params: { id }, body: { ended_at: times.ended_at } })
  await work(it)
  return id
}

const waiting = async ({ id }: { id: string }) => {
  const { rows } = await t.owner.query<{ price: number; description: string }>(
    'select price::int, description from pending_charges where contract_id = $1 and compensates is not null and invoice_id is null order by compensates',
    [id],
  )
  return rows
}

/** The totals of the lines of compensation in the invoices of a contract, with the debt of its client less its credit. */
const given = async ({ id }: { id: string }) => {
  const { rows } = await t.owner.query<{ total: number }>(
    `select l.total::int from invoice_lines l join invoices i on i.id = l.invoice_id where i.contract_id = $1 and l.kind = 'compensation'`,
    [id],
  )
  return rows.map(({ total }) => total)
}

test('SUS-07 R2.7 diez horas sin servicio se compensan solas en la próxima factura, una sola vez', async () => {
  const it = await desk()
  await makeOutage(it)
  expect(await waiting(it)).toEqual([
    { price: -83_300, description: 'Compensación por 10 h sin servicio en noviembre de 2026' },
  ])
  await bill(t, it.billing, '2026-11')
  expect(await given(it)).toEqual([-83_300])
  await bill(t, it.billing, '2026-11')
  t.setNow(new Date('2026-12-20T17:00:00Z'))
  await work(it)
  await bill(t, it.billing, '2026-12')
  expect(await given(it)).toEqual([-83_300])
})

test('SUS-07 R2.7 menos de 2,5 horas en el mes no se compensan; 1,5 y 1,2 suman 2,7', async () => {
  const it = await desk()
  await makeOutage(it, { started_at: '2026-11-10T12:00:00Z', ended_at: '2026-11-10T13:30:00Z' })
  expect(await waiting(it)).toEqual([])
  await makeOutage(it, { started_at: '2026-11-12T12:00:00Z', ended_at: '2026-11-12T13:12:00Z' })
  expect(await waiting(it)).toEqual([
    { price: -22_500, description: 'Compensación por 2 h 42 min sin servicio en noviembre de 2026' },
  ])
})

test('SUS-07 R2.7 tres horas seguidas entre dos meses se compensan completas, aunque ningún mes pase de 2,5', async () => {
  const it = await desk()
  t.setNow(new Date('2026-12-02T17:00:00Z'))
  // From 22:00 of 30 November to 1:00 of 1 December in Bogotá.
  await makeOutage(it, { started_at: '2026-12-01T03:00:00Z', ended_at: '2026-12-01T06:00:00Z' })
  expect(await waiting(it)).toEqual([
    { price: -16_700, description: 'Compensación por 2 h sin servicio en noviembre de 2026' },
    { price: -8_300, description: 'Compensación por 1 h sin servicio en diciembre de 2026' },
  ])
})

test('SUS-07 R2.7 una falla que se corrige y ya no es del mes no deja compensar las horas cortas de ese mes', async () => {
  const it = await desk()
  await makeOutage(it, { started_at: '2026-11-10T12:00:00Z', ended_at: '2026-11-10T13:00:00Z' })
  t.setNow(new Date('2026-12-02T17:00:00Z'))
  // From 23:00 of 30 November to 5:00 of 1 December in Bogotá; corrected, from 1:00.
  const night = { started_at: '2026-12-01T04:00:00Z', ended_at: '2026-12-01T10:00:00Z' }
  const id = await makeOutage(it, night)
  expect(await waiting(it)).toMatchObject([{ price: -16_700 }, { price: -41_700 }])
  const body = { started_at: '2026-12-01T06:00:00Z', ended_at: night.ended_at, reason: 'Se revisó la hora' }
  await it.financial.call(outageApi.correct, { params: { id }, body })
  await work(it)
  expect(await waiting(it)).toEqual([
    { price: -33_300, description: 'Compensación por 4 h sin servicio en diciembre de 2026' },
  ])
})

test('SUS-07 corregir una falla antes de facturar cambia lo que espera; después, solo agrega lo que faltó', async () => {
  const it = await desk()
  const id = await makeOutage(it)
  const correct = async (ended_at: string) => {
    const body = { started_at: TEN_HOURS.started_at, ended_at, reason: 'Se revisó la hora' }
    await it.financial.call(outageApi.correct, { params: { id }, body })
    await work(it)
  }
  await correct('2026-11-19T17:00:00Z')
  expect(await waiting(it)).toMatchObject([{ price: -41_700 }])
  await bill(t, it.billing, '2026-11')
  await correct('2026-11-19T14:00:00Z')
  expect(await waiting(it)).toEqual([])
  await correct('2026-11-19T22:00:00Z')
  expect(await waiting(it)).toMatchObject([{ price: -41_600 }])
  await it.financial.call(outageApi.cancel, { params: { id }, body: { reason: 'Era otro municipio' } })
  await work(it)
  expect(await waiting(it)).toEqual([])
  expect(await given(it)).toEqual([-41_700])
  const { data: cancelled } = await it.financial.call(outageApi.get, { params: { id } })
  expect(cancelled.compensation).toEqual({ billed: 41_700, waiting: 0, contracts: 1 })
})

test('SUS-07 un contrato suspendido ese día no se compensa; uno que se suspende después, sí', async () => {
  const it = await desk()
  const other = await makeContract(t.owner, it.company.id, it.clientId, { price: PRICE })
  const suspend = (id: string, from_on: string) =>
    t.owner.query(
      `insert into suspension_intervals (company_id, contract_id, kind, from_on) values ($1, $2, 'arrears', $3)`,
      [it.company.id, id, from_on],
    )
  await suspend(other.id, '2026-11-01')
  await suspend(it.id, '2026-11-20')
  await makeOutage(it)
  expect([(await waiting(it)).length, (await waiting(other)).length]).toEqual([1, 0])
})

test('SUS-07 R8.5 un contrato que ya terminó y se facturó recibe la compensación como nota crédito, una sola vez', async () => {
  const it = await desk()
  await bill(t, it.billing, '2026-11')
  await makeOutage(it)
  const { data } = await it.financial.call(contractApi.terminate, {
    params: it.params,
    body: { requested_on: '2026-11-20', reason: 'Se muda' },
  })
  expect(data.active_to).toBe('2026-11-30')
  await t.owner.query(`update contracts set status = 'terminated' where id = $1`, [it.id])
  t.setNow(new Date('2026-12-02T17:00:00Z'))
  await settleAll(t.world)
  await settleAll(t.world)
  expect(await waiting(it)).toEqual([])
  const { rows } = await t.owner.query<{ total: number; concept: string }>(
    'select n.total::int, n.concept from credit_notes n join invoices i on i.id = n.invoice_id where i.contract_id = $1',
    [it.id],
  )
  expect(rows).toEqual([{ total: 83_300, concept: 'Compensación por 10 h sin servicio en noviembre de 2026' }])
})

test('SUS-07 la falla es de su municipio y de quien tenía servicio; quien llega después no está', async () => {
  const it = await desk()
  const own = async (fields: object, city = '05001') => {
    const { id } = await makeContract(t.owner, it.company.id, it.clientId, { price: PRICE, ...fields })
    await t.owner.query('update contracts set municipality_code = $1 where id = $2', [city, id])
    return { id }
  }
  const elsewhere = await own({}, '05088')
  const later = await own({ activeFrom: '2026-11-20' })
  const draft = await own({ status: 'draft' })
  const id = await makeOutage(it)
  const { data } = await it.financial.call(outageApi.get, { params: { id } })
  expect(data).toMatchObject({
    contracts: 1,
    state: 'ended',
    compensation: { billed: 0, waiting: 83_300, contracts: 1 },
  })
  for (const contract of [elsewhere, later, draft]) expect(await waiting(contract)).toEqual([])
})

test('SUS-07 dos fallas del mismo municipio no se cruzan, y las horas imposibles se rechazan en su campo', async () => {
  const it = await desk()
  await makeOutage(it)
  const ask = async (fields: object) => {
    const outageBody = { department: 'Antioquia', city: 'Medellín', cause: 'Otra', is_notified: false, ...fields }
    const { status, json } = await it.financial.ask(outageApi.announce, { body: { outage: outageBody } })
    return [status, json.errors?.[0]?.field]
  }
  expect(await ask({ started_at: '2026-11-19T13:00:00Z' })).toEqual([409, 'outage.started_at'])
  expect(await ask({ started_at: '2026-11-21T13:00:00Z' })).toEqual([422, 'outage.started_at'])
  expect(await ask({ started_at: '2026-01-01T13:00:00Z' })).toEqual([422, 'outage.started_at'])
  expect(await ask({ started_at: '2026-11-20T13:00:00Z', city: 'Ninguno' })).toEqual([422, 'outage.city'])
  const together = { started_at: '2026-11-20T13:00:00Z' }
  const all = await Promise.all(Array.from({ length: 10 }, () => ask(together)))
  expect([201, 409].map((code) => all.filter(([status]) => status === code).length)).toEqual([1, 9])
  const [open] = (await it.financial.call(outageApi.list, { query: { state: 'open' } })).data
  const end = (ended_at: string) =>
    it.financial.ask(outageApi.end, { params: { id: open?.id ?? '' }, body: { ended_at } })
  expect((await end('2026-11-20T12:00:00Z')).status).toBe(422)
  expect((await end('2026-11-20T20:00:00Z')).status).toBe(422)
  expect((await end('2026-11-20T16:00:00Z')).status).toBe(200)
  expect((await end('2026-11-20T16:30:00Z')).status).toBe(409)
})

test('SUS-07 NOT-02 cada cliente recibe un solo correo, aunque tenga varios contratos y el trabajo se repita', async () => {
  const it = await desk()
  await makeContract(t.owner, it.company.id, it.clientId, { price: PRICE })
  await announce(it.financial, { is_notified: true, expected_end_at: '2026-11-20T23:00:00Z' })
  await work(it)
  await work(it)
  t.mails.length = 0
  await sendDue(t.world)
  expect(t.mails.map(({ subject }) => subject)).toEqual(['Falla del servicio en Medellín'])
  expect(t.mails[0]?.text).toContain('más de 2,5 horas sin servicio')
})

test('SUS-07 DSH-01 el cliente ve la falla en curso y lo que se le compensa; el tablero de cada uno, las que siguen', async () => {
  const it = await desk()
  const user = { id: it.client.userId, companyId: it.company.id, username: '', email: '', role: 'client' as const }
  const me = t.as(await t.session(user), user)
  await makeOutage(it)
  await announce(it.financial, { started_at: '2026-11-20T14:00:00Z' })
  await work(it)
  const { outages, compensations } = (await me.call(outageApi.own)).data
  expect(outages.map(({ is_open, no_contract }) => [is_open, no_contract])).toEqual([
    [true, it.no_contract],
    [false, it.no_contract],
  ])
  expect(compensations).toEqual([
    {
      no_contract: it.no_contract,
      month: '2026-11',
      minutes: 600,
      prices: [{ price: PRICE, minutes: 600 }],
      amount: 83_300,
      invoice: null,
    },
  ])
  expect((await me.call(dashboardApi.get)).data.client?.has_outages).toBe(true)
  const unknown = await makeClient(t.owner, it.company.id)
  const other = { ...user, id: unknown.userId }
  expect((await t.as(await t.session(other), other).call(outageApi.own)).data.outages).toEqual([])
  const network = await it.company.person('network')
  const figures = (await network.call(dashboardApi.get)).data.figures
  expect(figures.find(({ key }) => key === 'open_outages')?.value).toBe(1)
  const next = (await it.financial.call(dashboardApi.get)).data.next
  expect(next.find(({ key }) => key === 'outages')?.count).toBe(1)
})

test('SUS-07 una compensación que todavía espera sigue a la vista, aunque su mes haya pasado; con factura, también ese mes', async () => {
  const it = await desk()
  const user = { id: it.client.userId, companyId: it.company.id, username: '', email: '', role: 'client' as const }
  await makeOutage(it)
  const own = async (now: string) => {
    t.setNow(new Date(now))
    const me = t.as(await t.session(user), user)
    return (await me.call(outageApi.own)).data.compensations.map(({ month, amount, invoice }) => [
      month,
      amount,
      invoice !== null,
    ])
  }
  expect(await own('2027-02-10T17:00:00Z')).toEqual([['2026-11', 83_300, false]])
  await bill(t, { ...it.billing, financial: await it.company.person('financial') }, '2027-02')
  expect(await own('2027-03-10T17:00:00Z')).toEqual([['2026-11', 83_300, true]])
  expect(await own('2027-05-10T17:00:00Z')).toEqual([])
})

test('SUS-07 PQR-01 al radicar, el cliente y la mesa leen lo que la falla en curso compensaría si el servicio volviera ahora', async () => {
  const it = await desk()
  const user = { id: it.client.userId, companyId: it.company.id, username: '', email: '', role: 'client' as const }
  const me = t.as(await t.session(user), user)
  const id = await announce(it.financial, { started_at: '2026-11-20T16:00:00Z' })
  await work(it)
  const technical = await it.company.person('technical')
  const params = { client_id: it.clientId }
  const soFar = async () => {
    const [own, seen] = [await me.call(outageApi.own), await technical.call(outageApi.ofClient, { params })]
    expect(seen.data).toEqual(own.data)
    return own.data.outages.map(({ so_far }) => so_far)
  }
  // One hour is below the threshold.
  expect(await soFar()).toEqual([0])
  const now = '2026-11-20T22:00:00Z'
  t.setNow(new Date(now))
  const [shown] = await soFar()
  expect(shown).toBeGreaterThan(0)
  await it.financial.call(outageApi.end, { params: { id }, body: { ended_at: now } })
  await work(it)
  expect((await me.call(outageApi.own)).data.compensations.map(({ amount }) => amount)).toEqual([shown])
  expect(await soFar()).toEqual([null])
  const outsider = await (await t.company()).person('technical')
  expect((await outsider.ask(outageApi.ofClient, { params })).status).toBe(404)
})

test('SUS-07 lo que se compensaría cuenta con las otras fallas del mes, y lo que ya compensan no se dice dos veces', async () => {
  const it = await desk()
  const user = { id: it.client.userId, companyId: it.company.id, username: '', email: '', role: 'client' as const }
  const me = t.as(await t.session(user), user)
  await makeOutage(it)
  const id = await announce(it.financial, { started_at: '2026-11-20T16:00:00Z' })
  await work(it)
  const own = async () => (await me.call(outageApi.own)).data
  const soFar = (await own()).outages.map(({ so_far }) => so_far)
  const before = (await own()).compensations[0]?.amount ?? 0
  await it.financial.call(outageApi.end, { params: { id }, body: { ended_at: NOW } })
  await work(it)
  expect(soFar).toEqual([((await own()).compensations[0]?.amount ?? 0) - before, null])
  expect(soFar[0]).toBeGreaterThan(0)
})
