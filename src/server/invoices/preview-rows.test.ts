import { expect, test } from 'vitest'
import { runApi } from '#domain/invoices/api.ts'
import { makeClient, makeContract, makePlan } from '#test/factory.ts'
import { testApp } from '#test/world.ts'
import { runMassive } from './run-worker.ts'

const t = testApp()

test('INV-02 la lista de la vista previa tiene cada contrato con su total, o por qué no se factura, y el total del mes anterior', async () => {
  t.setNow(new Date('2026-10-20T15:00:00Z'))
  const company = await t.company()
  const financial = await company.person('financial')
  const planId = await makePlan(t.owner, company.id, 7_000_000)
  const billed = await makeClient(t.owner, company.id, { stratum: 3 })
  const incomplete = await makeClient(t.owner, company.id, { stratum: null })
  await makeContract(t.owner, company.id, billed.id, { planId, stratum: 3, price: 7_000_000 })
  await makeContract(t.owner, company.id, incomplete.id, { planId, stratum: null, price: 7_000_000 })
  const { data: run } = await financial.call(runApi.start, { body: { period: '2026-10' } })
  await runMassive(t.world, { company_id: company.id, run_id: run.id })
  await t.owner.query('update contract_terms set price = 8000000 where company_id = $1', [company.id])

  t.setNow(new Date('2026-11-20T15:00:00Z'))
  const query = { period: '2026-11' }
  const { data: rows, meta } = await financial.call(runApi.previewRows, { query })
  expect(meta).toMatchObject({ total: 2, page: 1 })
  expect(rows.find(({ client }) => client.id === billed.id)).toMatchObject({
    subtotal: 8_000_000,
    vat: 0,
    total: 8_000_000,
    previous: 7_000_000,
    reason: null,
  })
  expect(rows.find(({ client }) => client.id === incomplete.id)).toMatchObject({
    total: null,
    previous: null,
    reason: 'Falta el estrato de la dirección: complétalo en el contrato',
  })
  const { data: preview } = await financial.call(runApi.preview, { body: query })
  expect(rows.reduce((sum, { total }) => sum + (total ?? 0), 0)).toBe(preview.total)
})

test('INV-02 la lista se busca por identificación y por contrato, y sus páginas no repiten ni pierden contratos', async () => {
  t.setNow(new Date('2026-11-20T15:00:00Z'))
  const company = await t.company()
  const financial = await company.person('financial')
  const planId = await makePlan(t.owner, company.id, 7_000_000)
  const contracts: string[] = []
  for (let index = 0; index < 5; index += 1) {
    const client = await makeClient(t.owner, company.id, index === 3 ? { identification: '52987654' } : {})
    contracts.push((await makeContract(t.owner, company.id, client.id, { planId, stratum: 2 })).no_contract)
  }
  const read = (query: object) => financial.call(runApi.previewRows, { query: { period: '2026-11', ...query } })
  const pages = await Promise.all([1, 2, 3].map((page) => read({ page, page_size: 2 })))
  expect(pages.flatMap(({ data }) => data.map(({ no_contract }) => no_contract))).toEqual(contracts.toSorted())
  expect((await read({ q: '52.987.654' })).data.map(({ no_contract }) => no_contract)).toEqual([contracts[3]])
  expect((await read({ q: contracts[1]?.toLowerCase() })).data.map(({ no_contract }) => no_contract)).toEqual([
    contracts[1],
  ])
})
