import { afterAll, expect, test } from 'vitest'
import { pqrApi } from '#domain/pqr/api.ts'
import { filedCase, morningOf } from '#test/cases/filed.ts'
import { readPdf } from '#test/read-pdf.ts'
import { testApp } from '#test/world.ts'
import { runClock } from './clock.ts'

const t = testApp()
afterAll(() => t.setNow(null))

/** A case that was filed on 20 November 2026. */
async function filed(fields: object) {
  t.setNow(morningOf('2026-11-20'))
  const { by, client, filed: made } = await filedCase(t, await t.company(), { typology: 'datos_personales', ...fields })
  const params = { id: made.id }
  const extend = async () =>
    (await by.call(pqrApi.extend, { params, body: { reason: 'Falta la respuesta del aliado' } })).data
  return { by, client, params, made, extend, read: async () => (await by.call(pqrApi.get, { params })).data }
}

test('R5.8 una consulta de datos personales vence a los 10 días hábiles y se prorroga 5; un reclamo, a los 15 y 8', async () => {
  const query = await filed({ data_request: 'consulta' })
  const claim = await filed({ data_request: 'reclamo' })
  expect([query.made.answer_by, claim.made.answer_by]).toEqual(['2026-12-04', '2026-12-14'])
  expect([(await query.extend()).answer_by, (await claim.extend()).answer_by]).toEqual(['2026-12-14', '2026-12-24'])
})

test('R5.8 PQR-04 la prórroga de un caso de datos personales es una sola, antes de vencer y con su motivo para quien radicó', async () => {
  const { by, client, params, extend } = await filed({ data_request: 'consulta' })
  const extended = await extend()
  expect(extended.extended_on).toBe('2026-11-20')
  const { data } = await client.call(pqrApi.get, { params })
  expect(data.entries.at(-1)?.text).toBe(
    'Falta la respuesta del aliado\nEl nuevo plazo de la respuesta es el 14 de diciembre de 2026.',
  )
  const body = { reason: 'Otra vez' }
  expect((await by.ask(pqrApi.extend, { params, body })).status).toBe(409)
  const late = await filed({ data_request: 'consulta' })
  t.setNow(morningOf('2026-12-07'))
  expect((await late.by.ask(pqrApi.extend, { params: late.params, body })).status).toBe(409)
  await runClock(t.world)
  expect((await late.read()).status).toBe('sap')
})

test('R5.8 sin elegir, una petición de datos personales es consulta y una queja es reclamo; otro tema no es ninguna', async () => {
  const of = async (fields: object) => (await (await filed(fields)).read()).data_request
  expect(await of({ type: 'peticion' })).toBe('consulta')
  expect(await of({ type: 'queja' })).toBe('reclamo')
  expect(await of({ type: 'recurso_reposicion', data_request: 'consulta' })).toBe(null)
  expect(await of({ typology: 'facturacion', data_request: 'consulta' })).toBe(null)
  const other = await filed({ typology: 'facturacion', data_request: 'consulta' })
  expect([other.made.answer_by, (await other.extend()).answer_by]).toEqual(['2026-12-14', '2027-01-06'])
})

test('R5.8 PQR-09 la constancia dice si es consulta o reclamo, y corregir el tema no cambia el plazo', async () => {
  const { by, client, params, read } = await filed({ data_request: 'consulta' })
  await by.call(pqrApi.classify, { params, body: { typology: 'atencion' } })
  expect(await read()).toMatchObject({ data_request: 'consulta', answer_by: '2026-12-04' })
  const { text } = readPdf((await client.ask(pqrApi.constancia, { params })).bytes)
  expect(text).toContain('Tema: Datos personales (consulta)')
  await expect(
    t.owner.query(`update pqr_cases set data_request = 'reclamo' where id = $1`, [params.id]),
  ).rejects.toThrow('never edited')
})
