import { afterEach, expect, test } from 'vitest'
import { contractApi } from '#domain/contracts/api.ts'
import { transferApi } from '#domain/contracts/transfer-api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { outageApi } from '#domain/outages/api.ts'
import { bill, on } from '#test/billing-desk.ts'
import { newKey } from '#test/cases/billed.ts'
import { makeClient, makeContract } from '#test/factory.ts'
import { applyOutages } from '#test/outage-work.ts'
import { makeReport } from '#test/reporting.ts'
import { makeSigned } from '#test/retracting.ts'
import { type Company, type Person, testApp } from '#test/world.ts'

const t = testApp()
afterEach(() => t.setNow(null))

type Office = { company: Company; financial: Person }
type Fields = Parameters<typeof makeContract>[3]

async function makeOffice(): Promise<Office> {
  on(t, '2026-11-03')
  const company = await t.company()
  return { company, financial: await company.person('financial') }
}

/** A contract of 60,000 pesos in Medellín: a day without service is 2,000 of them. Returns its number. */
async function makeService({ company }: Office, fields: Fields = {}): Promise<string> {
  const client = await makeClient(t.owner, company.id)
  return (await makeContract(t.owner, company.id, client.id, { price: 6_000_000, ...fields })).no_contract
}

async function makeOutage(
  office: Office,
  city: string,
  started_at: string,
  ended_at: string,
  is_notified = false,
): Promise<void> {
  const outage = { department: 'Antioquia', city, cause: 'Corte de la fibra', is_notified, started_at }
  const { data } = await office.financial.call(outageApi.announce, { body: { outage } })
  await office.financial.call(outageApi.end, { params: { id: data.id }, body: { ended_at } })
  await applyOutages(t, office)
}

/** Of the outage of the 18th, 19th and 20th of November in Medellín. */
const threeDays = (office: Office) => makeOutage(office, 'Medellín', '2026-11-18T05:00:00Z', '2026-11-21T05:00:00Z')

/** What waits of the compensation of a contract, in pesos. */
const waiting = async ({ financial }: Office, no: string) =>
  (await financial.call(contractApi.get, { params: { no } })).data.pending_charges
    .filter(({ kind }) => kind === 'compensation')
    .map(({ price }) => price / 100)

test('SUS-07 R2.6 de una falla cuentan los días que se cobran: desde la activación y hasta el retiro, y sin los de la pausa o el corte', async () => {
  const office = await makeOffice()
  const { financial } = office
  const [whole, begun, ended, paused, cut] = [
    await makeService(office),
    await makeService(office, { activeFrom: '2026-11-19' }),
    await makeService(office, { cutDay: 19 }),
    await makeService(office, { cutDay: 18 }),
    await makeService(office),
  ]
  const termination = { requested_on: '2026-11-03', reason: 'Se muda' }
  const { data } = await financial.call(contractApi.terminate, { params: { no: ended }, body: termination })
  expect(data.active_to).toBe('2026-11-19')
  await financial.call(contractApi.pause, { params: { no: paused }, body: { from: '2026-11-19', months: 1 } })
  on(t, '2026-11-19')
  await financial.call(contractApi.suspend, { params: { no: cut }, body: { reason: 'Mora' } })
  on(t, '2026-11-20')
  await financial.call(contractApi.reconnect, { params: { no: cut }, body: {} })
  on(t, '2026-11-22')
  await threeDays(office)
  expect(await waiting(office, whole)).toEqual([-6_000])
  // The 19th and the 20th; the 18th and the 19th; the 18th; the 18th and the 20th.
  expect(await waiting(office, begun)).toEqual([-4_000])
  expect(await waiting(office, ended)).toEqual([-4_000])
  expect(await waiting(office, paused)).toEqual([-2_000])
  expect(await waiting(office, cut)).toEqual([-4_000])
})

