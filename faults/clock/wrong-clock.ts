import { randomUUID } from 'node:crypto'
import { renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { addMonths, dayOf } from '#domain/core/days.ts'
import { compareRuns, makeBilling, startRun, untilRun } from '../crash/invoicing.ts'
import { openDesk, send } from '../desk.ts'
import type { Fault } from '../fault.ts'
import { type Machine, withMachine } from '../machine.ts'

const CHILD = path.resolve(import.meta.dirname, 'clock-child.ts')
const HOUR_MS = 3_600_000
const YEAR_MS = 365 * 24 * HOUR_MS
const STEPS = [
  ['an hour ahead', HOUR_MS],
  ['an hour behind', -HOUR_MS],
  ['a year ahead', YEAR_MS],
  ['a year behind', -YEAR_MS],
] as const
const CONTRACTS = 2_000

/**
 * F10: the clock of the processes themselves, of an API and a worker, goes an hour and a year ahead and behind during a run, and comes back.
 * Expected: while it is wrong a run, an invoice and a payment are answered 503 and leave nothing; the run that was under way bills each
 * contract once; nothing has a day that is not the database's; and all is answered again when the clock is right.
 */
export const wrongClock: Fault = {
  name: 'F10',
  set: 'clock',
  title: 'the clock of the processes an hour and a year ahead and behind',
  run: ({ rounds }) =>
    withMachine(async (machine) => {
      const file = path.join(machine.dataDir, 'clock')
      const setAhead = (ms: number): void => {
        writeFileSync(`${file}.new`, String(ms))
        renameSync(`${file}.new`, file)
      }
      setAhead(0)
      const env = { CLOCK_FILE: file, NODE_OPTIONS: `--import ${CHILD}` }
      const api = await machine.start('api', env)
      await machine.start('work', env)
      const desk = await openDesk(machine, api.url(), 2)
      const billing = await makeBilling(machine, CONTRACTS)
      const { rows: before } = await machine.owner.query('select id from payments')
      const problems: string[] = []
      const steps = Array.from({ length: rounds ?? 1 }, () => STEPS).flat()
      const acknowledged = new Set<string>()
      const backMs: number[] = []
      for (const [turn, [name, ms]] of steps.entries()) {
        const period = addMonths(dayOf(new Date()), -turn).slice(0, 7)
        const run = await startRun(() => api.url(), billing, period)
        await untilRun(machine.owner, run, ({ created, status }) => created > 0 || status === 'done')
        setAhead(ms)
        const key = randomUUID()
        const body = {
          payment: { client_id: desk.clients[0], amount: 1_000, method: 'efectivo', paid_on: dayOf(new Date()) },
        }
        const pay = () => send(`${api.url()}/api/payment/manual`, { token: desk.token, key, body })
        const start = () => send(`${api.url()}/api/invoice/massive`, { token: billing.token, body: { period } })
        problems.push(...(await listAccepted(name, { payment: pay, run: start })))
        setAhead(0)
        const began = performance.now()
        if (await untilPaid(pay)) acknowledged.add(key)
        backMs.push(performance.now() - began)
        await untilRun(machine.owner, run, ({ status }) => status === 'done')
      }
      const counts = await compareRuns(machine.owner, billing, steps.length)
      const { rows: after } = await machine.owner.query('select id from payments')
      const paid = after.length - before.length
      return {
        times: steps.length,
        lost: counts.lost + Math.max(0, acknowledged.size - paid),
        twice: counts.twice + Math.max(0, paid - acknowledged.size),
        recoveredMs: Math.max(...backMs),
        problems: [
          ...problems,
          ...counts.problems,
          ...(await listOtherDays(machine)),
          ...(await machine.listProblems()),
        ],
        late: [],
        note: `${steps.length * CONTRACTS} invoices; ${paid} payments`,
      }
    }),
}

/** What a process with a wrong clock answers with anything but 503. */
async function listAccepted(
  name: string,
  asks: Readonly<Record<string, () => ReturnType<typeof send>>>,
): Promise<string[]> {
  const found: string[] = []
  for (const [what, ask] of Object.entries(asks)) {
    const { status, retryAfter } = await ask()
    if (status !== 503 || retryAfter === null) found.push(`${name}, a ${what} was answered ${status}`)
  }
  return found
}

async function untilPaid(pay: () => ReturnType<typeof send>): Promise<boolean> {
  for (let tries = 0; tries < 100; tries += 1) {
    if ((await pay()).status === 201) return true
    await wait(100)
  }
  return false
}

/** Documents with a day that is not the database's today, in Colombia. */
async function listOtherDays({ owner }: Machine): Promise<string[]> {
  const { rows } = await owner.query<{ what: string; on: string; count: number }>(
    `select what, on_day::text as on, count(*)::int as count from (
       select 'invoices' as what, issued_on as on_day from invoices union all select 'entries', posted_on from journal
     ) d where on_day not between (now() at time zone 'America/Bogota')::date - 1 and (now() at time zone 'America/Bogota')::date
     group by 1, 2`,
  )
  return rows.map(({ what, on, count }) => `${count} ${what} of ${on}`)
}
