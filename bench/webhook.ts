import { setTimeout as wait } from 'node:timers/promises'
import pLimit from 'p-limit'
import * as z from 'zod/mini'
import { eventOf } from '#simulators/wompi/events.ts'
import { startWompiSimulator } from '#simulators/wompi/simulator.ts'
import { makePayingCompany, makePendingPayments, PENDING_MERCHANT } from '#test/pending-payments.ts'
import { type BenchEnvironment, withEnvironment } from './environment.ts'

const WARM_UP = { payments: 200, perSecond: 20 }
const STEADY = { payments: 500, perSecond: 50 }
/** More events than can be applied: the queue grows, and the measure is how fast it is emptied. */
const RUSH = { payments: 1_000, perSecond: 400 }
const ANSWER_P99_MAX_MS = 500
const APPLIED_P95_MAX_MS = 1_000
const PER_SECOND_MIN = 200
const ENDPOINT = 'w'.repeat(43)
/** The provider resends an event that was not answered 200. */
const SEND_AGAIN_MS = 1_000
/** How many events it sends at the same time. */
const limited = pLimit(64)

type Event = ReturnType<typeof eventOf>

/**
 * Signed events of one company, each for its own payment: the time until each is answered and until it is applied at fifty a
 * second, and the payments applied a second when more arrive than can be applied. `ratio`: limit divided by figure, of the worst
 * of the three.
 */
export const webhook = () =>
  withEnvironment(async (environment) => {
    const simulator = await startWompiSimulator({ merchants: [PENDING_MERCHANT] })
    try {
      const provider = { WOMPI_TEST_URL: simulator.url }
      const product = z.parse(z.string(), await environment.startProduct(provider).ask())
      await environment.startJob('worker.ts', provider).ask()
      const company = await makePayingCompany(environment.owner, environment.secret, ENDPOINT)
      const count = WARM_UP.payments + STEADY.payments + RUSH.payments
      const transactions = await makePendingPayments(environment.owner, company, count)
      for (const one of transactions) simulator.adopt(one)
      const events = transactions.map((one) => eventOf(PENDING_MERCHANT, one))
      const url = `${product}/api/webhook/wompi/${ENDPOINT}`
      await send(environment, url, events.splice(0, WARM_UP.payments), WARM_UP.perSecond)
      const steady = await send(environment, url, events.splice(0, STEADY.payments), STEADY.perSecond)
      const rush = await send(environment, url, events, RUSH.perSecond)
      const [p99, p95] = [at(steady.answeredMs, 0.99), at(steady.appliedMs, 0.95)]
      const fits = [ANSWER_P99_MAX_MS / p99, APPLIED_P95_MAX_MS / p95, rush.perSecond / PER_SECOND_MIN]
      return {
        bench: 'webhook',
        ratio: Number(Math.min(...fits).toFixed(2)),
        target: 1,
        answered: { p50_ms: at(steady.answeredMs, 0.5), p99_ms: p99, max: ANSWER_P99_MAX_MS, again: steady.again },
        applied: { p50_ms: at(steady.appliedMs, 0.5), p95_ms: p95, max: APPLIED_P95_MAX_MS },
        capacity: { payments_per_s: Math.round(rush.perSecond), min: PER_SECOND_MIN, again: rush.again },
      }
    } finally {
      await simulator.close()
    }
  })

type Sent = { answeredMs: number[]; appliedMs: number[]; perSecond: number; again: number }

/** Sends events at a fixed rate and waits until all are applied. */
async function send(
  { owner }: BenchEnvironment,
  url: string,
  events: readonly Event[],
  perSecond: number,
): Promise<Sent> {
  const { rows } = await owner.query<{ now: Date }>('select clock_timestamp() as now')
  const since = rows[0]?.now
  const start = performance.now()
  let again = 0
  const answeredMs = await Promise.all(
    events.map(async ({ body, headers }, index) => {
      await wait(Math.max(0, start + (index * 1_000) / perSecond - performance.now()))
      const sent = performance.now()
      for (;;) {
        const status = await limited(async () => {
          const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
          await answer.arrayBuffer()
          return answer.status
        })
        if (status === 200) return performance.now() - sent
        if (status !== 503) throw new Error(`an event was answered ${status}`)
        again += 1
        await wait(SEND_AGAIN_MS)
      }
    }),
  )
  for (;;) {
    const { rows: applied } = await owner.query<{ ms: number; at_ms: number }>(
      `select extract(epoch from settled_at - received_at)::float * 1000 as ms, extract(epoch from settled_at - $1)::float * 1000 as at_ms
       from provider_events where outcome = 'applied' and received_at > $1`,
      [since],
    )
    if (applied.length === events.length) {
      const lastMs = Math.max(...applied.map((one) => one.at_ms))
      return { answeredMs, appliedMs: applied.map(({ ms }) => ms), perSecond: (events.length * 1_000) / lastMs, again }
    }
    await wait(200)
  }
}

const at = (values: readonly number[], share: number): number =>
  Math.round(values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0)