test('SUS-07 R2.13 el día del traslado cuenta en la dirección nueva: con falla en los dos municipios, cada hora una sola vez', async () => {
  const office = await makeOffice()
  const [moved, stayed] = [await makeService(office), await makeService(office)]
  on(t, '2026-11-19')
  await office.financial.call(transferApi.transfer, {
    params: { no: moved },
    body: { address: 'Carrera 43A # 5-15', department: 'Antioquia', city: 'Envigado', stratum: 2, on: '2026-11-19' },
  })
  on(t, '2026-11-22')
  await threeDays(office)
  // Only the 18th in Medellín, and all three days of the one that stayed.
  expect([await waiting(office, moved), await waiting(office, stayed)]).toEqual([[-2_000], [-6_000]])
  // Twelve hours of the 19th in Envigado: 36 in all, of which none is of Medellín.
  await makeOutage(office, 'Envigado', '2026-11-19T12:00:00Z', '2026-11-20T00:00:00Z')
  expect([await waiting(office, moved), await waiting(office, stayed)]).toEqual([[-3_000], [-6_000]])
})

/** What the queue has done already is not done again: the jobs of the tests stay. */
const removeJobs = ({ company }: Office) =>
  t.owner.query(`delete from graphile_worker._private_jobs where payload ->> 'company_id' = $1`, [company.id])

test('SUS-07 R2.7 el servicio que se activa o se traslada en Enlace días después se compensa por las fallas desde su primer día', async () => {
  const signed = await makeSigned(t)
  on(t, '2026-11-06')
  const moved = await makeService(signed)
  const { city } = (await signed.financial.call(contractApi.get, { params: signed.params })).data
  await signed.financial.call(transferApi.transfer, {
    params: { no: moved },
    body: { address: 'Carrera 43A # 5-15', department: 'Antioquia', city: 'Envigado', stratum: 2, on: '2026-11-06' },
  })
  on(t, '2026-11-12')
  // One day before the service, and ten hours of its second day and of the day of the move.
  await makeOutage(signed, city, '2026-11-08T05:00:00Z', '2026-11-09T05:00:00Z')
  await makeOutage(signed, city, '2026-11-12T05:00:00Z', '2026-11-12T15:00:00Z')
  await removeJobs(signed)
  await signed.financial.call(contractApi.activate, { params: signed.params, body: { activated_on: '2026-11-11' } })
  await applyOutages(t, signed)
  // 60,000 ÷ 720 × 10 = 833.33.
  expect([await waiting(signed, signed.params.no), await waiting(signed, moved)]).toEqual([[-833], []])
  await removeJobs(signed)
  await signed.financial.call(transferApi.transfer, {
    params: { no: moved },
    body: { address: 'Calle 10 # 20-30', department: 'Antioquia', city, stratum: 2, on: '2026-11-12' },
  })
  await applyOutages(t, signed)
  expect([await waiting(signed, signed.params.no), await waiting(signed, moved)]).toEqual([[-833], [-833]])
})

test('SUS-07 R2.6 un retiro que llega tarde quita la compensación que espera por las horas de después, y la de antes se queda', async () => {
  const office = await makeOffice()
  const technical = await office.company.person('technical')
  const no = await makeService(office)
  on(t, '2026-11-19')
  await makeOutage(office, 'Medellín', '2026-11-16T05:00:00Z', '2026-11-16T15:00:00Z')
  await makeOutage(office, 'Medellín', '2026-11-18T05:00:00Z', '2026-11-18T15:00:00Z')
  // 60,000 ÷ 720 × 20 = 1,666.67.
  expect(await waiting(office, no)).toEqual([-1_667])
  await removeJobs(office)
  const visit = { start_time: '2026-11-17T14:00:00.000Z', end_time: '2026-11-17T15:00:00.000Z' }
  expect((await makeReport(t, technical, no, { ...visit, type_order_job: 'retiro' })).effect.kind).toBe('ended')
  await applyOutages(t, office)
  expect(await waiting(office, no)).toEqual([-833])
})

