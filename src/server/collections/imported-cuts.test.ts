import { afterEach, expect, test } from 'vitest'
import { collectionApi } from '#domain/collections/api.ts'
import { contractApi } from '#domain/contracts/api.ts'
import { addDays, dayOf } from '#domain/core/days.ts'
import { clientImportApi } from '#domain/imports/api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { nine, putPolicy } from '#test/arrears.ts'
import { newKey } from '#test/cases/billed.ts'
import { upload } from '#test/upload.ts'
import { type Person, testApp } from '#test/world.ts'
import { runCollections } from './run.ts'

const t = testApp()
const today = dayOf(new Date())
afterEach(() => t.setNow(null))

const HEAD =
  'Código cliente,identificacion,nombre,apellido,estrato,departamento,ciudad,direccion,fecha contrato,plan,valor,saldo,estado'
const row = (identification: string, balance: string) =>
  `${identification},${identification},Ana,Ruiz,2,Antioquia,Medellín,Calle 1,2024-01-20,Hogar 50 megas,59900,${balance},Suspendido`

/** A company with a policy that reconnects, and services that were cut in the system before: by their opening balances, in pesos. */
async function importCut(...balances: number[]): Promise<{ financial: Person; importId: string }> {
  t.setNow(new Date(nine(today)))
  const company = await t.company()
  const financial = await company.person('financial')
  await putPolicy(t, company.id)
  const rows = balances.map((balance, index) => row(String(71_001 + index), String(balance)))
  const file = { name: 'lista.csv', bytes: Buffer.from([HEAD, ...rows].join('\n')) }
  const answer = await upload(t, financial, clientImportApi.upload, file, {
    plans: JSON.stringify({ 'Hogar 50 megas': '+' }),
  })
  const { id } = answer.json['details'] as { id: string }
  return { financial, importId: id }
}

const statusesOf = async (financial: Person) =>
  (await financial.call(contractApi.list, { query: { sort: 'no_contract' } })).data.map(({ status }) => status)
const termsOf = async (financial: Person) => (await financial.call(collectionApi.reconnections)).data

test('CLI-05 SUS-03 lo que vino suspendido y debe su saldo inicial sigue suspendido aunque ese saldo no haya vencido aquí, y vuelve cuando se paga', async () => {
  const { financial } = await importCut(129_800)
  await runCollections(t.world)
  t.setNow(new Date(nine(addDays(today, 1))))
  await runCollections(t.world)
  expect(await statusesOf(financial)).toEqual(['suspended'])
  expect(await termsOf(financial)).toEqual([])

  const [contract] = (await financial.call(contractApi.list)).data
  const pay = (amount: number) =>
    financial.call(manualPaymentApi.create, {
      body: {
        payment: { client_id: contract?.client.id ?? '', amount, method: 'efectivo', paid_on: addDays(today, 1) },
      },
      headers: newKey(),
    })
  await pay(100_000)
  expect(await statusesOf(financial)).toEqual(['suspended'])
  await pay(29_800)
  expect(await statusesOf(financial)).toEqual(['active'])
  expect(await termsOf(financial)).toHaveLength(1)
})

test('CLI-05 SUS-03 lo que vino suspendido sin saldo no vuelve por sí solo, y su carga se deshace', async () => {
  const { financial, importId } = await importCut(0, 45_000)
  await runCollections(t.world)
  expect(await statusesOf(financial)).toEqual(['suspended', 'suspended'])
  expect(await termsOf(financial)).toEqual([])
  expect((await financial.ask(clientImportApi.undo, { params: { id: importId } })).status).toBe(200)
  expect(await statusesOf(financial)).toEqual([])
})
