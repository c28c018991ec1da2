import * as fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addDays, type Day, day } from '#domain/core/days.ts'
import { type Money, money } from '#domain/core/money.ts'
import { overdueOf, payableOf } from '#domain/invoices/invoice.ts'
import { inTransaction } from '#server/core/tx.ts'
import { testApp } from '#test/world.ts'
import { notOverduePart, OVERDUE_SINCE, overduePart } from './overdue.ts'

const t = testApp()
const TODAY = day('2026-11-20')

const nearDay = fc.integer({ min: -3, max: 3 }).map((days) => addDays(TODAY, days))
const amount = (max: number) => fc.integer({ min: 0, max }).map(money)

/** An open invoice within the constraints of its table. */
const invoice = fc
  .integer({ min: 1, max: 6 })
  .chain((balance) =>
    fc.record({
      balance: fc.constant(money(balance)),
      disputed_amount: amount(balance),
      last_payable_on: nearDay,
      extended_amount: amount(8),
      extended_to_on: fc.option(nearDay, { nil: null }),
      agreed_to_on: fc.option(nearDay, { nil: null, freq: 2 }),
    }),
  )
  .map((one) => (one.extended_to_on === null ? { ...one, extended_amount: money(0) } : one))

test('INV-09 INV-11 lo vencido que suma la base de datos es lo de cada factura, con prórroga y con reclamo', async () => {
  const invoices = fc.sample(invoice, 2_000)
  const { id } = await t.company()
  const scope = { companyId: id, actorId: null, actorName: 'Prueba', actorRole: 'financial', ip: null, requestId: null }
  const rows = await inTransaction(t.world.pool, 'enlace_app', scope, async (tx) => {
    const found = await sql<{ overdue: Money; current: Money; since: Day }>`
      select ${overduePart(TODAY)}::bigint as overdue, ${notOverduePart(TODAY)}::bigint as current, ${OVERDUE_SINCE} as since
      from jsonb_to_recordset(${JSON.stringify(invoices)}::jsonb) as i (balance bigint, disputed_amount bigint, last_payable_on date,
        extended_amount bigint, extended_to_on date, agreed_to_on date)`.execute(tx)
    return found.rows
  })
  expect(rows).toHaveLength(invoices.length)
  for (const [at, one] of invoices.entries()) {
    const overdue = overdueOf(one, TODAY)
    const isPartOpen = payableOf(one) > one.extended_amount
    const extendedTo = one.extended_to_on ?? one.last_payable_on
    const since = isPartOpen || extendedTo < one.last_payable_on ? one.last_payable_on : extendedTo
    expect({ one, ...rows[at] }).toEqual({ one, overdue, current: payableOf(one) - overdue, since })
  }
})
