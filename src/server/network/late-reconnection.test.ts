import { afterEach, expect, test } from 'vitest'
import { collectionApi } from '#domain/collections/api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { notificationApi } from '#domain/notifications/api.ts'
import { nine, pay, runAt, statusOf } from '#test/arrears.ts'
import { bill as billMonth } from '#test/billing-desk.ts'
import { deviceDebtors } from '#test/device-debtor.ts'
import { runOrders } from '#test/run-orders.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
const makeDeviceDebtor = deviceDebtors(t)
afterEach(() => t.setNow(null))

/** A debtor whose service was cut on December 16 by a device, whose device may fail then. */
async function makeCut() {
  const { company, admin, network, receiver, debtor, retryAt } = await makeDeviceDebtor()
  await runAt(t, nine('2026-12-11'))
  await runAt(t, nine('2026-12-16'))
  await runOrders(t.world)
  return { company, admin, network, receiver, debtor, retryAt }
}

test('SUS-03 SUS-06 R2.4 quien pagó y sigue cortado en la red conserva su plazo, su alarma y no paga esos días', async () => {
  const { company, admin, network, receiver, debtor, retryAt } = await makeCut()
  const { financial, no_contract } = debtor
  const states = () => [...receiver.services.values()].map(({ desired }) => desired.state)
  const tryOrders = async (day: string, isSilent = true) => {
    if (isSilent) receiver.answer(503)
    await retryAt(nine(day))
    // The database has the clock of the machine.
    await t.owner.query(
      `update network_services set applied_at = $2 where company_id = $1 and applied_state = 'active'`,
      [company.id, nine(day)],
    )
    await runAt(t, nine(day))
  }
  const open = async () => (await financial.call(collectionApi.reconnections, { query: { open: 'true' } })).data
  t.setNow(new Date(nine('2026-12-17')))
  await pay(debtor, 60_000, '2026-12-17')
  await tryOrders('2026-12-17')
  expect([await statusOf(debtor), states()]).toEqual(['active', ['suspended']])
  expect(await open()).toMatchObject([{ no_contract, state: 'on_time', due_on: '2026-12-22', reconnected_at: null }])
  await tryOrders('2026-12-18')
  expect(await open()).toMatchObject([
    { problem: 'El equipo de red no ha reconectado el servicio: revisa sus órdenes' },
  ])
  for (const person of [admin, network, financial])
    expect((await person.call(notificationApi.list)).data.map(({ text }) => text)).toContain(
      `El contrato ${no_contract} pagó y sigue sin servicio: su equipo de red no responde`,
    )
  await tryOrders('2026-12-21')
  await tryOrders('2026-12-23')
  expect(await open()).toMatchObject([{ state: 'late' }])
  const names = await t.events(company.id)
  expect(names.filter((name) => name.startsWith('reconnection.'))).toEqual([
    'reconnection.unserved',
    'reconnection.near',
  ])
  await tryOrders('2026-12-28', false)
  expect([states(), await open()]).toEqual([['active'], []])
  await billMonth(t, debtor, '2026-12')
  const [december] = (await financial.call(invoiceApi.list, { query: { no_contract, period: '2026-12' } })).data
  const { data: invoice } = await financial.call(invoiceApi.get, { params: { id: december?.id ?? '' } })
  // Fifteen days before the cut, and those from the 28th on.
  expect(invoice.lines[0]).toMatchObject({ kind: 'plan', description: expect.stringContaining('(18 de 30 días)') })
})
