import * as fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { promiseApi } from '#domain/collections/promise-api.ts'
import { addBusinessDays, isHoliday } from '#domain/core/calendar.ts'
import { addDays, type Day, dayOf, weekdayOf } from '#domain/core/days.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { outageApi } from '#domain/outages/api.ts'
import type { World } from '#server/core/context.ts'
import { sendDue } from '#server/messages/outbox.ts'
import { bill, type Debtor, makeDebtor, pay, putPolicy, statusOf } from '#test/arrears.ts'
import { testApp } from '#test/world.ts'
import { runCollections } from './run.ts'

// MODEL_SEQUENCES: how many sequences of months; MODEL_SEED: of the first one. `MODEL_SEQUENCES=100 MODEL_SEED=1` runs others.
const SEQUENCES = Number(process.env['MODEL_SEQUENCES'] ?? 6)
const SEED = Number(process.env['MODEL_SEED'] ?? 20_261_122)
const SEQUENCE_MAX_MS = 50_000

const t = testApp()
afterEach(() => t.setNow(null))

/** One step of some months of a company with two debtors. `who`: 0 or 1; `hours`: how far the clock moves before it. */
const Step = fc.record({
  hours: fc.integer({ min: 1, max: 60 }),
  who: fc.constantFrom(0, 1),
  what: fc.constantFrom(
    'tick',
    'tick',
    'tick',
    'two',
    'kill',
    'pay',
    'part',
    'bill',
    'claim',
    'promise',
    'off',
    'company',
    'outage',
  ),
})
type Step = typeof Step extends fc.Arbitrary<infer One> ? One : never

/** What the test knows by itself, without the code under test. */
type Known = { now: Date; dayOff: Day | null; isActive: boolean; promised: Map<string, Day>; cuts: number }

/** What may still be charged of a contract on a day, from the invoices alone. */
async function owedOn({ contractId }: Debtor, on: Day): Promise<number> {
  const { rows } = await t.owner.query<{ owed: number }>(
    `select coalesce(sum(balance - disputed_amount), 0)::float8 as owed from invoices where contract_id = $1 and last_payable_on < $2`,
    [contractId, on],
  )
  return rows[0]?.owed ?? 0
}

/** Fails unless each new cut was allowed on its day, and every service that is cut owes something. */
async function check(known: Known, debtors: readonly Debtor[], payableBefore: readonly number[]): Promise<void> {
  const on = dayOf(known.now)
  const { rows } = await t.owner.query<{ entity_id: string }>(
    `select entity_id from events where name = 'contract.suspended' and company_id = $1 order by id offset $2`,
    [debtors[0]?.company.id, known.cuts],
  )
  for (const { entity_id } of rows) {
    const index = debtors.findIndex(({ contractId }) => contractId === entity_id)
    const found = { on, debt: payableBefore[index], ...(await lastNotice(debtors[index])) }
    expect(found.debt, 'a cut without the minimum debt').toBeGreaterThanOrEqual(1_000_000)
    const isDayOff = isHoliday(on) || isHoliday(addDays(on, 1)) || [0, 6].includes(weekdayOf(on))
    expect([on, isDayOff, known.dayOff === on || known.dayOff === addDays(on, 1)]).toEqual([on, false, false])
    const hour = (known.now.getUTCHours() + 19) % 24
    expect([hour >= 8 && hour < 16, known.isActive]).toEqual([true, true])
    expect((known.promised.get(entity_id) ?? '2000-01-01') < on).toBe(true)
    expect(found.notified && addBusinessDays(found.notified, 2) < on, `notice ${found.notified}, cut ${on}`).toBe(true)
  }
  known.cuts += rows.length
  for (const one of debtors) {
    if ((await statusOf(one)) === 'suspended') expect(await owedOn(one, on), 'cut without debt').toBeGreaterThan(0)
  }
}

async function lastNotice(one: Debtor | undefined): Promise<{ notified: Day | null }> {
  const { rows } = await t.owner.query<{ sent_at: Date }>(
    `select sent_at from messages where client_id = $1 and kind = 'suspension' and dedupe like 'notice:%' and status = 'sent'
     order by sent_at desc limit 1`,
    [one?.clientId],
  )
  return { notified: rows[0] ? dayOf(rows[0].sent_at) : null }
}

/** The world of a process that is killed at one of its readings of the clock. */
function crashingWorld(killedAt: number): World {
  let reads = 0
  return {
    ...t.world,
    clock: () => {
      reads += 1
      if (reads >= killedAt) throw new Error('killed')
      return t.world.clock()
    },
  }
}

