import { expect, test } from 'vitest'
import { contractApi } from '#domain/contracts/api.ts'
import { pqrApi } from '#domain/pqr/api.ts'
import { newCase } from '#test/cases/filed.ts'
import { makeClient, makeContract } from '#test/factory.ts'
import { testApp } from '#test/world.ts'

const t = testApp()

test('TBL-02 PQR-02 los contratos y las PQR se filtran por municipio, entre los que tienen contratos', async () => {
  const company = await t.company()
  const financial = await company.person('financial')
  const client = await makeClient(t.owner, company.id)
  const made = [1, 2, 3].map(() => makeContract(t.owner, company.id, client.id))
  const [first, second, third] = await Promise.all(made)
  await t.owner.query(`update contracts set municipality_code = '05088', city = 'Bello' where id = $1`, [second?.id])
  expect((await financial.call(contractApi.municipalities)).data).toEqual([
    { code: '05088', city: 'Bello', department: 'Antioquia' },
    { code: '05001', city: 'Medellín', department: 'Antioquia' },
  ])
  const numbers = async (municipality_code: string) =>
    (await financial.call(contractApi.list, { query: { municipality_code, sort: 'no_contract' } })).data.map(
      ({ no_contract }) => no_contract,
    )
  expect(await numbers('05088')).toEqual([second?.no_contract])
  expect(new Set(await numbers('05001'))).toEqual(new Set([first?.no_contract, third?.no_contract]))
  expect(await numbers('11001')).toEqual([])
  for (const no_contract of [first?.no_contract, second?.no_contract]) {
    const pqr = { ...newCase(`Sin señal en ${no_contract}`), client_id: client.id, no_contract, channel: 'telefono' }
    await financial.call(pqrApi.create, { body: { pqr } })
  }
  const cases = async (municipality_code: string) =>
    (await financial.call(pqrApi.list, { query: { municipality_code } })).data.map(({ no_contract }) => no_contract)
  expect(await cases('05088')).toEqual([second?.no_contract])
  expect(await cases('05001')).toEqual([first?.no_contract])
})
