import { expect, test } from 'vitest'
import { auditApi } from '#domain/audit/api.ts'
import { companyApi } from '#domain/companies/api.ts'
import { contractApi } from '#domain/contracts/api.ts'
import { dayOf } from '#domain/core/days.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { contractBody, signatureBody } from '#test/cases/contracts.ts'
import { makeClient, makeContract, makePlan } from '#test/factory.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
let keys = 0

test('INV-05 el administrador cambia si los precios incluyen el IVA: rige para lo que se firme después, y lo de antes sigue igual', async () => {
  const company = await t.company()
  const [admin, financial] = [await company.person('admin'), await company.person('financial')]
  const client = await makeClient(t.owner, company.id, { stratum: 4 })
  const { no_contract: old } = await makeContract(t.owner, company.id, client.id, { stratum: 4 })
  const charge = async (no_contract: string) => {
    keys += 1
    const lines = [{ kind: 'technical_visit', description: 'Visita', quantity: 1, price: 119_000 }]
    const headers = { 'idempotency-key': `vat-${keys}` }
    const { data } = await financial.call(invoiceApi.create, { body: { invoice: { no_contract, lines } }, headers })
    return data
  }
  const body = contractBody(client.id, await makePlan(t.owner, company.id))
  const { data: draft } = await financial.call(contractApi.create, { body })
  const issued = await charge(old)
  expect([draft.price_includes_vat, issued.total]).toEqual([true, 11_900_000])

  const changed = await admin.call(companyApi.update, {
    params: { id: company.id },
    body: { admin: { prices_include_vat: false } },
  })
  expect(changed.data.prices_include_vat).toBe(false)
  const { data: again } = await financial.call(invoiceApi.get, { params: { id: issued.id } })
  expect([again.subtotal, again.vat, again.total]).toEqual([10_000_000, 1_900_000, 11_900_000])
  expect((await charge(old)).total).toBe(11_900_000)
  const params = { no: draft.no_contract }
  await financial.call(contractApi.sign, { params, body: signatureBody(client.identification) })
  const { data: signed } = await financial.call(contractApi.get, { params })
  expect(signed.price_includes_vat).toBe(false)
  expect((await charge(draft.no_contract)).total).toBe(14_161_000)
  const { data: facts } = await admin.call(auditApi.list)
  expect(JSON.stringify(facts)).toContain('Precios con IVA incluido')

  const superadmin = await company.person('superadmin')
  const back = await superadmin.call(companyApi.update, {
    params: { id: company.id },
    body: { admin: { prices_include_vat: true } },
  })
  expect(back.data.prices_include_vat).toBe(true)
  expect((await charge(draft.no_contract)).total).toBe(14_161_000)
  const refused = await financial.ask(companyApi.update, {
    params: { id: company.id },
    body: { admin: { prices_include_vat: true } },
  })
  expect(refused.status).toBe(403)
})

test('INV-01 antes de emitir un cobro se ve su total con IVA y lo que paga el saldo a favor, y así se emite', async () => {
  const company = await t.company()
  const financial = await company.person('financial')
  const client = await makeClient(t.owner, company.id)
  const { no_contract } = await makeContract(t.owner, company.id, client.id, { stratum: 2 })
  const paid_on = dayOf(t.world.clock())
  const payment = { client_id: client.id, amount: 50_000, method: 'efectivo', paid_on }
  await financial.call(manualPaymentApi.create, { body: { payment }, headers: { 'idempotency-key': 'credit' } })
  const lines = [{ kind: 'technical_visit', description: 'Visita', quantity: 2, price: 59_500 }]
  const body = { invoice: { no_contract, lines } }
  const { data: preview } = await financial.call(invoiceApi.preview, { body })
  expect(preview).toEqual({
    lines: [{ description: 'Visita', base: 10_000_000, vat: 1_900_000, total: 11_900_000 }],
    subtotal: 10_000_000,
    vat: 1_900_000,
    total: 11_900_000,
    credit_taken: 5_000_000,
    to_pay: 6_900_000,
  })
  const { data: list } = await financial.call(invoiceApi.list)
  expect(list).toEqual([])
  const { data: issued } = await financial.call(invoiceApi.create, { body, headers: { 'idempotency-key': 'issued' } })
  expect([issued.subtotal, issued.vat, issued.total, issued.balance]).toEqual([
    preview.subtotal,
    preview.vat,
    preview.total,
    preview.to_pay,
  ])
  const unknown = { invoice: { no_contract: 'ZZ-999999', lines } }
  expect((await financial.ask(invoiceApi.preview, { body: unknown })).status).toBe(404)
})
