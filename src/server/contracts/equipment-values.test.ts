import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { contractApi } from '#domain/contracts/api.ts'
import { sectionsOf } from '#domain/contracts/contract-sections.ts'
import { equipmentValuesApi } from '#domain/contracts/equipment-values-api.ts'
import { contractBody, signatureBody } from '#test/cases/contracts.ts'
import { makeClient, makePlan } from '#test/factory.ts'
import { readPdf } from '#test/read-pdf.ts'
import { type Person, testApp } from '#test/world.ts'

const t = testApp()
const NONE = { onu: null, router: null, antena: null, decodificador: null, otro: null }
const ALL = { onu: 180_000, router: 95_000.5, antena: 250_000, decodificador: 120_000, otro: 40_000 }

const save = (by: Person, equipment_values: object) => by.ask(equipmentValuesApi.save, { body: { equipment_values } })

async function desk() {
  const company = await t.company()
  const financial = await company.person('financial')
  const client = await makeClient(t.owner, company.id)
  const planId = await makePlan(t.owner, company.id)
  const draft = async (changes: object = {}) => {
    const { data } = await financial.call(contractApi.create, { body: contractBody(client.id, planId, changes) })
    const params = { no: data.no_contract }
    const sign = (body: object = {}) =>
      financial.ask(contractApi.sign, { params, body: { ...signatureBody(client.identification), ...body } })
    const text = async (version?: number) =>
      (await financial.call(contractApi.text, { params, query: version === undefined ? {} : { version } })).data
    return { params, sign, text }
  }
  return { company, financial, draft }
}

/** The section of a text about lent equipment. */
const lentOf = (text: string): string =>
  JSON.stringify(sectionsOf(text).sections.find(({ heading }) => heading === 'Equipos en comodato')?.blocks)

test('R2.21 la empresa guarda el valor de cada tipo de equipo; sin cambios no queda nada en la bitácora', async () => {
  const { company, financial } = await desk()
  const first = await financial.call(equipmentValuesApi.get)
  expect([first.data, first.meta.prices_include_vat]).toEqual([NONE, true])
  const saved = await save(financial, { ...NONE, onu: 180_000, router: 95_000.5 })
  expect([saved.status, saved.json.message]).toEqual([
    200,
    'Valores guardados: los tendrán los contratos que se firmen desde ahora',
  ])
  const { rows } = await t.owner.query('select onu, router, antena from equipment_values where company_id = $1', [
    company.id,
  ])
  expect(rows.map(({ onu, router, antena }) => [Number(onu), Number(router), antena])).toEqual([
    [18_000_000, 9_500_050, null],
  ])
  const again = await save(financial, { ...NONE, onu: 180_000, router: 95_000.5 })
  expect(again.json.message).toBe('No se detectaron cambios en los valores')
  await save(financial, NONE)
  expect((await financial.ask(equipmentValuesApi.get)).json.data).toEqual(NONE)
  expect(await t.events(company.id)).toEqual(['equipment_values.saved', 'equipment_values.saved'])
})

test('R2.21 un valor en cero, negativo, con tres decimales o que falta se dice en su campo y no se guarda', async () => {
  const { company, financial } = await desk()
  for (const onu of [0, -1, 1.005, 'x', undefined, 2_000_000_000]) {
    const { status, json } = await save(financial, { ...NONE, router: 5_000, onu })
    expect([onu, status, json.errors?.[0]?.field]).toEqual([onu, 400, 'equipment_values.onu'])
  }
  expect((await financial.call(equipmentValuesApi.get)).data).toEqual(NONE)
  expect(await t.events(company.id)).toEqual([])
})

test('R2.21 CON-04 el contrato lleva los valores del día de la firma, y ningún cambio los mueve', async () => {
  const { company, financial, draft } = await desk()
  const before = await draft()
  await before.sign()
  const old = await before.text()
  expect(lentOf(old.text)).not.toContain('paga su valor')
  await save(financial, { ...NONE, onu: 180_000 })
  const made = await draft()
  expect(lentOf((await made.text()).text)).toContain('$ 180.000,00')
  await made.sign()
  const signed = await made.text()
  expect(lentOf(signed.text)).toContain('{"label":"ONU","value":"$ 180.000,00"}')
  expect(createHash('sha256').update(signed.text).digest('hex')).toBe(signed.text_hash)
  await save(financial, { ...NONE, onu: 300_000, router: 95_000 })
  expect(await made.text(1)).toEqual(signed)
  for (const { params } of [made, before]) {
    const today = (await t.owner.query(`select (now() at time zone 'America/Bogota')::date::text as d`)).rows[0].d
    await financial.call(contractApi.activate, { params, body: { activated_on: today } })
    const plan_id = await makePlan(t.owner, company.id, 9_000_000)
    await financial.call(contractApi.changePlan, { params, body: { plan_id } })
  }
  const changed = await made.text()
  expect(changed.version?.version).toBe(2)
  expect(lentOf(changed.text)).toBe(lentOf(signed.text))
  expect(lentOf((await before.text()).text)).toBe(lentOf(old.text))
  await expect(t.owner.query(`update contract_equipment_values set onu = 1`)).rejects.toThrow('append-only')
})

test('R2.21 si los valores cambian mientras se lee el contrato, la firma pide leerlo otra vez', async () => {
  const { financial, draft } = await desk()
  const made = await draft()
  const { data } = await financial.call(contractApi.signing, { params: made.params })
  const text_hash = data.texts[0]?.text_hash
  await save(financial, { ...NONE, onu: 180_000 })
  const refused = await made.sign({ text_hash })
  expect([refused.status, refused.json.message]).toEqual([
    409,
    'Las condiciones cambiaron mientras se firmaban: léelas de nuevo',
  ])
})

test('R2.21 CON-04 con los cinco valores y la cláusula de permanencia el PDF sigue en dos páginas', async () => {
  const { financial, company, draft } = await desk()
  await t.owner.query('update companies set prices_include_vat = false where id = $1', [company.id])
  await save(financial, ALL)
  const made = await draft({ connection_cost: 120_000, discounted_value: 120_000 })
  await made.sign({ accepts_permanence: true })
  const { text } = await made.text()
  expect(text).toContain('| 12 | $ 10.000,00 |')
  const { bytes } = await financial.ask(contractApi.pdf, { params: made.params, query: {} })
  const pdf = readPdf(bytes)
  expect([pdf.pages, pdf.isTagged]).toEqual([2, true])
  for (const value of ['180.000,00', '95.000,50', '250.000,00', '120.000,00', '40.000,00'])
    expect(pdf.text).toContain(`${value} más IVA`)
})