async function act(step: Step, known: Known, debtors: readonly Debtor[]): Promise<void> {
  const one = debtors[step.who]
  if (!one) return
  const on = dayOf(known.now)
  const owed = await owedOn(one, addDays(on, 400))
  switch (step.what) {
    case 'two':
      await Promise.all([runCollections(t.world), runCollections(t.world)])
      break
    case 'kill':
      await runCollections(crashingWorld(1 + (step.hours % 6))).catch(() => undefined)
      break
    case 'pay':
      if (owed > 0) await pay(one, owed / 100, on)
      expect(await statusOf(one)).toBe('active')
      known.promised.delete(one.contractId)
      break
    case 'part':
      if (owed > 2_000) await pay(one, 20, on)
      break
    case 'bill':
      await bill(one, 30_000)
      break
    case 'claim':
      await claim(one)
      break
    case 'promise': {
      const until_on = addDays(on, 3)
      const promise = { no_contract: one.no_contract, until_on }
      const { status } = await one.financial.ask(promiseApi.promise, { body: { promise } })
      if (status === 201) known.promised.set(one.contractId, until_on)
      break
    }
    case 'off':
      known.dayOff = on
      await putPolicy(t, one.company.id, { days_off: [on] })
      break
    case 'outage':
      await outage(one, known.now)
      break
    case 'company':
      known.isActive = !known.isActive
      await t.owner.query('update companies set status = $2 where id = $1', [
        one.company.id,
        known.isActive ? 'active' : 'suspended',
      ])
      break
    default:
      await runCollections(t.world)
  }
}

/** An outage of the municipality of both debtors that began six hours ago; one that is open ends. */
async function outage({ financial }: Debtor, now: Date): Promise<void> {
  const { data } = await financial.call(outageApi.list, { query: { state: 'open' } })
  const [open] = data
  if (open) {
    await financial.ask(outageApi.end, { params: { id: open.id }, body: { ended_at: now.toISOString() } })
    return
  }
  const place = { department: 'Antioquia', city: 'Medellín', cause: 'Corte de la fibra', is_notified: false }
  const started_at = new Date(now.getTime() - 6 * 3_600_000).toISOString()
  await financial.ask(outageApi.announce, { body: { outage: { ...place, started_at } } })
}

/** Claims all of the newest open invoice. */
async function claim(one: Debtor): Promise<void> {
  const { rows } = await t.owner.query<{ id: string; balance: number }>(
    `select id, balance::float8 as balance from invoices where contract_id = $1 and balance > 0 and disputed_amount = 0 order by id desc limit 1`,
    [one.contractId],
  )
  const [invoice] = rows
  if (!invoice) return
  const body = { amount: invoice.balance / 100, reason: 'No la reconoce' }
  await one.financial.ask(invoiceApi.dispute, { params: { id: invoice.id }, body })
}

test(
  'SUS-02 en meses al azar de pagos, reclamos, promesas, fallas, días libres y procesos que se caen, no se corta a quien no se debe y nadie que pagó sigue cortado',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(Step, { minLength: 30, maxLength: 60 }), async (steps) => {
        const known: Known = {
          now: new Date('2026-11-20T14:00:00Z'),
          dayOff: null,
          isActive: true,
          promised: new Map(),
          cuts: 0,
        }
        t.setNow(known.now)
        const company = await t.company()
        await putPolicy(t, company.id, { minimum_debt: 1_000_000 as never, overdue_days: 2 })
        const financial = await company.person('financial')
        const debtors = [await makeDebtor(t, company, financial), await makeDebtor(t, company, financial)]
        for (const one of debtors) await bill(one, 30_000)
        // The invoices can be paid until December 10.
        known.now = new Date('2026-12-10T14:00:00Z')
        for (const step of steps) {
          known.now = new Date(known.now.getTime() + step.hours * 3_600_000)
          t.setNow(known.now)
          // A suspended company's people cannot enter.
          if (!known.isActive && !['tick', 'two', 'kill', 'company'].includes(step.what)) continue
          const before = await Promise.all(debtors.map((one) => owedOn(one, dayOf(known.now))))
          await act(step, known, debtors)
          await sendDue(t.world)
          if (!known.isActive) continue
          await runCollections(t.world)
          await check(known, debtors, before)
        }
        await t.owner.query("update companies set status = 'active' where id = $1", [company.id])
      }),
      { numRuns: SEQUENCES, seed: SEED },
    )
  },
  SEQUENCES * SEQUENCE_MAX_MS,
)
