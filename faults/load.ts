import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Pool } from 'pg'
import * as z from 'zod/mini'
import { dayOf } from '#domain/core/days.ts'
import { type Answer, type Desk, send } from './desk.ts'
import type { Random } from './random.ts'

const TRIES_MAX = 400
const AGAIN_MS = 150
/** What an interrupted product may answer; everything else under load is a fault. 0: refused or cut. */
const EXPECTED: ReadonlySet<number> = new Set([200, 201, 503, 507, 0])
const Created = z.object({ data: z.object({ id: z.string() }) })

type Sent = { at: number; ms: number; status: number }

type Verdict = { acknowledged: number; lost: number; twice: number; problems: string[] }

/** People who pay at the desk and read lists, until `stop`. */
export type Load = {
  sent: readonly Sent[]
  /** Milliseconds from an instant of performance.now() to the first good answer to a request sent after it. */
  recoveredSince(instant: number): Promise<number>
  /** Waits for the requests under way, and compares what was acknowledged with the database. */
  stop(owner: Pool): Promise<Verdict>
}

type LoadOptions = { random: Random; payers?: number; readers?: number; pauseMs?: number }

/**
 * Starts the load. A payment is sent with one key until it is acknowledged, as a careful client does, and remembered by the id of
 * its answer. `urls`: where the requests go, in turns.
 */
export function startLoad(desk: Desk, urls: () => readonly string[], options: LoadOptions): Load {
  const { random, payers = 4, readers = 2, pauseMs = 20 } = options
  const sent: Sent[] = []
  const acknowledged: { id: string; client: string; pesos: number }[] = []
  let unresolved = 0
  let turn = 0
  let isOn = true
  const isLoading = (): boolean => isOn
  const nextUrl = (): string => {
    const all = urls()
    turn += 1
    return all[turn % all.length] ?? ''
  }
  const ask: Ask = async (path, body, key) => {
    const at = performance.now()
    const answer = await send(`${nextUrl()}/api${path}`, { token: desk.token, body, key })
    sent.push({ at, ms: performance.now() - at, status: answer.status })
    return answer
  }
  const pay = async (): Promise<void> => {
    const [client, pesos] = [random.pick(desk.clients), random.between(1_000, 5_000)]
    const id = await payOnce(ask, client, pesos)
    if (id === null) unresolved += 1
    else acknowledged.push({ id, client, pesos })
  }
  const read = async (): Promise<void> => {
    const { status } = await ask(random.pick(['/admin/plans', '/payment/manual?page=1&page_size=20']))
    if (status !== 200) await wait(AGAIN_MS)
  }
  const repeat = async (work: () => Promise<void>): Promise<void> => {
    while (isLoading()) {
      await work()
      await wait(pauseMs)
    }
  }
  const people = [
    ...Array.from({ length: payers }, () => repeat(pay)),
    ...Array.from({ length: readers }, () => repeat(read)),
  ]
  return {
    sent,
    recoveredSince: async (instant) => {
      for (;;) {
        const good = sent.filter(({ at, status }) => at >= instant && status >= 200 && status < 300)
        if (good.length > 0) return Math.min(...good.map(({ at, ms }) => at + ms)) - instant
        if (performance.now() - instant > 120_000) throw new Error('there was no good answer in two minutes')
        await wait(20)
      }
    },
    stop: async (owner) => {
      isOn = false
      await Promise.all(people)
      const problems = listUnexpected(sent)
      if (unresolved > 0) problems.push(`${unresolved} payments were never acknowledged`)
      return { ...(await compare(owner, desk, acknowledged)), problems }
    },
  }
}

type Ask = (path: string, body?: object, key?: string) => Promise<Answer>

/** Sends one payment with one key until it is acknowledged. Returns the id of the answer; null when there was none. */
async function payOnce(ask: Ask, client: string, pesos: number): Promise<string | null> {
  const key = randomUUID()
  const payment = { client_id: client, amount: pesos, method: 'efectivo', paid_on: dayOf(new Date()) }
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const answer = await ask('/payment/manual', { payment }, key)
    if (answer.status === 201) return z.parse(Created, answer.json).data.id
    await wait(AGAIN_MS)
  }
  return null
}

function listUnexpected(sent: readonly Sent[]): string[] {
  const counts = new Map<number, number>()
  for (const { status } of sent) if (!EXPECTED.has(status)) counts.set(status, (counts.get(status) ?? 0) + 1)
  return [...counts].map(([status, count]) =>
    status === -1 ? `${count} requests without an answer in time` : `${count} answers ${status}`,
  )
}

/** What was acknowledged, against the payments and the balances of the clients. */
async function compare(
  owner: Pool,
  { companyId }: Desk,
  acknowledged: readonly { id: string; client: string; pesos: number }[],
): Promise<Omit<Verdict, 'problems'>> {
  const { rows } = await owner.query<{ id: string }>('select id from payments where company_id = $1', [companyId])
  const { rows: paid } = await owner.query<{ client_id: string; centavos: number }>(
    'select client_id, sum(total - balance)::bigint as centavos from invoices where company_id = $1 group by client_id',
    [companyId],
  )
  const found = new Set(rows.map(({ id }) => id))
  const ids = new Set(acknowledged.map(({ id }) => id))
  const centavosOf = (client: string): number =>
    acknowledged.filter((one) => one.client === client).reduce((sum, { pesos }) => sum + pesos * 100, 0)
  const different = paid.filter(({ client_id, centavos }) => centavos !== centavosOf(client_id))
  return {
    acknowledged: ids.size,
    lost: [...ids].filter((id) => !found.has(id)).length + different.length,
    twice: [...found].filter((id) => !ids.has(id)).length + (acknowledged.length - ids.size),
  }
}

/** The share of the sorted values: at(times, 0.95) is the p95. */
export const at = (values: readonly number[], share: number): number =>
  Math.round(values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0)
