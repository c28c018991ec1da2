import { afterEach, expect, test } from 'vitest'
import { clientApi } from '#domain/clients/api.ts'
import { collectionApi } from '#domain/collections/api.ts'
import { type Debtor, makeDebtor, nine, putPolicy, runAt, statusOf } from '#test/arrears.ts'
import { bill } from '#test/billing-desk.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
afterEach(() => t.setNow(null))

/** A client whose invoice of November was issued with an email, or without one. */
async function makeBilled(email: string | null): Promise<Debtor> {
  t.setNow(new Date(nine('2026-11-20')))
  const company = await t.company()
  await putPolicy(t, company.id)
  const one = await makeDebtor(t, company, await company.person('financial'), { email })
  await bill(t, one, '2026-11')
  return one
}

const reasonOn = async ({ financial }: Debtor, on: string) =>
  (await financial.call(collectionApi.preview, { query: { on } })).data.map(({ reason }) => reason)

test('SUS-02 SUS-03 escribir el correo de un cliente cortado no lo reconecta ni libra su factura de papel', async () => {
  const one = await makeBilled(null)
  t.setNow(new Date(nine('2026-12-11')))
  const notice = { no_contract: one.no_contract, channel: 'paper' as const, given_on: '2026-12-11' }
  await one.financial.call(collectionApi.notice, { body: { notice } })
  await runAt(t, nine('2026-12-16'))
  expect(await statusOf(one)).toBe('suspended')
  t.setNow(new Date(nine('2026-12-18')))
  const params = { id: one.clientId }
  await one.financial.call(clientApi.update, { params, body: { client: { email: 'nuevo@correo.test' } } })
  await runAt(t, nine('2026-12-18'))
  expect(await statusOf(one)).toBe('suspended')
})

test('SUS-02 quitar el correo de un cliente no hace contar una factura que por correo nunca le llegó', async () => {
  const one = await makeBilled('yenny@correo.test')
  await t.owner.query(`update messages set status = 'failed' where company_id = $1`, [one.company.id])
  t.setNow(new Date(nine('2026-12-14')))
  expect(await reasonOn(one, '2026-12-16')).toEqual(['not_sent'])
  await t.owner.query('update clients set email = null where id = $1', [one.clientId])
  expect(await reasonOn(one, '2026-12-16')).toEqual(['not_sent'])
})
