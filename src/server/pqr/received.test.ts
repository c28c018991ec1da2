import { afterAll, expect, test } from 'vitest'
import { pqrApi } from '#domain/pqr/api.ts'
import { pqrRegulatorApi } from '#domain/pqr/regulator-api.ts'
import { filedCase, morningOf, newCase } from '#test/cases/filed.ts'
import { makeClient } from '#test/factory.ts'
import { readPdf } from '#test/read-pdf.ts'
import { testApp } from '#test/world.ts'
import { runClock } from './clock.ts'

const t = testApp()
afterAll(() => t.setNow(null))

const ANSWER = { text: 'Revisamos la red y el equipo quedó cambiado.', decision: 'contra' }

/** The desk of a company on Monday 23 November 2026, and how it files a case that arrived on another day. */
async function makeDesk() {
  t.setNow(morningOf('2026-11-23'))
  const company = await t.company()
  const by = await company.person('technical')
  const { id: client_id } = await makeClient(t.owner, company.id)
  const bodyOf = (received_on: string, fields: object) => ({
    body: { pqr: { ...newCase(`Llegó el ${received_on}`), client_id, channel: 'oficina', received_on, ...fields } },
  })
  const ask = (received_on: string) => by.ask(pqrApi.create, bodyOf(received_on, {}))
  const file = async (received_on: string, fields: object = {}) =>
    (await by.call(pqrApi.create, bodyOf(received_on, fields))).data
  return { company, by, ask, file }
}

test('PQR-02 R3.4 lo que llegó en papel el viernes y se radica el lunes se responde desde el viernes, también un recurso', async () => {
  const { by, file } = await makeDesk()
  const queja = await file('2026-11-20')
  const recurso = await file('2026-11-20', { type: 'recurso_reposicion' })
  for (const filed of [queja, recurso])
    expect(filed).toMatchObject({ filed_on: '2026-11-20', answer_by: '2026-12-14', filed_at: expect.any(String) })
  const params = { id: recurso.id }
  const { data } = await by.call(pqrApi.get, { params })
  expect([data.status, data.appeal?.filed_on]).toEqual(['en_reposicion', '2026-11-20'])
  const { bytes } = await by.ask(pqrApi.constancia, { params })
  expect(readPdf(bytes).text.replaceAll(/\s+/g, ' ')).toContain(
    'Recibida el 20 de noviembre de 2026 y radicada el 23 de noviembre de 2026',
  )
  t.setNow(morningOf('2026-12-14'))
  expect((await by.call(pqrApi.answer, { params, body: ANSWER })).data.status).toBe('confirmada')
  t.setNow(new Date('2026-12-15T00:00:01-05:00'))
  await runClock(t.world)
  expect((await by.call(pqrApi.get, { params: { id: queja.id } })).data.status).toBe('sap')
})

test('PQR-06 RPT-03 lo que se radica después de su plazo ya tiene silencio positivo, y cuenta en el trimestre en que llegó', async () => {
  const { company, by, file } = await makeDesk()
  const { id, answer_by } = await file('2026-09-30')
  expect(answer_by).toBe('2026-10-22')
  await runClock(t.world)
  const { data } = await by.call(pqrApi.get, { params: { id } })
  expect([data.status, data.silence_on, data.decisions]).toEqual(['sap', '2026-10-22', ['favor']])
  const admin = await company.person('admin')
  const counts = async (quarter: string) => {
    const query = { year: '2026', quarter }
    const sheets = await admin.call(pqrRegulatorApi.format, { params: { format: 'T.4.2' }, query })
    return sheets.data.sheets[0]?.rows.map((row) => [row[2], row.at(-1)])
  }
  expect([await counts('3'), await counts('4')]).toEqual([[[3, 1]], []])
})

test('PQR-01 el día en que llegó no es futuro ni de hace más de un año, y quien es cliente no lo dice', async () => {
  const { company, ask, file } = await makeDesk()
  for (const day of ['2026-11-24', '2025-11-22'])
    expect([day, (await ask(day)).json.errors?.[0]?.field]).toEqual([day, 'pqr.received_on'])
  for (const day of ['2026-11-23', '2025-11-23']) expect((await file(day)).filed_on).toBe(day)
  const own = await filedCase(t, company)
  const body = { pqr: { ...newCase('Ayer'), received_on: '2026-11-20' } }
  expect((await own.client.ask(pqrApi.create, { body })).status).toBe(403)
})
