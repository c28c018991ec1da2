import { afterEach, expect, test } from 'vitest'
import { contractApi } from '#domain/contracts/api.ts'
import { contractDefaultsApi } from '#domain/contracts/defaults-api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { applyDueChanges } from '#server/contracts/jobs.ts'
import { bill, DEFAULTS_OF_DEBTORS, nine, pay, runAt, statusOf } from '#test/arrears.ts'
import { bill as billMonth } from '#test/billing-desk.ts'
import { newKey } from '#test/cases/billed.ts'
import { deviceDebtors } from '#test/device-debtor.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
const makeDeviceDebtor = deviceDebtors(t)
afterEach(() => t.setNow(null))

/** A debtor that is cut on December 16 by its device, in a company whose reconnection has a price. */
async function makeCut(
  policy: Parameters<typeof makeDeviceDebtor>[0] = {},
  before?: (one: Awaited<ReturnType<typeof makeDeviceDebtor>>) => Promise<unknown>,
) {
  const one = await makeDeviceDebtor(policy)
  const { debtor, params, company, retryAt } = one
  await before?.(one)
  await debtor.financial.call(contractDefaultsApi.save, { body: { billing_config: DEFAULTS_OF_DEBTORS } })
  await runAt(t, nine('2026-12-11'))
  await runAt(t, nine('2026-12-16'))
  await retryAt(nine('2026-12-16'))
  const rowsOf = async (text: string) => (await t.owner.query<Record<string, unknown>>(text, [debtor.contractId])).rows
  const charges = async () =>
    (await rowsOf('select price::int from pending_charges where contract_id = $1 order by id')).map(
      ({ price }) => price,
    )
  const stops = async () =>
    (
      await rowsOf(
        'select from_on::text, to_on::text from suspension_intervals where contract_id = $1 order by from_on',
      )
    ).map(({ from_on, to_on }) => [from_on, to_on])
  /** The device carries out what waits at an instant, and the reconnection is looked at. */
  const serveAt = async (at: string) => {
    await retryAt(at)
    await t.owner.query('update network_services set applied_at = $2 where company_id = $1', [company.id, at])
    await runAt(t, new Date(Date.parse(at) + 300_000).toISOString())
  }
  const reconnection = (price: number) =>
    debtor.financial.ask(invoiceApi.create, {
      body: {
        invoice: {
          no_contract: params.no,
          lines: [{ kind: 'reconnection', description: 'Reconexión', quantity: 1, price }],
        },
      },
      headers: newKey(),
    })
  /** Another invoice, which stays unpaid, and the cut for it on January 18. */
  const cutAgain = async () => {
    await bill(debtor)
    for (const on of ['2027-01-13', '2027-01-18']) await runAt(t, nine(on))
    await runAt(t, '2027-01-18T16:00:00Z')
    expect(await statusOf(debtor)).toBe('suspended')
  }
  return { ...one, charges, stops, serveAt, reconnection, cutAgain }
}

test('SUS-03 PLN-07 quien paga el corte durante una pausa paga la reconexión que se le dijo', async () => {
  const { debtor, retryAt, charges } = await makeCut({}, ({ debtor: { financial }, params }) =>
    financial.call(contractApi.pause, { params, body: { from: '2026-12-31', months: 1 } }),
  )
  t.setNow(new Date('2026-12-31T05:30:00Z'))
  await applyDueChanges(t.world)
  t.setNow(new Date(nine('2027-01-12')))
  await pay(debtor, 60_000, '2027-01-12')
  expect([await statusOf(debtor), (await charges()).length]).toEqual(['suspended', 1])
  await retryAt('2027-01-12T14:10:00Z')
  await runAt(t, '2027-01-12T14:20:00Z')
  expect((await charges()).length).toBe(1)
})

test('SUS-06 R2.5 la reconexión que la oficina cobró un día antes y la red no hizo se devuelve', async () => {
  const { debtor, receiver, retryAt, stops, reconnection, cutAgain } = await makeCut()
  t.setNow(new Date(nine('2026-12-17')))
  const { json } = await reconnection(1_900)
  const { id, total } = (json as { data: { id: string; total: number } }).data
  t.setNow(new Date(nine('2026-12-18')))
  await pay(debtor, 60_000 + total, '2026-12-18')
  receiver.answer(503)
  await retryAt('2026-12-18T16:00:00Z')
  await cutAgain()
  expect(await stops()).toEqual([
    ['2026-12-16', '2026-12-17'],
    ['2026-12-18', '2027-01-17'],
    ['2027-01-18', null],
  ])
  const { data } = await debtor.financial.call(invoiceApi.get, { params: { id } })
  expect(data.credit_notes.map(({ concept }) => concept)).toEqual(['Reconexión que la red no alcanzó a hacer'])
})

