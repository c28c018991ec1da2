import { expect, test } from 'vitest'
import { invoiceApi } from '#domain/invoices/api.ts'
import { searchApi } from '#domain/search/api.ts'
import { makeClient, makeContract } from '#test/factory.ts'
import { type Person, testApp } from '#test/world.ts'

const t = testApp()
const find = async (person: Person, q: string) => (await person.call(searchApi.find, { query: { q } })).data

async function desk() {
  const company = await t.company()
  const client = await makeClient(t.owner, company.id, { identification: '1020345678' })
  await t.owner.query("update clients set first_name = 'José Ángel', last_name = 'Ñustes' where id = $1", [client.id])
  const { no_contract } = await makeContract(t.owner, company.id, client.id)
  return { company, client, no_contract, financial: await company.person('financial') }
}

test('OPS-06 la financiera encuentra por nombre sin acentos, documento, contrato y número de factura', async () => {
  const { financial, client, no_contract } = await desk()
  const lines = [{ kind: 'technical_visit', description: 'Visita', quantity: 1, price: 35_000 }]
  const { data: invoice } = await financial.call(invoiceApi.create, {
    body: { invoice: { no_contract, lines } },
    headers: { 'idempotency-key': 's1' },
  })
  for (const q of ['jose nustes', 'ángel', '1020345678', '1.020.345.678', '1 020 345 678', '20345']) {
    expect((await find(financial, q))[0]).toMatchObject({ kind: 'client', href: `/clients/${client.id}` })
  }
  expect((await find(financial, 'angel')).map(({ kind }) => kind)).toEqual(['client', 'contract'])
  for (const q of [
    no_contract,
    no_contract.toLowerCase().replace('-0', ' 0'),
    String(Number(no_contract.split('-')[1])),
  ])
    expect(await find(financial, q)).toContainEqual(expect.objectContaining({ kind: 'contract', title: no_contract }))
  expect(await find(financial, invoice.number)).toContainEqual(
    expect.objectContaining({ kind: 'invoice', title: invoice.number, href: `/view/invoice/${invoice.id}` }),
  )
})

test('OPS-06 con el número del contrato la financiera encuentra el contrato y a su titular', async () => {
  const { financial, client, no_contract } = await desk()
  const found = await find(financial, no_contract)
  expect(found.map(({ kind, href }) => [kind, href])).toEqual([
    ['contract', `/contracts/detail/${no_contract}`],
    ['client', `/clients/${client.id}`],
  ])
})

test('OPS-06 cada rol encuentra lo que puede abrir, y nada de otra empresa', async () => {
  const { company, client, no_contract, financial } = await desk()
  await desk()
  const [technical, network] = [await company.person('technical'), await company.person('network')]
  for (const person of [technical, network])
    expect((await find(person, 'nustes')).map(({ kind, title }) => [kind, title])).toEqual([['contract', no_contract]])
  expect((await find(financial, 'nustes')).map(({ href }) => href)).toEqual([
    `/clients/${client.id}`,
    `/contracts/detail/${no_contract}`,
  ])
  const admin = await company.person('admin')
  expect(await find(admin, 'nustes')).toEqual([])
  const { username } = technical
  expect((await find(admin, username)).map(({ kind }) => kind)).toEqual(['user'])
  const superadmin = await company.person('superadmin')
  expect((await find(superadmin, 'nustes')).length).toBe(0)
  const { rows } = await t.owner.query<{ nit: string }>('select nit from companies where id = $1', [company.id])
  const companies = await find(superadmin, rows[0]?.nit ?? '')
  expect(companies.map(({ kind, href }) => [kind, href])).toEqual([['company', `/companies/${company.id}`]])
})

test('OPS-06 con dos letras no se encuentra a nadie, y los comodines son letras', async () => {
  const { financial } = await desk()
  expect(await find(financial, 'jo')).toEqual([])
  expect(await find(financial, '%%%')).toEqual([])
  expect(await find(financial, "'; select 1 --")).toEqual([])
  const wrong = await financial.ask(searchApi.find, { query: { q: ' ' } })
  expect([wrong.status, wrong.text.includes('Escribe qué buscas')]).toEqual([400, true])
})
