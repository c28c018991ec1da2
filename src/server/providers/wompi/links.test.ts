import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SimulatedMerchant } from '#simulators/wompi/rules.ts'
import { type Simulator, startWompiSimulator } from '#simulators/wompi/simulator.ts'
import { type NewPaymentLink, type Outcome, type Wompi, wompiAt } from './client.ts'

const merchant = (name: string): SimulatedMerchant => ({
  name,
  public_key: `pub_test_${name}`,
  private_key: `prv_test_${name}`,
  integrity_secret: `test_integrity_${name}`,
  events_secret: `test_events_${name}`,
  events_url: null,
})

let simulator: Simulator
let wompi: Wompi
beforeAll(async () => {
  simulator = await startWompiSimulator({ merchants: [merchant('uno'), merchant('dos')] })
  wompi = wompiAt(simulator.url, merchant('uno'))
})
afterAll(() => simulator.close())

const valueOf = <T>(outcome: Outcome<T>): T => {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure))
  return outcome.value
}

test('PAY-04 el simulador hace un link de pago solo como dice Wompi, y cada comercio lee los suyos', async () => {
  const link = (changes: Partial<NewPaymentLink> = {}): NewPaymentLink => ({
    name: 'Pago de factura AF-1',
    description: 'Referencia AF-1-0001',
    amount_in_cents: 6_000_000,
    expires_at: new Date(Date.now() + 60_000).toISOString(),
    redirect_url: 'https://portal.example.co/pagos',
    sku: 'AF-1-0001',
    ...changes,
  })
  const refusalOf = async (changes: object): Promise<unknown> => {
    const answer = await wompi.createLink(link(changes))
    return answer.ok ? null : answer.failure.problems[0]?.field
  }
  expect(await refusalOf({ sku: 'x'.repeat(37) })).toBe('sku')
  expect(await refusalOf({ name: '' })).toBe('name')
  expect(await refusalOf({ description: undefined })).toBe('description')
  expect(await refusalOf({ amount_in_cents: 149_999 })).toBe('amount_in_cents')
  expect(await refusalOf({ expires_at: new Date(Date.now() - 1_000).toISOString() })).toBe('expires_at')
  expect(await refusalOf({ expires_at: 'mañana' })).toBe('expires_at')
  expect(await refusalOf({ redirect_url: 'http://portal.example.co/pagos' })).toBe('redirect_url')
  expect(await refusalOf({ reference: 'AF-1' })).not.toBeNull()
  const asPublic = wompiAt(simulator.url, { ...merchant('uno'), private_key: merchant('uno').public_key })
  expect(await asPublic.createLink(link())).toMatchObject({ failure: { kind: 'credentials' } })
  const { id } = valueOf(await wompi.createLink(link()))
  expect(valueOf(await wompi.getLink(id))).toMatchObject({ id, sku: 'AF-1-0001' })
  expect(await wompiAt(simulator.url, merchant('dos')).getLink(id)).toMatchObject({ failure: { kind: 'absent' } })
  const soon = valueOf(await wompi.createLink(link({ expires_at: new Date(Date.now() + 100).toISOString() })))
  const pay = () =>
    fetch(`${simulator.checkoutUrl}/l/${soon.id}`, {
      method: 'POST',
      body: new URLSearchParams({ ending: 'DECLINED' }),
    })
  await expect.poll(async () => (await pay()).status).toBe(422)
})
