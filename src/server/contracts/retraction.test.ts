import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { contractApi } from '#domain/contracts/api.ts'
import { retractionApi } from '#domain/contracts/retraction-api.ts'
import { publicSigningApi, signingLinkApi } from '#domain/contracts/signing-link-api.ts'
import { dashboardApi } from '#domain/dashboard/api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { notificationApi } from '#domain/notifications/api.ts'
import { creditApi } from '#domain/payments/credit-api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { visitApi } from '#domain/visits/api.ts'
import { writeContractMessage } from '#server/messages/contract-message.ts'
import { sendDue } from '#server/messages/outbox.ts'
import { on } from '#test/billing-desk.ts'
import { contractBody, signatureBody, tokenOf } from '#test/cases/contracts.ts'
import { makeClient, makePlan } from '#test/factory.ts'
import { type Company, testApp } from '#test/world.ts'
import { contractMailTasks } from './contract-mail.ts'

const t = testApp()
afterEach(() => t.setNow(null))

/** A contract whose client signed it on Friday 6 November 2026: with five business days and a holiday on the 16th, until the 13th. */
async function makeSigned(how: 'link' | 'desk' = 'link') {
  const company = await t.company()
  const financial = await company.person('financial')
  const person = await company.person('client')
  const client = await makeClient(t.owner, company.id, { email: 'yenny@correo.test' })
  await t.owner.query('update clients set user_id = $2 where id = $1', [client.id, person.id])
  on(t, '2026-11-06')
  const body = contractBody(client.id, await makePlan(t.owner, company.id))
  const { data } = await financial.call(contractApi.create, { body })
  const params = { no: data.no_contract }
  const signature = signatureBody(client.identification)
  if (how === 'desk') await financial.call(contractApi.sign, { params, body: signature })
  else {
    await financial.call(signingLinkApi.send, { params })
    const token = await tokenOf(t, company.id, params.no)
    await t.ask(publicSigningApi.sign, { params: { token }, body: signature })
  }
  const asked = (asked_on: string) => ({ params, body: { asked_on, asked_channel: 'whatsapp' } })
  return { company, financial, person, clientId: client.id, params, asked }
}

const jobsOf = async (company: Company, task: string) =>
  (
    await t.owner.query<{ payload: unknown }>(
      `select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks k on k.id = j.task_id
       where k.identifier = $2 and j.payload ->> 'company_id' = $1 order by j.id`,
      [company.id, task],
    )
  ).rows.map(({ payload }) => payload)
const headers = () => ({ 'idempotency-key': randomUUID() })

test('CON-09 R2.26 el cliente se retracta en el portal: el contrato queda sin efecto y lo que pagó espera su devolución', async () => {
  const { company, financial, person, clientId, params } = await makeSigned()
  const lines = [{ kind: 'additional_cable', description: 'Cable', quantity: 1, price: 50_000 }]
  await financial.call(invoiceApi.create, { body: { invoice: { no_contract: params.no, lines } }, headers: headers() })
  const payment = { client_id: clientId, amount: 30_000, method: 'efectivo', paid_on: '2026-11-06' }
  await financial.call(manualPaymentApi.create, { body: { payment }, headers: headers() })
  on(t, '2026-11-13')
  const { data: before } = await person.call(contractApi.get, { params })
  expect(before.retraction).toEqual({ open: { until: '2026-11-13', is_distance: true }, made: null })
  const { data, message } = await person.call(retractionApi.retract, { params, body: {} })
  expect(data.status).toBe('cancelled')
  expect(message).toBe(
    'Retracto registrado: el contrato queda sin efecto. Anulamos $ 50.000,00 con notas crédito. Lo que se haya pagado se devuelve completo a más tardar el 28 de noviembre de 2026',
  )
  const { data: after } = await financial.call(contractApi.get, { params })
  expect(after).toMatchObject({
    termination_reason: 'Retracto del 13 de noviembre de 2026 (Ley 1480 de 2011, art. 47)',
    retraction: { open: null, made: { retracted_on: '2026-11-13', channel: 'portal', refund_by: '2026-11-28' } },
  })
  const { data: credit } = await financial.call(creditApi.get, { params: { client_id: clientId } })
  expect(credit.credit).toBe(3_000_000)
  const { rows: notes } = await t.owner.query<{ concept: string }>(
    'select concept from credit_notes where company_id = $1',
    [company.id],
  )
  expect(notes).toEqual([{ concept: 'Retracto del 13 de noviembre de 2026 (Ley 1480 de 2011, art. 47)' }])
  const todo = (await financial.call(dashboardApi.get, {})).data.next
  expect(todo).toContainEqual(expect.objectContaining({ key: 'refunds', count: 1 }))
  const notices = (await financial.call(notificationApi.list, { query: {} })).data.map(({ text }) => text)
  expect(notices).toContain(
    `El cliente se retractó del contrato ${params.no}: devuélvele lo que pagó a más tardar el 28 de noviembre de 2026`,
  )
  const { data: visits } = await financial.call(visitApi.list, { query: { no_contract: params.no } })
  expect(visits.filter(({ state }) => state === 'planned')).toEqual([])
  for (const payload of await jobsOf(company, 'message.contract')) await writeContractMessage(t.world, payload)
  t.mails.length = 0
  await sendDue(t.world)
  expect(t.mails.map(({ subject }) => subject)).toEqual([`Retracto del contrato ${params.no}`])
  expect(t.mails[0]?.text).toContain('te lo devolvemos completo a más tardar el 28 de noviembre de 2026')
})