test('SUS-06 R2.5 R2.6 lo que una persona reconectó antes de la medianoche cuenta desde su día', async () => {
  const { debtor, params, receiver, retryAt, charges, stops, cutAgain } = await makeCut({ reconnects: false })
  t.setNow(new Date(nine('2026-12-18')))
  await pay(debtor, 60_000, '2026-12-18')
  await runAt(t, '2026-12-18T14:01:00Z')
  receiver.answer(503)
  t.setNow(new Date('2026-12-19T04:59:50Z'))
  await debtor.financial.call(contractApi.reconnect, { params })
  await runAt(t, '2026-12-19T05:00:10Z')
  await retryAt('2026-12-19T06:00:00Z')
  await cutAgain()
  expect(await stops()).toEqual([
    ['2026-12-16', '2026-12-17'],
    ['2026-12-18', '2027-01-17'],
    ['2027-01-18', null],
  ])
  expect(await charges()).toEqual([])
})

test('SUS-06 R2.5 los días de una reconexión tardía no son otro corte: no se cobra otra reconexión por ellos, ni después de un reverso', async () => {
  const { debtor, receiver, retryAt, charges, serveAt, reconnection } = await makeCut()
  t.setNow(new Date(nine('2026-12-18')))
  const payment = {
    client_id: debtor.clientId,
    amount: 60_000,
    method: 'transferencia' as const,
    paid_on: '2026-12-18',
  }
  const { data } = await debtor.financial.call(manualPaymentApi.create, { body: { payment }, headers: newKey() })
  receiver.answer(503)
  await retryAt('2026-12-18T16:00:00Z')
  await serveAt('2026-12-21T16:00:00Z')
  expect((await charges()).length).toBe(1)
  t.setNow(new Date(nine('2026-12-22')))
  expect((await reconnection(1_900)).status).toBe(422)
  const body = { reason: 'Cheque devuelto' }
  await debtor.financial.call(manualPaymentApi.reverse, { params: { id: data.id }, body, headers: newKey() })
  for (const on of ['2026-12-22', '2026-12-28', '2026-12-29']) await runAt(t, nine(on))
  expect(await statusOf(debtor)).toBe('suspended')
  t.setNow(new Date(nine('2027-01-04')))
  await pay(debtor, 60_000, '2027-01-04')
  expect([await statusOf(debtor), (await charges()).length]).toEqual(['active', 1])
})

test('SUS-02 SUS-06 la reconexión de la que no queda nada por devolver no detiene las decisiones de la empresa', async () => {
  const { debtor, company, receiver, retryAt, stops } = await makeCut()
  await t.owner.query('update contracts set stratum = 5 where id = $1', [debtor.contractId])
  t.setNow(new Date(nine('2027-01-01')))
  await pay(debtor, 60_000, '2027-01-01')
  receiver.answer(503)
  await retryAt('2027-01-01T16:00:00Z')
  await t.owner.query(
    `insert into pending_charges (company_id, contract_id, kind, description, price, compensates, occurred_on)
     values ($1, $2, 'compensation', 'Compensación de noviembre', -600000, '2026-11', '2026-11-30')`,
    [company.id, debtor.contractId],
  )
  await billMonth(t, debtor, '2027-01')
  await bill(debtor)
  for (const on of ['2027-01-27', '2027-02-01', '2027-02-02']) await runAt(t, nine(on))
  expect(await stops()).toEqual([
    ['2026-12-16', '2026-12-31'],
    ['2027-01-01', '2027-01-31'],
    ['2027-02-01', null],
  ])
  const { rows } = await t.owner.query<{ on_day: string }>(
    'select on_day::text from collection_runs where company_id = $1 order by on_day desc limit 1',
    [company.id],
  )
  expect(rows).toEqual([{ on_day: '2027-02-02' }])
})
