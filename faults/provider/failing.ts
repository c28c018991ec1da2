import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod/mini'
import { type Simulator, startWompiSimulator } from '#simulators/wompi/simulator.ts'
import { TEST_SECRET } from '#test/database.ts'
import { makeClient, makeContract, makeSession, makeUser } from '#test/factory.ts'
import { makePayingCompany, PENDING_MERCHANT } from '#test/pending-payments.ts'
import { send } from '../desk.ts'
import type { Fault } from '../fault.ts'
import { at } from '../load.ts'
import { type Machine, withMachine } from '../machine.ts'
import { listWrong, watch } from '../server.ts'

/** How the provider fails at the payment: `true` when it has the transaction all the same. */
const FAILURES = [
  ['hang', false],
  ['reset', false],
  ['error_500', false],
  ['lost', true],
  ['half', true],
  ['drip', true],
] as const
/** The product waits 10 s for the provider, and the browser 30 s for the product. */
const ANSWER_MAX_MS = 12_000
const SETTLED_MAX_MS = 60_000
const OTHER_P95_MAX_MS = 300
const Started = z.object({ data: z.object({ id: z.string() }) })

/**
 * F6: at a payment the provider hangs, cuts before its reply, cuts in the middle of it, sends one byte of it a second, or answers 500; after
 * each one a payment goes well. Expected: an answer within 12 s, the payment is unknown and never failed, the same key gives the same payment
 * and never sends it twice, other people's p95 stays below 300 ms, and what the provider has is applied once.
 */
export const failingProvider: Fault = {
  name: 'F6',
  set: 'provider',
  title: 'the provider hangs, cuts, cuts half-way, drips or fails',
  run: ({ rounds }) =>
    withMachine(async (machine) => {
      const simulator = await startWompiSimulator({ merchants: [PENDING_MERCHANT], settleMs: 20 })
      try {
        const env = { WOMPI_TEST_URL: simulator.url }
        const api = await machine.start('api', env)
        await machine.start('work', env)
        const companyId = await makePayingCompany(machine.owner, TEST_SECRET, 'p'.repeat(43))
        const desk = await makeSession(machine.owner, await makeUser(machine.owner, companyId, 'financial'))
        const problems: string[] = []
        const tookMs: number[] = []
        const times = rounds ?? 1
        const { times: others, wrong } = await watch(api, { token: desk }, async () => {
          for (let round = 0; round < times; round += 1)
            for (const [failure, isKept] of FAILURES) {
              const payer = await makePayer(machine, api.url(), { companyId, desk })
              simulator.fail('create', failure)
              const key = randomUUID()
              const first = await pay(api.url(), payer, key)
              tookMs.push(first.ms)
              // Polling may have found it at the provider in the meantime.
              const found = await statusOf(machine, first.id)
              if (first.status !== 201 || !['unknown', 'pending', ...(isKept ? ['approved'] : [])].includes(found))
                problems.push(`with ${failure} a payment was answered ${first.status} and is ${found}`)
              const again = await pay(api.url(), payer, key)
              if (again.id !== first.id) problems.push(`with ${failure} the same key gave another payment`)
              const next = await pay(api.url(), await makePayer(machine, api.url(), { companyId, desk }), randomUUID())
              if (next.status !== 201) problems.push(`after ${failure} a good payment was answered ${next.status}`)
            }
        })
        const began = performance.now()
        const counts = await settle(machine, simulator, companyId)
        const [slowest, p95] = [Math.max(...tookMs), at(others, 0.95)]
        const kept = FAILURES.filter(([, is]) => is).length + FAILURES.length
        if (simulator.transactions().length !== times * kept)
          problems.push(`the provider has ${simulator.transactions().length} transactions of ${times * kept}`)
        return {
          times: times * FAILURES.length,
          ...counts,
          recoveredMs: performance.now() - began,
          problems: [...problems, ...listWrong(wrong), ...(await machine.listProblems())],
          late: [
            ...(slowest > ANSWER_MAX_MS ? [`an answer took ${Math.round(slowest)} ms`] : []),
            ...(p95 > OTHER_P95_MAX_MS ? [`other people p95 ${p95} ms`] : []),
          ],
          note: `${simulator.transactions().length} transactions at the provider; slowest answer ${Math.round(slowest)} ms; other people p95 ${p95} ms`,
        }
      } finally {
        await simulator.close()
      }
    }),
}

type Payer = { token: string; invoiceId: string }

async function makePayer(
  { owner }: Machine,
  url: string,
  { companyId, desk }: { companyId: string; desk: string },
): Promise<Payer> {
  const { id, userId } = await makeClient(owner, companyId, { stratum: 1 })
  const { no_contract } = await makeContract(owner, companyId, id, { stratum: 1 })
  const lines = [{ kind: 'technical_visit', description: 'Visita', quantity: 1, price: 35_000 }]
  const { json } = await send(`${url}/api/invoice`, { token: desk, body: { invoice: { no_contract, lines } } })
  const token = await makeSession(owner, { id: userId, companyId, username: '', email: '', role: 'client' })
  return { token, invoiceId: z.parse(Started, json).data.id }
}

async function pay(
  url: string,
  { token, invoiceId }: Payer,
  key: string,
): Promise<{ status: number; id: string; ms: number }> {
  const payment = {
    invoice_id: invoiceId,
    customer_email: 'ana@correo.test',
    customer_data: { full_name: 'Ana Ruiz', phone_number: '3001234567' },
    payment_method: { type: 'NEQUI', phone_number: '3991111111' },
    acceptance_terms: true,
  }
  const began = performance.now()
  const { status, json } = await send(`${url}/api/payment`, { token, key, body: { payment }, maxMs: 30_000 })
  const parsed = z.safeParse(Started, json)
  return { status, id: parsed.success ? parsed.data.data.id : '', ms: performance.now() - began }
}

const statusOf = async ({ owner }: Machine, id: string): Promise<string> => {
  const { rows } = await owner.query<{ status: string }>(`select status from payment_attempts where id::text = $1`, [
    id,
  ])
  return rows[0]?.status ?? 'absent'
}

/** Lets the worker ask for every open payment now, and compares what the provider approved with the payments. */
async function settle(
  { owner }: Machine,
  simulator: Simulator,
  companyId: string,
): Promise<{ lost: number; twice: number }> {
  const references = simulator.transactions().map(({ reference }) => reference)
  const began = performance.now()
  for (;;) {
    await owner.query(`update payment_attempts set next_check_at = now() where next_check_at is not null`)
    const { rows } = await owner.query<{ paid: number; attempts: number; extra: number }>(
      `select count(*)::int as paid, count(distinct p.attempt_id)::int as attempts,
         count(*) filter (where a.reference <> all ($2))::int as extra
       from payments p join payment_attempts a on a.id = p.attempt_id where p.company_id = $1`,
      [companyId, references],
    )
    const { paid = 0, attempts = 0, extra = 0 } = rows[0] ?? {}
    const unique = new Set(references).size
    const isOver = performance.now() - began > SETTLED_MAX_MS
    if (attempts >= unique || isOver)
      return { lost: Math.max(0, unique - attempts), twice: paid - attempts + extra + references.length - unique }
    await wait(500)
  }
}
