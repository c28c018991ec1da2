import { afterEach, expect, test } from 'vitest'
import { contractApi } from '#domain/contracts/api.ts'
import { contractDefaultsApi } from '#domain/contracts/defaults-api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { networkApi } from '#domain/network/api.ts'
import { applyDueChanges } from '#server/contracts/jobs.ts'
import { bill, DEFAULTS_OF_DEBTORS, nine, pay, runAt, statusOf } from '#test/arrears.ts'
import { bill as billMonth } from '#test/billing-desk.ts'
import { deviceDebtors } from '#test/device-debtor.ts'
import { makeReport } from '#test/reporting.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
const makeDeviceDebtor = deviceDebtors(t)
afterEach(() => t.setNow(null))

/** A debtor whose contract is suspended on December 16 and ends on December 30. `isCut`: its device was there to cut it. */
async function makeRetiring({ isCut }: { isCut: boolean }) {
  const { company, debtor, params, network, receiver, retryAt } = await makeDeviceDebtor()
  // A reconnection has a price.
  await debtor.financial.call(contractDefaultsApi.save, { body: { billing_config: DEFAULTS_OF_DEBTORS } })
  await runAt(t, nine('2026-12-11'))
  await runAt(t, nine('2026-12-16'))
  const tryOrders = async (at: string, isSilent: boolean) => {
    if (isSilent) receiver.answer(503)
    await retryAt(at)
    const orders = (await network.call(networkApi.orders)).data.map(({ action, state }) => `${action} ${state}`)
    return { orders, state: [...receiver.services.values()][0]?.desired.state }
  }
  await tryOrders(nine('2026-12-16'), !isCut)
  const retire = async () => {
    const body = { requested_on: '2026-12-14' as never, reason: 'Se va del país' }
    await debtor.financial.call(contractApi.terminate, { params, body })
  }
  const invoicedLines = async () => {
    await billMonth(t, debtor, '2026-12')
    const { data: invoices } = await debtor.financial.call(invoiceApi.list, { query: { no_contract: params.no } })
    const read = invoices.map(({ id }) => debtor.financial.call(invoiceApi.get, { params: { id } }))
    return (await Promise.all(read)).flatMap(({ data: one }) =>
      one.lines.map(({ kind, description }) => `${kind} ${description}`),
    )
  }
  return { ...debtor, company, receiver, tryOrders, retire, invoicedLines }
}

test('SUS-06 R2.5 el corte que espera a un equipo sin respuesta no se hace después del retiro: al volver solo se quita el servicio, y no se cobra reconexión', async () => {
  const one = await makeRetiring({ isCut: false })
  expect(await statusOf(one)).toBe('suspended')
  await one.retire()
  t.setNow(new Date('2026-12-31T16:00:00Z'))
  await applyDueChanges(t.world)
  expect(await statusOf(one)).toBe('terminated')
  expect(await one.tryOrders('2026-12-31T16:10:00Z', true)).toMatchObject({ state: 'active' })
  const before = one.receiver.statuses.length
  const after = await one.tryOrders('2027-01-04T16:00:00Z', false)
  expect(after).toEqual({ orders: ['remove done', 'suspend superseded', 'create done'], state: 'absent' })
  expect(one.receiver.statuses.length - before).toBe(1)
  await runAt(t, '2027-01-04T16:05:00Z')
  expect(await one.tryOrders('2027-01-05T16:00:00Z', false)).toEqual(after)
  expect(one.receiver.statuses.length - before).toBe(1)
  // The fifteen days before the cut.
  expect(await one.invoicedLines()).toEqual(['plan Hogar 100 (15 de 30 días)', 'technical_visit Visita'])
})

test('SUS-03 SUS-06 R2.6 a quien pagó y se retiró sin que su equipo lo reconectara no se le cobran los días sin servicio ni la reconexión, y no se le dice que volvió', async () => {
  const one = await makeRetiring({ isCut: true })
  t.setNow(new Date(nine('2026-12-17')))
  await pay(one, 60_000, '2026-12-17')
  expect(await statusOf(one)).toBe('active')
  expect(await one.tryOrders('2026-12-17T16:00:00Z', true)).toMatchObject({ state: 'suspended' })
  await one.retire()
  t.setNow(new Date('2026-12-31T16:00:00Z'))
  await applyDueChanges(t.world)
  const after = await one.tryOrders('2027-01-04T16:00:00Z', false)
  expect(after).toEqual({
    orders: ['remove done', 'reconnect superseded', 'suspend done', 'create done'],
    state: 'absent',
  })
  await runAt(t, '2027-01-04T16:05:00Z')
  expect(t.mails.filter(({ subject }) => subject === 'Tu servicio está activo otra vez')).toEqual([])
  // The fifteen days before the cut: it had no service on those after its payment (R2.6).
  expect(await one.invoicedLines()).toEqual(['plan Hogar 100 (15 de 30 días)', 'technical_visit Visita'])
})

test('SUS-06 R2.6 el acta de retiro no devuelve al cobro los días sin servicio de antes: la reconexión no se hizo', async () => {
  const one = await makeRetiring({ isCut: true })
  t.setNow(new Date(nine('2026-12-17')))
  await pay(one, 60_000, '2026-12-17')
  await one.tryOrders('2026-12-17T16:00:00Z', true)
  await one.retire()
  t.setNow(new Date(nine('2026-12-28')))
  const technical = await one.company.person('technical')
  await makeReport(t, technical, one.no_contract, {
    type_order_job: 'retiro',
    start_time: '2026-12-27T14:00:00Z',
    end_time: '2026-12-27T15:00:00Z',
  })
  await runAt(t, nine('2026-12-28'))
  t.setNow(new Date('2026-12-31T16:00:00Z'))
  await applyDueChanges(t.world)
  await runAt(t, '2026-12-31T18:00:00Z')
  expect(await one.invoicedLines()).toEqual(['plan Hogar 100 (15 de 30 días)', 'technical_visit Visita'])
})

test('SUS-06 R2.5 R2.6 los días sin servicio hasta otro corte tampoco se cobran, y se cobra solo la reconexión que se hizo', async () => {
  const { debtor, params, payWithoutReconnection } = await makeDeviceDebtor()
  await debtor.financial.call(contractDefaultsApi.save, { body: { billing_config: DEFAULTS_OF_DEBTORS } })
  await payWithoutReconnection()
  await billMonth(t, debtor, '2026-12')
  await bill(debtor)
  for (const on of ['2027-01-13', '2027-01-18']) {
    t.setNow(new Date(nine(on)))
    await runAt(t, nine(on))
  }
  expect(await statusOf(debtor)).toBe('suspended')
  await runAt(t, '2027-01-18T16:00:00Z')
  const { rows } = await t.owner.query<{ from_on: string; to_on: string | null }>(
    'select from_on::text, to_on::text from suspension_intervals where contract_id = $1 order by from_on',
    [debtor.contractId],
  )
  expect(rows).toMatchObject([
    { from_on: '2026-12-16', to_on: '2026-12-16' },
    { from_on: '2026-12-17', to_on: '2027-01-17' },
    { from_on: '2027-01-18', to_on: null },
  ])
  const { data: invoices } = await debtor.financial.call(invoiceApi.list, { query: { no_contract: params.no } })
  const read = await Promise.all(invoices.map(({ id }) => debtor.financial.call(invoiceApi.get, { params: { id } })))
  const billed = read.map(({ data }) => data).find(({ period, kind }) => kind === 'period' && period === '2026-12')
  const concepts = billed?.credit_notes.map(({ concept }) => concept) ?? []
  expect(concepts).toContain('Reconexión que la red no alcanzó a hacer')
})
