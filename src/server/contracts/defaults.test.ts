import { expect, test } from 'vitest'
import { contractDefaultsApi } from '#domain/contracts/defaults-api.ts'
import { day } from '#domain/core/days.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
const billing_config = {
  connection_cost: 120_000,
  discounted_value: 60_000,
  billing_cut_day: 31,
  reconnection_cost: 1_500.5,
  transfer_cost: 60_000,
  technical_visit_cost: 35_000,
  additional_cable_cost: 1_800,
}

test('PLN-07 la primera vez se guardan, después se actualizan, y sin cambios no pasa nada', async () => {
  const company = await t.company()
  const financial = await company.person('financial')
  expect((await financial.call(contractDefaultsApi.get)).data).toBe(null)
  const first = await financial.ask(contractDefaultsApi.save, { body: { billing_config } })
  expect(first.json).toMatchObject({
    message: 'Datos por defecto guardados exitosamente',
    data: billing_config,
    warnings: [],
  })
  const same = await financial.ask(contractDefaultsApi.save, { body: { billing_config } })
  expect(same.json.message).toBe('No se detectaron cambios en los valores')
  const changed = await financial.ask(contractDefaultsApi.save, {
    body: { billing_config: { ...billing_config, billing_cut_day: 15 } },
  })
  expect(changed.json.message).toBe('Datos por defecto actualizados exitosamente')
  expect(await t.events(company.id)).toEqual(['contract_defaults.saved', 'contract_defaults.saved'])
})

test('PLN-07 una reconexión sobre el tope vigente se guarda con una advertencia que cita la norma', async () => {
  const company = await t.company()
  const financial = await company.person('financial')
  const { meta } = await financial.call(contractDefaultsApi.get)
  expect(meta.reconnection_cap?.value).toBe(198_100)
  const saved = await financial.ask(contractDefaultsApi.save, {
    body: { billing_config: { ...billing_config, reconnection_cost: 10_000 } },
  })
  expect(saved.status).toBe(200)
  expect(saved.json.warnings).toEqual([expect.stringMatching(/tope legal de \$ 1\.981,00 .*2485/)])
})

test('PLN-07 antes de que el tope rija no hay advertencia', async () => {
  const company = await t.company()
  const financial = await company.person('financial')
  t.setNow(new Date(`${day('2026-01-15')}T15:00:00Z`))
  expect((await financial.call(contractDefaultsApi.get)).meta.reconnection_cap).toBe(null)
  t.setNow(null)
})

test('PLN-07 lo que no cabe se dice en su campo y no cambia nada', async () => {
  const company = await t.company()
  const financial = await company.person('financial')
  const ask = async (changes: object) => {
    const answer = await financial.ask(contractDefaultsApi.save, {
      body: { billing_config: { ...billing_config, ...changes } },
    })
    return [answer.status, answer.json.errors?.[0]]
  }
  expect(await ask({ discounted_value: 120_001 })).toEqual([
    400,
    {
      field: 'billing_config.discounted_value',
      message: 'El valor descontado no puede ser mayor que el costo de conexión',
    },
  ])
  expect(await ask({ billing_cut_day: 32 })).toEqual([
    400,
    { field: 'billing_config.billing_cut_day', message: 'El día debe estar entre 1 y 31' },
  ])
  expect(await ask({ transfer_cost: 1.005 })).toEqual([
    400,
    { field: 'billing_config.transfer_cost', message: 'El valor admite máximo dos decimales' },
  ])
  expect((await financial.call(contractDefaultsApi.get)).data).toBe(null)
})
