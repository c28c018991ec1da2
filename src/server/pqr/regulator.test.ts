import readXlsxFile from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { pqrApi } from '#domain/pqr/api.ts'
import { pqrRegulatorApi } from '#domain/pqr/regulator-api.ts'
import { after, filedCase, morningOf, newCase } from '#test/cases/filed.ts'
import { makeClient } from '#test/factory.ts'
import { type Person, testApp } from '#test/world.ts'
import { runClock } from './clock.ts'

const t = testApp()

const CODES = [
  { list: 'service', key: 'internet', code: '3' },
  { list: 'typology', key: 'facturacion', code: '11' },
  { list: 'channel', key: 'portal', code: '4' },
  { list: 'channel', key: 'telefono', code: '1' },
]
const MONTH = ['ANNO', 'TRIMESTRE', 'MES_DEL_TRIMESTRE']
const QUARTER = { year: '2026', quarter: '4' }
const rowsOf = async (admin: Person, format: string, query: Readonly<Record<string, string>> = QUARTER) => {
  const { data } = await admin.call(pqrRegulatorApi.format, { params: { format }, query })
  return data.sheets.map(({ rows }) => rows)
}

/** The figures of both formats whose list of cases has another count, and the numbers above zero that open no list. */
async function wrongFigures(admin: Person, by: Person, query: typeof QUARTER): Promise<string[]> {
  const wrong: string[] = []
  let opened = 0
  for (const format of ['T.4.2', 'T.4.3']) {
    const { data } = await admin.call(pqrRegulatorApi.format, { params: { format }, query })
    for (const { name, columns, rows, figures } of data.sheets)
      for (const [at, row] of rows.entries())
        for (const [index, cell] of row.entries()) {
          const figure = figures[at]?.[index] ?? null
          const isCount = /^(?:NUMERO|USUARIOS)_/.test(columns[index] ?? '')
          if ((figure !== null) !== (isCount && cell !== 0)) wrong.push(`${name} ${columns[index]} ${cell}`)
          if (figure === null) continue
          const { total } = (await by.call(pqrApi.list, { query: figure })).meta
          opened += 1
          if (total !== cell) wrong.push(`${name} ${columns[index]} ${cell}: ${total}`)
        }
  }
  expect(opened).toBeGreaterThan(0)
  return wrong
}

