import { expect, test } from 'vitest'
import { contractApi } from '#domain/contracts/api.ts'
import { contractDefaultsApi } from '#domain/contracts/defaults-api.ts'
import { transferApi } from '#domain/contracts/transfer-api.ts'
import { dayOf } from '#domain/core/days.ts'
import { contractBody, signatureBody } from '#test/cases/contracts.ts'
import { makeClient, makePlan } from '#test/factory.ts'
import { type Person, testApp } from '#test/world.ts'

const t = testApp()
const CONFIG = {
  connection_cost: 0,
  discounted_value: 0,
  billing_cut_day: 30,
  reconnection_cost: 1_900,
  transfer_cost: 60_000,
  technical_visit_cost: 35_000,
  additional_cable_cost: 1_800,
}
const RAISED = { ...CONFIG, transfer_cost: 90_000, technical_visit_cost: 50_000, additional_cable_cost: 2_500 }
const MOVE = { address: 'Carrera 43A # 5-15', department: 'Antioquia', city: 'Envigado', stratum: 3 }

const save = (by: Person, billing_config: object) =>
  by.call(contractDefaultsApi.save, { body: { billing_config: { ...CONFIG, ...billing_config } } })

/** A company with charges, or without them, and an active contract of its. */
async function makeSigned(config: object | null) {
  const company = await t.company()
  const financial = await company.person('financial')
  if (config) await save(financial, config)
  const client = await makeClient(t.owner, company.id)
  const plan_id = await makePlan(t.owner, company.id)
  const { data } = await financial.call(contractApi.create, { body: contractBody(client.id, plan_id) })
  const params = { no: data.no_contract }
  await financial.call(contractApi.sign, { params, body: signatureBody(client.identification) })
  await financial.call(contractApi.activate, { params, body: { activated_on: dayOf(new Date()) } })
  const text = async () => (await financial.call(contractApi.text, { params, query: {} })).data.text
  const moveCharge = async () => {
    const body = { ...MOVE, on: dayOf(new Date()) }
    return (await financial.call(transferApi.transferPreview, { params, body })).data.charge?.total ?? 0
  }
  const offered = async () =>
    (await financial.call(contractDefaultsApi.get, { query: { no_contract: params.no } })).data
  return { company, financial, params, text, moveCharge, offered }
}

/** The charges that a text states, in pesos. */
const CHARGES =
  /traslado cuesta \$ ([\d.]+)|Visita técnica que usted pida[^$]*\$ ([\d.]+)|cable adicional[^$]*\$ ([\d.]+)/g
const chargesOf = (text: string): string[] => [...text.matchAll(CHARGES)].map(([, ...found]) => found.join(''))

test('CON-02 R2.10 los cargos del contrato son los que se firmaron: subir los de la empresa no sube un traslado ni la versión siguiente', async () => {
  const { company, financial, params, text, moveCharge, offered } = await makeSigned(CONFIG)
  const signed = chargesOf(await text())
  expect(signed).toEqual(['60.000', '35.000', '1.800'])
  await save(financial, RAISED)
  expect(await moveCharge()).toBe(6_000_000)
  expect(await offered()).toMatchObject({ transfer_cost: 6_000_000, technical_visit_cost: 3_500_000 })
  expect((await financial.call(contractDefaultsApi.get)).data).toMatchObject({ transfer_cost: 9_000_000 })
  const plan_id = await makePlan(t.owner, company.id, 9_000_000)
  await financial.call(contractApi.changePlan, { params, body: { plan_id } })
  const changed = await text()
  expect(changed).toContain('Cambio de plan')
  expect(chargesOf(changed)).toEqual(signed)
  expect(await moveCharge()).toBe(6_000_000)
  await expect(t.owner.query('update contract_charges set transfer_cost = 1')).rejects.toThrow('append-only')
})

test('CON-02 lo que la empresa cobra hoy por menos de lo firmado se cobra por menos', async () => {
  const { financial, moveCharge } = await makeSigned(CONFIG)
  await save(financial, { transfer_cost: 45_000 })
  expect(await moveCharge()).toBe(4_500_000)
})

test('CON-02 un contrato que se firmó sin cargos no los tiene después', async () => {
  const { financial, text, moveCharge } = await makeSigned(null)
  expect(await text()).toContain('El traslado no tiene costo.')
  await save(financial, RAISED)
  expect(await moveCharge()).toBe(0)
})
