import { expect, test } from 'vitest'
import { companyApi } from '#domain/companies/api.ts'
import { addDays, dayOf } from '#domain/core/days.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { makeClient, makeContract } from '#test/factory.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
const TODAY = dayOf(new Date())
const REGIME = { from_on: TODAY, is_vat_responsible: true, is_self_withholder: false, is_simple_regime: false }

async function companyWithContract() {
  const company = await t.company()
  const { id: clientId } = await makeClient(t.owner, company.id)
  const { no_contract } = await makeContract(t.owner, company.id, clientId)
  const [admin, financial] = [await company.person('admin'), await company.person('financial')]
  const params = { id: company.id }
  return {
    company,
    clientId,
    admin,
    financial,
    set: (changes: object) => admin.ask(companyApi.setTaxRegime, { params, body: { ...REGIME, ...changes } }),
    regimes: async () => (await admin.call(companyApi.taxRegimes, { params })).data,
    invoice: async () =>
      (
        await financial.call(invoiceApi.create, {
          headers: { 'idempotency-key': crypto.randomUUID() },
          body: {
            invoice: {
              no_contract,
              lines: [{ kind: 'technical_visit', description: 'Visita', quantity: 1, price: 11_900 }],
            },
          },
        })
      ).data,
  }
}

test('COM-02 INV-05 desde el día en que la empresa no es responsable de IVA sus facturas no lo cobran, y las de antes no cambian', async () => {
  const { company, set, regimes, invoice } = await companyWithContract()
  expect(await regimes()).toEqual([])
  expect(Number((await invoice()).vat)).toBeGreaterThan(0)
  const later = await set({ from_on: addDays(TODAY, 5), is_vat_responsible: false })
  expect(later.status).toBe(200)
  expect(Number((await invoice()).vat)).toBeGreaterThan(0)
  expect((await set({ is_vat_responsible: false })).status).toBe(200)
  const exempt = await invoice()
  expect([exempt.vat, exempt.lines[0]?.vat_treatment]).toEqual([0, 'excluido'])
  expect(await regimes()).toHaveLength(2)
  expect(await t.events(company.id)).toContain('company.tax_regime_set')
})

test('COM-02 el régimen no cambia lo pasado, y el del mismo día se corrige', async () => {
  const { set, regimes } = await companyWithContract()
  const past = await set({ from_on: addDays(TODAY, -1) })
  expect([past.status, past.json.errors?.[0]?.field]).toEqual([400, 'from_on'])
  await set({ is_self_withholder: true })
  await set({ is_simple_regime: true })
  expect(await regimes()).toEqual([{ ...REGIME, is_simple_regime: true }])
})

test('COM-02 a una autorretenedora no se le sugiere retefuente, y se dice por qué', async () => {
  const { clientId, financial, set, invoice } = await companyWithContract()
  await t.owner.query(
    `update clients set type_identification = 'NIT', identification = '900123456-8', business_name = 'Ferretería' where id = $1`,
    [clientId],
  )
  await set({ is_self_withholder: true })
  await invoice()
  const { data } = await financial.call(manualPaymentApi.account, { params: { client_id: clientId } })
  expect(data.invoices[0]?.suggested?.retefuente).toBe(0)
  expect(data.withholding_rules?.retefuente).toContain('es autorretenedora')
})
