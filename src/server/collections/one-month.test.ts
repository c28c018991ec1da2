import { afterEach, expect, test } from 'vitest'
import { clientApi } from '#domain/clients/api.ts'
import { collectionApi } from '#domain/collections/api.ts'
import { contractDefaultsApi } from '#domain/contracts/defaults-api.ts'
import { addDays, day, dayLabel } from '#domain/core/days.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { messageApi } from '#domain/messages/api.ts'
import { outageApi } from '#domain/outages/api.ts'
import { DEFAULTS_OF_DEBTORS, type Debtor, makeDebtor, nine, pay, putPolicy, runAt, statusOf } from '#test/arrears.ts'
import { bill } from '#test/billing-desk.ts'
import { applyOutages } from '#test/outage-work.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
afterEach(() => t.setNow(null))

/** Ten hours without service in the municipality of the debtor. */
async function tenHoursWithout(one: Debtor, on: string): Promise<void> {
  const place = { department: 'Antioquia', city: 'Medellín' }
  const outage = { ...place, cause: 'Corte de la fibra', is_notified: false, started_at: `${on}T12:00:00Z` }
  const { data } = await one.financial.call(outageApi.announce, { body: { outage } })
  await one.financial.call(outageApi.end, { params: { id: data.id }, body: { ended_at: `${on}T22:00:00Z` } })
  await applyOutages(t, one)
}

test('SUS-02 SUS-03 SUS-07 un mes de un cliente: se le recuerda, se le avisa, se corta, paga, vuelve, se le compensa, y su cuenta suma', async () => {
  t.setNow(new Date(nine('2026-11-03')))
  const company = await t.company()
  await putPolicy(t, company.id, { reminder_days: 3 })
  const one = await makeDebtor(t, company, await company.person('financial'))
  const { financial } = one
  await financial.call(contractDefaultsApi.save, { body: { billing_config: DEFAULTS_OF_DEBTORS } })
  await bill(t, one, '2026-11')
  const newest = async () => (await financial.call(invoiceApi.list, { query: {} })).data[0]
  await financial.call(messageApi.sendInvoice, { params: { id: (await newest())?.id ?? '' } })

  // What a person does on a day, after the work of its morning. Payable until November 10; Monday 16 is a holiday.
  const acts: Readonly<Record<string, () => Promise<unknown>>> = {
    '2026-11-06': () => tenHoursWithout(one, '2026-11-05'),
    '2026-11-20': () => pay(one, 60_000, '2026-11-20'),
    '2026-12-03': () => bill(t, one, '2026-12'),
  }
  const story: string[] = []
  let status = 'active'
  t.mails.length = 0
  for (let on = day('2026-11-03'); on <= day('2026-12-03'); on = addDays(on, 1)) {
    await runAt(t, nine(on))
    await acts[on]?.()
    story.push(...t.mails.splice(0).map(({ subject }) => `${on} ${subject}`))
    const now = await statusOf(one)
    if (now !== status) story.push(`${on} ${now}`)
    status = now
  }
  expect(story).toEqual([
    '2026-11-03 Tu factura de noviembre de 2026: $ 60.000,00',
    expect.stringMatching(/^2026-11-07 Tu factura de .* vence el 10 de noviembre de 2026$/),
    `2026-11-11 Tu servicio se puede suspender desde el ${dayLabel(day('2026-11-17'))}`,
    '2026-11-17 Suspendimos tu servicio por falta de pago',
    '2026-11-17 suspended',
    '2026-11-20 active',
    '2026-11-21 Tu servicio está activo otra vez',
  ])
  const reconnections = (await financial.call(collectionApi.reconnections)).data
  expect(reconnections).toMatchObject([{ state: 'done', cause: 'payment', due_on: '2026-11-25' }])

  // In pesos. Without service from 17 to 19: three of the 31 days from October 31 to November 30. Ten of the 720 hours of a month.
  const notServed = Math.floor((60_000 * 3) / 31)
  const compensation = Math.round((60_000 / 720) * 10)
  // The reconnection costs the legal cap, less than what the company wrote.
  const next = 60_000 - compensation + 1_981
  const { lines } = (await financial.call(invoiceApi.get, { params: { id: (await newest())?.id ?? '' } })).data
  expect(lines.map(({ kind, total }) => [kind, total / 100])).toEqual([
    ['plan', 60_000],
    ['compensation', -compensation],
    ['reconnection', 1_981],
  ])
  const { data } = await financial.call(clientApi.statement, { params: { id: one.clientId }, query: {} })
  expect(data.movements.map(({ day: on, kind, balance }) => [on, kind, balance / 100])).toEqual([
    ['2026-11-03', 'factura', 60_000],
    ['2026-11-20', 'pago', 0],
    ['2026-11-20', 'nota_credito', -notServed],
    ['2026-12-03', 'factura', next - notServed],
  ])
  expect(data.closing_balance / 100).toBe(next - notServed)
})