test('CON-09 R2.26 el plazo es de cinco días hábiles desde la firma: un día después se rechaza, y lo pedido a tiempo se registra tarde', async () => {
  const { financial, person, params, asked } = await makeSigned()
  on(t, '2026-11-14')
  const own = await person.ask(retractionApi.retract, { params, body: {} })
  expect([own.status, own.json.message]).toEqual([422, 'El plazo para retractarse terminó el 13 de noviembre de 2026'])
  for (const [day, copy] of [
    ['2026-11-14', 'El plazo para retractarse terminó el 13 de noviembre de 2026'],
    ['2026-11-05', 'El día en que lo pidió no puede ser anterior a la firma'],
    ['2026-11-15', 'El día en que lo pidió no puede ser futuro'],
  ] as const) {
    const late = await financial.ask(retractionApi.retract, asked(day))
    expect([late.status, late.json.errors]).toEqual([422, [{ field: 'asked_on', message: copy }]])
  }
  const without = await financial.ask(retractionApi.retract, { params, body: { asked_on: '2026-11-13' } })
  expect([without.status, without.json.errors?.[0]?.field]).toEqual([400, 'asked_channel'])
  await financial.call(retractionApi.retract, asked('2026-11-13'))
  const { data } = await financial.call(contractApi.get, { params })
  expect(data.retraction.made).toEqual({ retracted_on: '2026-11-13', channel: 'whatsapp', refund_by: '2026-11-28' })
})

test('CON-09 R2.26 después de empezar el servicio no hay retracto, y quien firmó en la oficina se lo pide a la empresa', async () => {
  const begun = await makeSigned()
  await begun.financial.call(contractApi.activate, { params: begun.params, body: { activated_on: '2026-11-06' } })
  const refused = await begun.financial.ask(retractionApi.retract, begun.asked('2026-11-06'))
  expect([refused.status, refused.json.message]).toEqual([
    409,
    'El servicio ya empezó con el acuerdo del cliente: se retira, no hay retracto',
  ])
  const office = await makeSigned('desk')
  const own = await office.person.ask(retractionApi.retract, { params: office.params, body: {} })
  expect([own.status, own.json.message]).toEqual([422, expect.stringContaining('escríbele o llámala')])
  await office.financial.call(retractionApi.retract, office.asked('2026-11-06'))
})

test('CON-09 quien firma a distancia sabe hasta qué día se retracta: al leer y en el correo de su copia', async () => {
  const { company } = await makeSigned()
  for (const payload of await jobsOf(company, 'contract.copy'))
    await contractMailTasks['contract.copy'](t.world, payload)
  expect(t.mails.at(-1)?.text).toContain('puedes retractarte sin costo hasta el 13 de noviembre de 2026')
  const office = await makeSigned('desk')
  for (const payload of await jobsOf(office.company, 'contract.copy'))
    await contractMailTasks['contract.copy'](t.world, payload)
  expect(t.mails.at(-1)?.text).not.toContain('retractarte')
})

test('CON-09 de dos retractos a la vez uno queda, y lo anulado por otra razón no tiene retracto', async () => {
  const { company, financial, person, params, asked } = await makeSigned()
  const replies = await Promise.all([
    financial.ask(retractionApi.retract, asked('2026-11-06')),
    person.ask(retractionApi.retract, { params, body: {} }),
  ])
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect((await t.events(company.id)).filter((name) => name === 'contract.cancelled')).toHaveLength(1)
  const other = await makeSigned()
  await other.financial.call(contractApi.cancel, { params: other.params, body: { reason: 'Sin cobertura' } })
  const { data } = await other.financial.call(contractApi.get, { params: other.params })
  expect(data.retraction).toEqual({ open: null, made: null })
  expect(await jobsOf(other.company, 'message.contract')).toEqual([])
})
