import { expect, test } from 'vitest'
import { pqrApi } from '#domain/pqr/api.ts'
import { filedCase, morningOf, newCase } from '#test/cases/filed.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
const ANSWER = { text: 'Revisamos la red y quedó bien.', decision: 'favor' }

test('R3.12 PQR-05 el personal no califica por un cliente, que lo hace en su portal', async () => {
  t.setNow(morningOf('2026-11-20'))
  const { by, client, filed } = await filedCase(t, await t.company(), { response_channel: 'portal' })
  const params = { id: filed.id }
  await by.call(pqrApi.answer, { params, body: ANSWER })
  t.setNow(morningOf('2027-01-05'))
  const body = { satisfaction: 5, satisfaction_channel: 'telefono' }
  const refused = await by.ask(pqrApi.close, { params, body })
  expect([refused.status, refused.json.errors?.[0]?.field]).toEqual([422, 'satisfaction'])
  const { data } = await by.call(pqrApi.close, { params, body: {} })
  expect([data.status, data.satisfaction, data.actions.includes('rate')]).toEqual(['cerrada', null, false])
  expect((await client.call(pqrApi.rate, { params, body: { satisfaction: 2 } })).data.satisfaction).toBe(2)
})

test('R3.12 PQR-05 la calificación de quien no es cliente la pregunta la mesa: queda quién la preguntó y por dónde', async () => {
  t.setNow(morningOf('2026-11-20'))
  const company = await t.company()
  const by = await company.person('financial')
  const petitioner = { name: 'Luz Ortiz', type_identification: 'CC', identification: '52123456', phone: '3001234567' }
  const pqr = { ...newCase(), petitioner, channel: 'telefono', response_channel: 'telefono' }
  const params = { id: (await by.call(pqrApi.create, { body: { pqr } })).data.id }
  await by.call(pqrApi.answer, { params, body: ANSWER })
  t.setNow(morningOf('2026-12-10'))
  await by.call(pqrApi.deliver, { params, body: { delivered_on: '2026-11-20' } })
  t.setNow(morningOf('2027-01-05'))
  const refused = await by.ask(pqrApi.close, { params, body: { satisfaction: 4 } })
  expect([refused.status, refused.json.errors?.[0]?.field]).toEqual([400, 'satisfaction_channel'])
  const body = { satisfaction: 4, satisfaction_channel: 'telefono' }
  const { data } = await by.call(pqrApi.close, { params, body })
  expect([data.satisfaction, data.satisfaction_by]).toEqual([4, expect.any(String)])
  expect(data.entries.at(-1)?.text).toBe(
    `El caso se cerró. Calificación: 4 de 5, preguntada por ${data.satisfaction_by} (teléfono)`,
  )
})
