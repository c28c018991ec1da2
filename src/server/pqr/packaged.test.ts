import { afterAll, expect, test } from 'vitest'
import { planApi } from '#domain/plans/api.ts'
import { pqrApi } from '#domain/pqr/api.ts'
import { pqrRegulatorApi } from '#domain/pqr/regulator-api.ts'
import { filedCase, morningOf, newCase } from '#test/cases/filed.ts'
import { makeContract } from '#test/factory.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
afterAll(() => t.setNow(null))

/** A client with a contract of a plan sold alone and one of a plan sold in a package. */
async function twoServices() {
  t.setNow(morningOf('2026-10-05'))
  const company = await t.company()
  const { by, client, clientId, no_contract: alone } = await filedCase(t, company, { typology: 'facturacion' })
  const plan = { name: 'Dúo', price: 120_000, download_speed: '100 Mbps', upload_speed: '50 Mbps' }
  const { data: duo } = await by.call(planApi.create, {
    body: { plan: { ...plan, reference_code: 'DUO100', is_packaged: true } },
  })
  const { no_contract: packaged } = await makeContract(t.owner, company.id, clientId, { planId: duo.id })
  const file = async (no_contract: string, subject: string) =>
    (
      await client.call(pqrApi.create, {
        body: { pqr: { ...newCase(subject), typology: 'facturacion', no_contract } },
      })
    ).data
  const setPackaged = (is_packaged: boolean) =>
    by.call(planApi.update, { params: { id: duo.id }, body: { plan: { ...plan, is_active: true, is_packaged } } })
  return { company, by, client, alone, packaged, file, setPackaged }
}

test('RPT-03 EMPAQUETADO dice cómo se vendía el plan del contrato cuando se radicó: lo que el plan cambie después no cambia el caso', async () => {
  const it = await twoServices()
  const admin = await it.company.person('admin')
  await it.file(it.alone, 'Cobro de más')
  const filed = await it.file(it.packaged, 'Cobro doble del dúo')
  const rowsOf = async (format: string, columns: number[]) => {
    const query = { year: '2026', quarter: '4' }
    const { data } = await admin.call(pqrRegulatorApi.format, { params: { format }, query })
    return data.sheets.slice(0, 2).map(({ rows }) => rows.map((row) => columns.map((at) => row[at])))
  }
  // The case that is about no contract and the one about the plan that is sold alone, and the one about the package.
  expect(await rowsOf('T.4.2', [4, 7])).toEqual([
    [
      ['NO', 2],
      ['SI', 1],
    ],
  ])
  await it.by.call(pqrApi.answer, { params: { id: filed.id }, body: { text: 'Se revisó.', decision: 'contra' } })
  const appeal = { kind: 'reposicion', text: 'No es cierto' }
  await it.client.call(pqrApi.appeal, { params: { id: filed.id }, body: appeal })
  await it.setPackaged(false)
  const expected = [
    [
      ['NO', 0, 2],
      ['SI', 1, 1],
    ],
    [['SI', 0, 1]],
  ]
  expect(await rowsOf('T.4.3', [4, 6, 7])).toEqual(expected)
  // Only what is filed from now on is of a service that is sold alone.
  await it.file(it.packaged, 'Otro cobro doble')
  expect(await rowsOf('T.4.2', [4, 7])).toEqual([
    [
      ['NO', 3],
      ['SI', 1],
    ],
  ])
  await expect(
    t.owner.query('update pqr_cases set is_packaged = false where company_id = $1 and id = $2', [
      it.company.id,
      filed.id,
    ]),
  ).rejects.toThrow(/never edited/)
})

test('RPT-03 la cifra de lo empaquetado abre la lista con esos casos y no con otros', async () => {
  const it = await twoServices()
  await it.file(it.packaged, 'Cobro doble del dúo')
  const admin = await it.company.person('admin')
  const { data } = await admin.call(pqrRegulatorApi.format, {
    params: { format: 'T.4.2' },
    query: { year: '2026', quarter: '4' },
  })
  const [sheet] = data.sheets
  for (const [at, row] of (sheet?.rows ?? []).entries()) {
    const figure = sheet?.figures[at]?.[7]
    expect(figure?.packaged).toBe(row[4] === 'SI' ? 'true' : 'false')
    expect((await it.by.call(pqrApi.list, { query: { ...figure } })).meta.total).toBe(row[7])
  }
  expect(sheet?.rows.length).toBe(2)
})
