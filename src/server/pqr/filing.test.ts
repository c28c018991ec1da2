import { expect, test } from 'vitest'
import { pqrApi } from '#domain/pqr/api.ts'
import { publicPqrApi } from '#domain/pqr/public-api.ts'
import { filedCase, morningOf, newCase } from '#test/cases/filed.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
const PERSON = { name: 'Luz Marina Ortiz', type_identification: 'CC', identification: '52.123.456' }

test('PQR-01 R3.13 no se acepta un medio de respuesta que no llega: portal sin ser cliente, teléfono sin número, papel sin dirección', async () => {
  t.setNow(morningOf('2026-11-20'))
  const company = await t.company()
  const by = await company.person('technical')
  const { rows } = await t.owner.query<{ nit: string }>('select nit from companies where id = $1', [company.id])
  const atDesk = (response_channel: string, petitioner = PERSON) =>
    by.ask(pqrApi.create, { body: { pqr: { ...newCase(), petitioner, channel: 'oficina', response_channel } } })
  const onPage = (response_channel: string) =>
    t.ask(publicPqrApi.submit, {
      body: { pqr: { ...newCase(), petitioner: PERSON, company: rows[0]?.nit ?? '', response_channel } },
    })
  for (const [channel, field] of [
    ['portal', 'pqr.response_channel'],
    ['correo', 'pqr.petitioner.email'],
    ['telefono', 'pqr.petitioner.phone'],
    ['direccion', 'pqr.response_address'],
  ] as const)
    for (const refused of [await atDesk(channel), await onPage(channel)]) {
      expect([channel, refused.json.errors?.[0]?.field]).toEqual([channel, field])
      expect([400, 422]).toContain(refused.status)
    }
  const reached = { ...PERSON, phone: '3001234567', address: 'Calle 5 # 4-3, Urrao' }
  expect([(await atDesk('telefono', reached)).status, (await atDesk('direccion', reached)).status]).toEqual([201, 201])
})

test('PQR-01 R3.7 un recurso que pide decidir a la SIC se radica solo sobre los temas de la ley', async () => {
  t.setNow(morningOf('2026-11-20'))
  const { client } = await filedCase(t, await t.company())
  const file = (typology?: string) =>
    client.ask(pqrApi.create, {
      body: { pqr: { ...newCase(`Recurso ${typology}`), type: 'recurso_reposicion_subsidio_apelacion', typology } },
    })
  for (const typology of ['calidad', undefined]) {
    const refused = await file(typology)
    expect([refused.status, refused.json.errors?.[0]?.field]).toEqual([422, 'pqr.type'])
  }
  expect((await file('facturacion')).status).toBe(201)
})

test('PQR-01 un texto con caracteres que cambian la dirección de la lectura no se radica, y la mesa lee que la PQR quedó radicada', async () => {
  t.setNow(morningOf('2026-11-20'))
  const company = await t.company()
  const { by, client, clientId } = await filedCase(t, company)
  const text = 'Me cobraron \u202e000.06 dos veces en octubre'
  const refused = await client.ask(pqrApi.create, { body: { pqr: { ...newCase(), text } } })
  expect([refused.status, refused.json.errors?.[0]?.field]).toEqual([400, 'pqr.text'])
  const filed = await by.call(pqrApi.create, {
    body: { pqr: { ...newCase('Por teléfono'), client_id: clientId, channel: 'telefono' } },
  })
  expect(filed.message).toBe(`La PQR quedó radicada con el radicado interno ${filed.data.reference}`)
})

test('PQR-07 la decisión de la SIC no es de antes de enviarle el expediente, y un caso cerrado dice hasta cuándo iba el recurso', async () => {
  t.setNow(morningOf('2026-11-20'))
  const { by, client, filed } = await filedCase(t, await t.company(), {
    typology: 'facturacion',
    response_channel: 'portal',
  })
  const params = { id: filed.id }
  const answer = { text: 'Revisamos la factura.', decision: 'contra' }
  await by.call(pqrApi.answer, { params, body: answer })
  const kind = 'reposicion_subsidio_apelacion'
  await client.call(pqrApi.appeal, { params, body: { kind, text: 'No estoy de acuerdo' } })
  await by.call(pqrApi.answer, { params, body: answer })
  await by.call(pqrApi.escalate, { params, body: {} })
  const decide = (decided_on: string) =>
    by.ask(pqrApi.sicDecision, { params, body: { outcome: 'confirma', text: 'Resolución 1234', decided_on } })
  const early = await decide('2026-11-19')
  expect([early.status, early.json.errors?.[0]?.field]).toEqual([422, 'decided_on'])
  expect((await decide('2026-11-20')).status).toBe(200)
  const { data } = await by.call(pqrApi.close, { params, body: {} })
  expect([data.status, data.appeal_until]).toEqual(['cerrada', '2026-12-04'])
})
