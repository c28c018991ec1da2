import { setTimeout as wait } from 'node:timers/promises'
import pLimit from 'p-limit'
import { eventOf } from '#simulators/wompi/events.ts'
import { startWompiSimulator } from '#simulators/wompi/simulator.ts'
import { TEST_SECRET } from '#test/database.ts'
import { makePayingCompany, makePendingPayments, PENDING_MERCHANT } from '#test/pending-payments.ts'
import type { Fault } from '../fault.ts'
import { withMachine } from '../machine.ts'

const ENDPOINT = 'w'.repeat(43)
const EVENTS_EACH_KILL = 40
const KILL_EVERY_MS = 1_500
const SENT_AT_ONCE = 16
/** A job of a killed worker is enqueued again within a minute; then it waits for its turn. */
const EMPTY_MAX_MS = 180_000

/**
 * F19: kill -9 of one of two workers, then of one of four, while they apply payments, and a restart of PostgreSQL in the middle.
 * Expected: each payment is applied exactly once. The queue itself gives a job of a killed worker back after minutes: the product
 * enqueues it again within a minute.
 */
export const killedWorkers: Fault = {
  name: 'F19',
  set: 'crash',
  title: 'kill -9 of workers, two and then four, and a restart of PostgreSQL',
  run: ({ rounds, random }) =>
    withMachine(async (machine) => {
      const kills = rounds ?? 8
      const count = kills * EVENTS_EACH_KILL
      const simulator = await startWompiSimulator({ merchants: [PENDING_MERCHANT] })
      try {
        const env = { WOMPI_TEST_URL: simulator.url }
        const api = await machine.start('api', env)
        const workers = [await machine.start('work', env), await machine.start('work', env)]
        const company = await makePayingCompany(machine.owner, TEST_SECRET, ENDPOINT)
        const transactions = await makePendingPayments(machine.owner, company, count)
        await machine.owner.query(POST_INVOICES, [company])
        for (const one of transactions) simulator.adopt(one)
        const limited = pLimit(SENT_AT_ONCE)
        const sending = transactions.map((one) =>
          limited(async () => {
            const { body, headers } = eventOf(PENDING_MERCHANT, one)
            await untilAccepted(`${api.url()}/api/webhook/wompi/${ENDPOINT}`, body, headers)
            await wait((KILL_EVERY_MS * SENT_AT_ONCE) / EVENTS_EACH_KILL)
          }),
        )
        for (let kill = 0; kill < kills; kill += 1) {
          await wait(random.between(KILL_EVERY_MS / 2, KILL_EVERY_MS))
          const victim = random.pick(workers)
          await victim.end('SIGKILL')
          await victim.restart()
          if (kill !== Math.floor(kills / 2)) continue
          process.kill(machine.databasePid(), 'SIGINT')
          await machine.startDatabase()
          workers.push(await machine.start('work', env), await machine.start('work', env))
        }
        await Promise.all(sending)
        const began = performance.now()
        const unsettled = 'select count(*)::int as open from provider_events where outcome is null'
        while ((await machine.owner.query<{ open: number }>(unsettled)).rows[0]?.open !== 0) {
          if (performance.now() - began > EMPTY_MAX_MS) break
          await wait(100)
        }
        const { rows } = await machine.owner.query<{ paid: number; attempts: number; open: number }>(
          `select count(*)::int as paid, count(distinct attempt_id)::int as attempts, (${unsettled}) as open from payments where company_id = $1`,
          [company],
        )
        const { paid = 0, attempts = 0, open = 0 } = rows[0] ?? {}
        return {
          times: kills,
          lost: count - attempts,
          twice: paid - attempts,
          recoveredMs: performance.now() - began,
          problems: [
            ...(open > 0 ? [`${open} events are not settled`] : []),
            ...(await machine.listProblems({ invented: INVENTED })),
          ],
          late: [],
          note: `${count} payments of the provider; ${workers.length} workers at the end`,
        }
      } finally {
        await simulator.close()
      }
    }),
}

/** The invoices have no lines and no totals of the day, and their attempts no history. */
const INVENTED = ['I2', 'I10', 'I26']

/** What the product writes with an invoice, for those of makePendingPayments(): its entry, its event, and the counter of its number. */
const POST_INVOICES = `
  with posted as (
    insert into journal (company_id, client_id, debit_account, credit_account, amount, invoice_id, posted_on)
    select company_id, client_id, 'receivable', 'revenue', total, id, issued_on from invoices where company_id = $1
  ), counted as (
    insert into counters (company_id, kind, prefix, last)
    select company_id, 'invoice', 'BE', max(number) from invoices where company_id = $1 group by company_id
  )
  insert into events (company_id, name, entity_id, actor_name, actor_role)
  select company_id, 'invoice.created', id::text, 'Enlace', 'system' from invoices where company_id = $1`

/** Sends an event until it is answered 200, as the provider does, with shorter waits. */
async function untilAccepted(url: string, body: object, headers: Readonly<Record<string, string>>): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) }).catch(() => null)
    await answer?.arrayBuffer().catch(() => null)
    if (answer?.status === 200) return
    await wait(300)
  }
  throw new Error('an event was never accepted')
}
