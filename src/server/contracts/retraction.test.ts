import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { contractApi } from '#domain/contracts/api.ts'
import { retractionApi } from '#domain/contracts/retraction-api.ts'
import { dashboardApi } from '#domain/dashboard/api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { notificationApi } from '#domain/notifications/api.ts'
import { creditApi } from '#domain/payments/credit-api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { visitApi } from '#domain/visits/api.ts'
import { writeContractMessage } from '#server/messages/contract-message.ts'
import { sendDue } from '#server/messages/outbox.ts'
import { on } from '#test/billing-desk.ts'
import { breachesOf } from '#test/credit-desk.ts'
import { makeSigned } from '#test/retracting.ts'
import { type Company, testApp } from '#test/world.ts'
import { contractMailTasks } from './contract-mail.ts'

const t = testApp()
afterEach(() => t.setNow(null))

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
  const { company, financial, person, clientId, params } = await makeSigned(t)
  const lines = [{ kind: 'additional_cable', description: 'Cable', quantity: 1, price: 50_000 }]
  await financial.call(invoiceApi.create, { body: { invoice: { no_contract: params.no, lines } }, headers: headers() })
  const payment = { client_id: clientId, amount: 30_000, method: 'efectivo', paid_on: '2026-11-06' }
  await financial.call(manualPaymentApi.create, { body: { payment }, headers: headers() })
  on(t, '2026-11-13')
  const { data: before } = await person.call(contractApi.get, { params })
  expect(before.retraction).toEqual({ open: { until: '2026-11-13', is_distance: true, began_on: null }, made: null })
  const { data, message } = await person.call(retractionApi.retract, { params, body: {} })
  expect(data.status).toBe('cancelled')
  expect(message).toBe(
    'Retracto registrado: el contrato queda sin efecto. Anulamos $ 50.000,00 con notas crédito. Te devolvemos $ 30.000,00 a más tardar el 28 de noviembre de 2026, sin descuentos.',
  )
  const { data: after } = await financial.call(contractApi.get, { params })
  expect(after).toMatchObject({
    termination_reason: 'Retracto del 13 de noviembre de 2026 (Ley 1480 de 2011, art. 47)',
    retraction: {
      open: null,
      made: {
        retracted_on: '2026-11-13',
        channel: 'portal',
        refund_by: '2026-11-28',
        refund: { amount: 3_000_000, returned: 0, closed_on: null },
      },
    },
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
  expect(t.mails[0]?.text).toContain(
    'De lo que pagaste te devolvemos $ 30.000,00 a más tardar el 28 de noviembre de 2026, sin descuentos',
  )
})

test('CON-09 R2.26 el plazo es de cinco días hábiles desde la firma: un día después se rechaza, y lo pedido a tiempo se registra tarde', async () => {
  const { financial, person, params, asked } = await makeSigned(t)
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
  expect(data.retraction.made).toEqual({
    retracted_on: '2026-11-13',
    channel: 'whatsapp',
    refund_by: '2026-11-28',
    refund: null,
  })
})

test('CON-09 R2.26 después de empezar el servicio no hay retracto, y quien firmó en la oficina se lo pide a la empresa', async () => {
  const begun = await makeSigned(t)
  await begun.financial.call(contractApi.activate, { params: begun.params, body: { activated_on: '2026-11-06' } })
  const refused = await begun.financial.ask(retractionApi.retract, begun.asked('2026-11-06'))
  expect([refused.status, refused.json.message]).toEqual([
    409,
    'El servicio ya empezó, el 6 de noviembre de 2026, con el acuerdo del cliente: se retira. Solo hay retracto si se pidió antes de ese día',
  ])
  const office = await makeSigned(t, 'desk')
  const own = await office.person.ask(retractionApi.retract, { params: office.params, body: {} })
  expect([own.status, own.json.message]).toEqual([422, expect.stringContaining('escríbele o llámala')])
  await office.financial.call(retractionApi.retract, office.asked('2026-11-06'))
})

