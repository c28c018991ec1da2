import { afterEach, expect, test } from 'vitest'
import { portfolioApi } from '#domain/accounting/portfolio-api.ts'
import { addDays, type Day, day } from '#domain/core/days.ts'
import { countReads, openRaw, totalReads } from '#test/cost/reads.ts'
import { charge, type Desk, makeDesk, note, pay, refund, reverse } from '#test/credit-desk.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
afterEach(() => t.setNow(null))

const FIRST = day('2026-11-20')
const DAYS = 12

/** Numbers from 0 to below a limit, the same for the same seed. */
function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

/** Random charges, payments, notes, reversals and refunds, some each day. */
async function live(desk: Desk, random: (below: number) => number): Promise<void> {
  const [invoices, payments]: string[][] = [[], []]
  for (let at = 0; at < DAYS; at += 1) {
    const today = addDays(FIRST, at)
    t.setNow(new Date(`${today}T15:00:00Z`))
    for (let one = 0; one < 2; one += 1) {
      const what = random(6)
      if (what < 2) invoices?.push((await charge(desk, 10_000 + random(90_000))).id)
      else if (what === 3 && invoices?.length) await note(desk, invoices.splice(random(invoices.length), 1)[0] ?? '')
      else if (what === 4 && payments?.length) await reverse(desk, payments[random(payments.length)] ?? '')
      else if (what === 5) await refund(desk, 1_000 + random(5_000), { paid_on: today })
      // Paid some days before it was registered.
      else payments?.push((await pay(desk, 5_000 + random(120_000), { paid_on: addDays(today, -random(3)) })).id)
    }
  }
}

/** What the books have at the end of a day, from every entry: the debt of each invoice, and the credit of the client. */
async function booksOn({ company }: Desk, on: Day) {
  const { rows } = await t.owner.query<{ id: string | null; amount: number }>(
    `select invoice_id as id, sum(receivable)::int as amount from client_movements
     where company_id = $1 and posted_on <= $2 and invoice_id is not null group by invoice_id having sum(receivable) <> 0
     union all select null, coalesce(sum(credit), 0)::int from client_movements where company_id = $1 and posted_on <= $2`,
    [company.id, on],
  )
  const owed = rows.filter(({ id, amount }) => id !== null && amount > 0)
  const credit = rows.reduce((all, { id, amount }) => all + (id === null ? amount : Math.max(0, -amount)), 0)
  return { owed: Object.fromEntries(owed.map(({ id, amount }) => [id, amount])), credit }
}

// First in its file: a small table is read whole, so no other company may have rows yet.
test('RPT-01 la cartera de un día lee una vez lo que se movió después, y los saldos a favor también', async () => {
  t.setNow(new Date(`${FIRST}T15:00:00Z`))
  const desk = await makeDesk(t)
  t.setNow(new Date('2026-11-25T15:00:00Z'))
  const count = 40
  for (let at = 0; at < count; at += 1) await charge(desk, 10_000)
  const raw = await openRaw(t)
  try {
    const journalReads = async (act: () => Promise<unknown>) =>
      totalReads((await countReads(t, raw, act)).reads.filter(({ table }) => table.startsWith('journal')))
    const query = { on: FIRST, page: 1, page_size: 25 }
    // An entry of revenue and one of VAT for each invoice: each is read as an entry of an index and as a row, or as a row.
    const once = count * 2 * 2
    expect(await journalReads(() => desk.financial.call(portfolioApi.list, { query }))).toBeLessThanOrEqual(once)
    expect(await journalReads(() => desk.financial.call(portfolioApi.advances, { query }))).toBeLessThanOrEqual(once)
  } finally {
    await raw.end()
  }
})

test('RPT-01 R2.15 la cartera y los saldos a favor de cada día son los de todos los asientos, tras historias al azar, también por páginas', async () => {
  for (const seed of [11, 23, 47]) {
    t.setNow(new Date(`${FIRST}T15:00:00Z`))
    const desk = await makeDesk(t)
    await live(desk, randomOf(seed))
    for (let at = -1; at < DAYS; at += 1) {
      const on = addDays(FIRST, at)
      const books = await booksOn(desk, on)
      const query = { on, page: 1, page_size: 100 }
      const whole = await desk.financial.call(portfolioApi.list, { query })
      const advances = await desk.financial.call(portfolioApi.advances, { query })
      expect([on, Object.fromEntries(whole.data.map(({ id, balance }) => [id, balance]))]).toEqual([on, books.owed])
      expect([on, whole.meta.total, whole.totals.credit]).toEqual([on, Object.keys(books.owed).length, books.credit])
      expect([on, advances.credit, advances.meta.total]).toEqual([on, books.credit, Number(books.credit !== 0)])
      expect(advances.data.map(({ credit }) => credit)).toEqual(books.credit === 0 ? [] : [books.credit])
      const second = await desk.financial.call(portfolioApi.list, { query: { on, page: 2, page_size: 1 } })
      expect([second.data, second.totals, second.meta.total]).toEqual([
        whole.data.slice(1, 2),
        whole.totals,
        whole.meta.total,
      ])
      const after = await desk.financial.call(portfolioApi.list, { query: { on, page: 99, page_size: 10 } })
      expect([after.data, after.totals]).toEqual([[], whole.totals])
    }
  }
})