test('SUS-07 R2.6 el retiro que llega tarde a un servicio ya cortado también quita la compensación de las horas de después', async () => {
  const office = await makeOffice()
  const { financial } = office
  const technical = await office.company.person('technical')
  const [no, ending] = [await makeService(office), await makeService(office)]
  const termination = { requested_on: '2026-11-03', reason: 'Se muda' }
  await financial.call(contractApi.terminate, { params: { no: ending }, body: termination })
  on(t, '2026-11-19')
  for (const cut of [no, ending])
    await financial.call(contractApi.suspend, { params: { no: cut }, body: { reason: 'Mora' } })
  await makeOutage(office, 'Medellín', '2026-11-16T05:00:00Z', '2026-11-16T15:00:00Z')
  await makeOutage(office, 'Medellín', '2026-11-18T05:00:00Z', '2026-11-18T15:00:00Z')
  expect([await waiting(office, no), await waiting(office, ending)]).toEqual([[-1_667], [-1_667]])
  await removeJobs(office)
  const visit = { start_time: '2026-11-17T14:00:00.000Z', end_time: '2026-11-17T15:00:00.000Z' }
  for (const cut of [no, ending]) await makeReport(t, technical, cut, { ...visit, type_order_job: 'retiro' })
  await applyOutages(t, office)
  expect([await waiting(office, no), await waiting(office, ending)]).toEqual([[-833], [-833]])
})

test('SUS-07 NOT-02 un contrato que cambia después no manda otra vez el correo de una falla que ya se avisó', async () => {
  const office = await makeOffice()
  const technical = await office.company.person('technical')
  const [, leaving] = [await makeService(office), await makeService(office)]
  on(t, '2026-11-19')
  await makeOutage(office, 'Medellín', '2026-11-18T05:00:00Z', '2026-11-18T15:00:00Z', true)
  await t.owner.query(`update clients set email = 'nuevo@correo.test' where company_id = $1`, [office.company.id])
  await removeJobs(office)
  const visit = { start_time: '2026-11-17T14:00:00.000Z', end_time: '2026-11-17T15:00:00.000Z' }
  await makeReport(t, technical, leaving, { ...visit, type_order_job: 'retiro' })
  await applyOutages(t, office)
  expect(await waiting(office, leaving)).toEqual([])
  const sent = await t.owner.query(`select to_email from messages where company_id = $1 and kind = 'outage'`, [
    office.company.id,
  ])
  expect(sent.rows).toEqual([])
})

/** Issues a credit note of the whole last invoice of a contract, which annuls it, or of a part of it in pesos. */
async function credit({ financial }: Office, no: string, part?: number): Promise<void> {
  const { data } = await financial.call(invoiceApi.list, { query: {} })
  const invoice = data.find(({ no_contract }) => no_contract === no)
  const lines = part === undefined ? {} : { lines: [{ position: 1, amount: part }] }
  const body = { concept: 'No hubo servicio', ...lines }
  await financial.call(invoiceApi.creditNote, { params: { id: invoice?.id ?? '' }, body, headers: newKey() })
}

test('SUS-07 R2.6 los días de una factura anulada no se compensan, con la nota antes o después de la falla, y los de una con descuento sí', async () => {
  const office = await makeOffice()
  const cutDay = { cutDay: 18 }
  const [before, after, other] = [
    await makeService(office, cutDay),
    await makeService(office, cutDay),
    await makeService(office, cutDay),
  ]
  await bill(t, office, '2026-11')
  await credit(office, before)
  await credit(office, other, 59_000)
  on(t, '2026-11-22')
  await threeDays(office)
  // The invoice is of the days until the 18th: the 19th and the 20th are of the next one.
  expect(await waiting(office, before)).toEqual([-4_000])
  expect(await waiting(office, after)).toEqual([-6_000])
  await removeJobs(office)
  await credit(office, after)
  await applyOutages(t, office)
  expect(await waiting(office, after)).toEqual([-4_000])
  expect(await waiting(office, other)).toEqual([-6_000])
})