test('RPT-03 T.4.2 y T.4.3 de un trimestre hecho a mano, en Excel con las hojas y las columnas oficiales', async () => {
  t.setNow(morningOf('2026-10-05'))
  const company = await t.company()
  const admin = await company.person('admin')
  for (const code of CODES) await admin.call(pqrRegulatorApi.saveCode, { body: { code } })
  const { by, client, filed: rated } = await filedCase(t, company, { typology: 'facturacion' })
  // A petition is in no count of complaints, also when it gets no answer.
  await client.call(pqrApi.create, {
    body: { pqr: { ...newCase('Un certificado'), type: 'peticion', typology: 'facturacion' } },
  })
  const other = await makeClient(t.owner, company.id)
  const called = { ...newCase('Cobro doble'), typology: 'facturacion', client_id: other.id, channel: 'telefono' }
  const { data: appealed } = await by.call(pqrApi.create, { body: { pqr: called } })
  const answer = (id: string, decision: string) =>
    by.call(pqrApi.answer, { params: { id }, body: { text: 'Lo revisamos.', decision } })
  t.setNow(morningOf('2026-10-09'))
  await answer(rated.id, 'favor')
  await client.call(pqrApi.rate, { params: { id: rated.id }, body: { satisfaction: 5 } })
  t.setNow(morningOf('2026-10-20'))
  await answer(appealed.id, 'contra')
  t.setNow(morningOf('2026-11-03'))
  const appeal = { kind: 'reposicion_subsidio_apelacion', text: 'No es cierto' }
  await by.call(pqrApi.appeal, { params: { id: appealed.id }, body: appeal })
  t.setNow(morningOf('2026-11-20'))
  await answer(appealed.id, 'favor')
  // The case is closed in the next quarter; its rating was given in this one.
  t.setNow(morningOf('2027-01-05'))
  await client.call(pqrApi.close, { params: { id: rated.id }, body: {} })

  const expected = {
    'T.4.2': {
      INFO: [
        ['PLANTILLA', 'T.4.2'],
        ['DESCRIPCION', 'Monitoreo de quejas'],
        ['CODIGO', '374'],
      ],
      MONITOREO_QUEJAS: [
        [...MONTH, 'ID_SERVICIO', 'EMPAQUETADO', 'ID_TIPOLOGIA', 'ID_MEDIO_ATENCION', 'NUMERO_QUEJAS'],
        [2026, 4, 1, '3', 'NO', '11', '4', 1],
        [2026, 4, 1, '3', 'NO', '11', '1', 1],
      ],
    },
    'T.4.3': {
      INFO: [
        ['PLANTILLA', 'T.4.3'],
        ['DESCRIPCION', 'Indicadores de quejas y peticiones'],
        ['CODIGO', '375'],
      ],
      QUEJAS_Y_PETICIONES: [
        [
          ...MONTH,
          'ID_SERVICIO',
          'EMPAQUETADO',
          'NUMERO_QUEJAS_A_FAVOR',
          'NUMERO_QUEJAS_EN_CONTRA',
          'NUMERO_QUEJAS_PRESENTADAS',
          'NUMERO_PETICIONES',
        ],
        [2026, 4, 1, '3', 'NO', 1, 1, 2, 1],
      ],
      QUEJAS_SEGUNDA_INSTANCIA: [
        [
          ...MONTH,
          'ID_SERVICIO',
          'EMPAQUETADO',
          'NUMERO_REPOSICION_A_FAVOR',
          'NUMERO_REPOSICION_EN_CONTRA',
          'NUMERO_REPOSICION_PRESENTADOS',
          'NUMERO_RECURSOS_APELACION',
        ],
        [2026, 4, 2, '3', 'NO', 1, 0, 1, 1],
      ],
      SATISFACCION_USUARIOS: [
        [...MONTH, 'ID_MEDIO_ATENCION', ...[1, 2, 3, 4, 5].map((level) => `USUARIOS_NIVEL_${level}`)],
        [2026, 4, 1, '4', 0, 0, 0, 0, 1],
      ],
    },
  }
  for (const [format, sheets] of Object.entries(expected)) {
    const file = await admin.ask(pqrRegulatorApi.formatFile, {
      params: { format },
      query: { ...QUARTER, format: 'xlsx' },
    })
    const book = await readXlsxFile(file.bytes)
    expect(Object.fromEntries(book.map(({ sheet, data }) => [sheet, data]))).toEqual(sheets)
    expect(book.map(({ sheet }) => sheet)).toEqual(Object.keys(sheets))
    expect(await rowsOf(admin, format)).toEqual(
      Object.entries(sheets)
        .filter(([name]) => name !== 'INFO')
        .map(([, rows]) => rows.slice(1)),
    )
  }
  expect(await rowsOf(admin, 'T.4.3', { year: '2027', quarter: '1' })).toEqual([[], [], []])
  expect(await wrongFigures(admin, by, QUARTER)).toEqual([])
})

test('RPT-03 un trimestre que ya se reportó no cambia porque un usuario califique después', async () => {
  t.setNow(morningOf('2026-12-01'))
  const company = await t.company()
  const admin = await company.person('admin')
  const { by, client, filed } = await filedCase(t, company)
  const params = { id: filed.id }
  await by.call(pqrApi.answer, { params, body: { text: 'Lo revisamos.', decision: 'favor' } })
  await client.call(pqrApi.close, { params, body: {} })
  const before = await rowsOf(admin, 'T.4.3')
  t.setNow(morningOf('2027-02-01'))
  await client.call(pqrApi.rate, { params, body: { satisfaction: 2 } })
  expect(await rowsOf(admin, 'T.4.3')).toEqual(before)
  const [, , ratings] = await rowsOf(admin, 'T.4.3', { year: '2027', quarter: '1' })
  expect(ratings?.map((row) => row.slice(1, 3))).toEqual([[1, 2]])
  expect(ratings?.[0]?.slice(-5)).toEqual([0, 1, 0, 0, 0])
})

test('RPT-03 R3.12 el silencio del recurso de una petición es una reposición a favor', async () => {
  t.setNow(morningOf('2026-10-05'))
  const company = await t.company()
  const admin = await company.person('admin')
  const { by, client, filed } = await filedCase(t, company, { type: 'peticion' })
  const params = { id: filed.id }
  await by.call(pqrApi.answer, { params, body: { text: 'Lo revisamos.', decision: 'contra' } })
  const { data } = await client.call(pqrApi.appeal, { params, body: { kind: 'reposicion', text: 'No es cierto' } })
  t.setNow(after(data.answer_by))
  await runClock(t.world)
  const [, appeals] = await rowsOf(admin, 'T.4.3')
  expect(appeals?.map((row) => row.slice(-4))).toEqual([[1, 0, 1, 0]])
  expect(await wrongFigures(admin, by, QUARTER)).toEqual([])
})
