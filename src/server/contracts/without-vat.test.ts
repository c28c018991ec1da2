import { expect, test } from 'vitest'
import { contractApi } from '#domain/contracts/api.ts'
import { contractDefaultsApi } from '#domain/contracts/defaults-api.ts'
import { bill } from '#test/arrears.ts'
import { makeDesk, on } from '#test/billing-desk.ts'
import { testApp } from '#test/world.ts'

const t = testApp()

test('CON-04 una empresa que no es responsable de IVA no lo nombra en el texto del contrato ni al reconectar', async () => {
  for (const isResponsible of [false, true]) {
    const { company, financial, params } = await makeDesk(t, { includesVat: false, stratum: 4 })
    await t.owner.query(
      `insert into company_tax_regimes (company_id, from_on, is_vat_responsible, is_self_withholder, is_simple_regime, set_by)
       values ($1, '2029-01-01', $2, false, false, 'Prueba')`,
      [company.id, isResponsible],
    )
    on(t, '2029-05-02')
    await bill({ financial, no_contract: params.no })
    on(t, '2029-06-01')
    const billing_config = {
      connection_cost: 0,
      discounted_value: 0,
      billing_cut_day: 31,
      transfer_cost: 60_000,
      reconnection_cost: 1_000,
      technical_visit_cost: 20_000,
      additional_cable_cost: 5_000,
    }
    await financial.call(contractDefaultsApi.save, { body: { billing_config } })
    const { data } = await financial.call(contractApi.text, { params, query: {} })
    expect(data.text.includes('IVA')).toBe(isResponsible)
    await financial.call(contractApi.suspend, { params, body: { reason: 'Mora' } })
    on(t, '2029-06-05')
    const { data: preview } = await financial.call(contractApi.reconnectPreview, { params })
    expect(preview.reason).toContain('La reconexión cuesta')
    expect(preview.reason.includes('IVA')).toBe(isResponsible)
    t.setNow(null)
  }
})
