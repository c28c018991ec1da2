import { expect, test } from 'vitest'
import { pqrApi } from '#domain/pqr/api.ts'
import { pqrRegulatorApi } from '#domain/pqr/regulator-api.ts'
import { filedCase, morningOf } from '#test/cases/filed.ts'
import { readPdf } from '#test/read-pdf.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
/** The text of a PDF, whose lines are divided where the page is. */
const textOf = (bytes: Buffer): string => readPdf(bytes).text.replaceAll(/\s+/g, ' ')

const ANSWER = { text: 'Revisamos su factura y está bien.', decision: 'contra' }

test('PQR-09 R3.11 corregir el tema cambia los reportes y queda en el expediente: lo radicado y su constancia no cambian', async () => {
  t.setNow(morningOf('2026-11-20'))
  const company = await t.company()
  const { by, client, filed } = await filedCase(t, company, { typology: 'facturacion' })
  const params = { id: filed.id }
  const constancia = async () => textOf((await client.ask(pqrApi.constancia, { params })).bytes)
  const before = await constancia()
  await by.call(pqrApi.classify, { params, body: { typology: 'calidad', service: 'television' } })
  expect(await constancia()).toBe(before)
  expect(before).toContain('Tema: Facturación. Servicio: Internet fijo')
  const { data } = await client.call(pqrApi.get, { params })
  expect([data.filed_typology, data.filed_service, data.typology]).toEqual(['facturacion', 'internet', 'calidad'])
  const dossier = textOf((await by.ask(pqrApi.pdf, { params })).bytes)
  for (const words of [
    'Tema: Facturación. Servicio: Internet fijo',
    'El tema para los reportes es Velocidad o calidad del servicio, Televisión; antes era Facturación, Internet fijo.',
  ])
    expect(dossier).toContain(words)
  const request = { params: { format: 'T.4.2' }, query: { year: '2026', quarter: '4' } }
  const report = await (await company.person('admin')).call(pqrRegulatorApi.format, request)
  expect(JSON.stringify(report.data.sheets)).toContain('Velocidad o calidad')
  for (const column of ['filed_typology', 'filed_service'])
    await expect(
      t.owner.query(`update pqr_cases set ${column} = 'otra' where id = $1`, [filed.id]),
      column,
    ).rejects.toThrow(/never edited/)
})

test('PQR-07 R3.7 corregir el tema después de la respuesta no le quita al usuario la apelación ante la SIC', async () => {
  t.setNow(morningOf('2026-11-20'))
  const company = await t.company()
  const kind = 'reposicion_subsidio_apelacion'
  const body = { kind, text: 'No estoy de acuerdo' }
  // The subject that was filed gives it; then the one with which the answer was given.
  for (const [typology, corrected] of [
    ['facturacion', null],
    ['otra', 'corte'],
  ] as const) {
    t.setNow(morningOf('2026-11-20'))
    const { by, client, filed } = await filedCase(t, company, { typology })
    const params = { id: filed.id }
    if (corrected !== null) await by.call(pqrApi.classify, { params, body: { typology: corrected } })
    t.setNow(morningOf('2026-12-14'))
    await by.call(pqrApi.answer, { params, body: ANSWER })
    const document = async () => textOf((await client.ask(pqrApi.answerPdf, { params })).bytes)
    const sent = await document()
    expect(sent).toContain('en subsidio apelación')
    const { data } = await by.call(pqrApi.classify, { params, body: { typology: 'calidad' } })
    expect(data.appeals).toContain(kind)
    expect(await document()).toBe(sent)
    expect((await client.call(pqrApi.appeal, { params, body })).data.status).toBe('en_reposicion')
  }
})