test('CON-09 R2.26 lo pedido antes de instalar se registra después: decide el día en que se pidió, y el servicio termina', async () => {
  const { company, financial, person, params, asked } = await makeSigned(t)
  await t.owner.query(
    `with device as (
       insert into network_devices (company_id, id, name, kind, mode, url, sealed)
       values ($1, uuid_v7(), 'Torre', 'webhook', 'enforce', 'https://router.test/', ''::bytea) returning id)
     insert into network_services (company_id, id, contract_id, device_id, username)
     select $1, uuid_v7(), c.id, device.id, 'yenny' from contracts c, device where c.company_id = $1 and c.no_contract = $2`,
    [company.id, params.no],
  )
  on(t, '2026-11-10')
  await financial.call(contractApi.activate, { params, body: { activated_on: '2026-11-10' } })
  await t.owner.query(
    `insert into equipment (company_id, kind, brand, property, state, contract_id)
     select $1, 'onu', 'Huawei', 'comodato', 'at_client', id from contracts where company_id = $1 and no_contract = $2`,
    [company.id, params.no],
  )
  await t.owner.query(
    `insert into pending_charges (company_id, contract_id, kind, description, quantity, price, occurred_on)
     select company_id, id, 'connection', 'Conexión', 1, 1000000, '2026-11-10' from contracts where company_id = $1 and no_contract = $2`,
    [company.id, params.no],
  )
  on(t, '2026-11-12')
  const { data: before } = await financial.call(contractApi.get, { params })
  expect(before.retraction.open).toEqual({ until: '2026-11-13', is_distance: true, began_on: '2026-11-10' })
  expect(before.pending_charges.map(({ kind }) => kind)).toEqual(['connection'])
  const own = await person.ask(retractionApi.retract, { params, body: {} })
  const sameDay = await financial.ask(retractionApi.retract, asked('2026-11-10'))
  const copy =
    'El servicio ya empezó, el 10 de noviembre de 2026, con el acuerdo del cliente: se retira. Solo hay retracto si se pidió antes de ese día'
  expect([own.status, own.json.message, sameDay.status, sameDay.json.message]).toEqual([409, copy, 409, copy])
  await financial.call(retractionApi.retract, asked('2026-11-09'))
  const { data: after } = await financial.call(contractApi.get, { params })
  expect(after).toMatchObject({
    status: 'cancelled',
    active_from: null,
    active_to: null,
    pending_charges: [],
    retraction: { open: null, made: { retracted_on: '2026-11-09', refund_by: '2026-11-24', refund: null } },
  })
  const { rows: orders } = await t.owner.query<{ action: string }>(
    'select action from network_orders where company_id = $1 order by version',
    [company.id],
  )
  expect(orders.map(({ action }) => action)).toEqual(['create', 'remove'])
  const { rows: lent } = await t.owner.query(
    'select pick_up_from is not null as is_to_pick_up from equipment where company_id = $1',
    [company.id],
  )
  expect(lent).toEqual([{ is_to_pick_up: true }])
  const { data: visits } = await financial.call(visitApi.list, { query: { no_contract: params.no } })
  const made = visits.map(({ kind, state }) => `${kind} ${state}`)
  expect(made.toSorted()).toEqual(['instalacion done', 'retiro planned'])
  expect(await breachesOf(t)).toEqual([])
})

test('CON-09 registrar un retracto pide la contraseña reciente', async () => {
  const { financial, params, asked } = await makeSigned(t)
  await t.owner.query("update sessions set fresh_until = now() - interval '1 minute' where user_id = $1", [
    financial.id,
  ])
  const stale = await financial.ask(retractionApi.retract, asked('2026-11-06'))
  expect([stale.status, stale.json.code]).toEqual([422, 'STEP_UP_REQUIRED'])
  const { data } = await financial.call(contractApi.get, { params })
  expect(data.status).toBe('awaiting_installation')
})

test('CON-09 quien firma a distancia sabe hasta qué día se retracta: al leer y en el correo de su copia', async () => {
  const { company } = await makeSigned(t)
  for (const payload of await jobsOf(company, 'contract.copy'))
    await contractMailTasks['contract.copy'](t.world, payload)
  expect(t.mails.at(-1)?.text).toContain('puedes retractarte sin costo hasta el 13 de noviembre de 2026')
  const office = await makeSigned(t, 'desk')
  for (const payload of await jobsOf(office.company, 'contract.copy'))
    await contractMailTasks['contract.copy'](t.world, payload)
  expect(t.mails.at(-1)?.text).not.toContain('retractarte')
})

test('CON-09 de dos retractos a la vez uno queda, y lo anulado por otra razón no tiene retracto', async () => {
  const { company, financial, person, params, asked } = await makeSigned(t)
  const replies = await Promise.all([
    financial.ask(retractionApi.retract, asked('2026-11-06')),
    person.ask(retractionApi.retract, { params, body: {} }),
  ])
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect((await t.events(company.id)).filter((name) => name === 'contract.cancelled')).toHaveLength(1)
  const other = await makeSigned(t)
  await other.financial.call(contractApi.cancel, { params: other.params, body: { reason: 'Sin cobertura' } })
  const { data } = await other.financial.call(contractApi.get, { params: other.params })
  expect(data.retraction).toEqual({ open: null, made: null })
  expect(await jobsOf(other.company, 'message.contract')).toHaveLength(1)
})
