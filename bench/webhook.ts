import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod/mini'
import { sealKeys } from '#server/integrations/keys.ts'
import { startWompiSimulator } from '#server/providers/wompi/simulator.ts'
import { eventOf } from '#server/providers/wompi/simulator-events.ts'
import { makeClient, makeCompany, makeContract } from '#test/factory.ts'
import { freePort } from '#test/ports.ts'
import { type Bed, withBed } from './bed.ts'

const PAYMENTS = 200
const COPIES = 5
const PER_SECOND = 50
const ANSWER_P99_MAX_MS = 500
const APPLIED_P95_MAX_MS = 5_000
const ENDPOINT = 'w'.repeat(43)

const KEYS = {
  public_key: 'pub_test_bench',
  private_key: 'prv_test_bench',
  integrity_secret: 'test_integrity_bench',
  event_key: 'test_events_bench',
}

/**
 * A thousand signed events at fifty a second: how long until each is committed and answered, and until it is applied by reading the
 * transaction at the provider. `ratio`: how many times the slower of both would fit in its limit.
 */
export const webhook = () =>
  withBed(async (bed) => {
    const port = await freePort()
    const { event_key: events_secret, ...keys } = KEYS
    const merchant = { name: 'Bench', events_url: null, events_secret, ...keys }
    const simulator = await startWompiSimulator({ merchants: [merchant], port })
    try {
      const provider = { WOMPI_TEST_URL: simulator.url }
      const product = z.parse(z.string(), await bed.startProduct(provider).ask())
      await bed.startJob('worker.ts', provider).ask()
      const paid = await payments(bed)
      for (const one of paid) {
        simulator.adopt({
          ...one,
          currency: 'COP',
          customer_email: 'ana@correo.test',
          merchant,
          method: { type: 'NEQUI', phone_number: '3991111111' },
          status: 'APPROVED',
          status_message: null,
          created_at: new Date().toISOString(),
          finalized_at: new Date().toISOString(),
          bank_url: null,
        })
      }
      const events = Array.from({ length: COPIES }, (_, copy) =>
        simulator.transactions().map((one) => eventOf(merchant, one, new Date(1_760_000_000_000 + copy * 1_000))),
      ).flat()
      const took = await sendAll(`${product}/api/webhook/wompi/${ENDPOINT}`, events)
      const applied = await appliedIn(bed, events.length)
      const [p99, p95] = [at(took, 0.99), at(applied, 0.95)]
      return {
        bench: 'webhook',
        ratio: Number(Math.min(ANSWER_P99_MAX_MS / p99, APPLIED_P95_MAX_MS / p95).toFixed(2)),
        target: 1,
        answered: { p50_ms: at(took, 0.5), p99_ms: p99, max: ANSWER_P99_MAX_MS },
        applied: { p50_ms: at(applied, 0.5), p95_ms: p95, max: APPLIED_P95_MAX_MS },
      }
    } finally {
      await simulator.close()
    }
  })

/** Attempts that wait for their end, one for each client, written as the product would have left them. */
async function payments({ owner, secret }: Bed) {
  const company = await makeCompany(owner, { integrations: true })
  await owner.query(
    `insert into credentials (company_id, provider, environment, sealed, last_four, endpoint_key, set_by, is_on)
     values ($1, 'wompi', 'test', $2, '{}', $3, 'Bench', true)`,
    [company, sealKeys(secret, company, 'test', KEYS), ENDPOINT],
  )
  const made: { id: string; reference: string; amount_in_cents: number }[] = []
  for (let number = 1; number <= PAYMENTS; number += 1) {
    const client = await makeClient(owner, company)
    const { id: contract } = await makeContract(owner, company, client.id)
    const reference = `BE-${number}-bench`
    const transaction = `11004-1-${10_000 + number}`
    await owner.query(
      `with billed as (
         insert into invoices (company_id, prefix, number, kind, client_id, contract_id, period, issued_on, due_on, subtotal, vat, total, snapshot, balance)
         values ($1, 'BE', $2, 'one_off', $3, $4, '2026-11', '2026-11-20', '2026-12-05', 5000000, 0, 5000000, '{}', 5000000) returning id
       ), tried as (
         insert into payment_attempts (company_id, client_id, user_id, key, request_hash, method, environment, reference, amount, status,
           transaction_id, payer, accepted, next_check_at)
         values ($1, $3, $5, $6, decode('00', 'hex'), 'nequi', 'test', $6, 5000000, 'pending', $7,
           '{"email": "ana@correo.test", "full_name": "Ana", "phone_number": "3001234567", "method": {}}', '{}', now() + interval '1 hour')
         returning id
       )
       insert into payment_attempt_invoices (company_id, attempt_id, invoice_id, amount) select $1, tried.id, billed.id, 5000000 from tried, billed`,
      [company, number, client.id, contract, client.userId, reference, transaction],
    )
    made.push({ id: transaction, reference, amount_in_cents: 5_000_000 })
  }
  return made
}

async function sendAll(url: string, events: readonly ReturnType<typeof eventOf>[]): Promise<number[]> {
  const start = performance.now()
  return Promise.all(
    events.map(async ({ body, headers }, index) => {
      await wait(Math.max(0, start + (index * 1_000) / PER_SECOND - performance.now()))
      const sent = performance.now()
      const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`an event was answered ${answer.status}`)
      return performance.now() - sent
    }),
  )
}

/** From stored to settled, in milliseconds, once all are. */
async function appliedIn({ owner }: Bed, count: number): Promise<number[]> {
  for (;;) {
    const { rows } = await owner.query<{ ms: number }>(
      `select extract(epoch from settled_at - received_at)::float * 1000 as ms from provider_events where outcome is not null`,
    )
    if (rows.length === count) return rows.map(({ ms }) => ms)
    await wait(200)
  }
}

const at = (values: readonly number[], share: number): number =>
  Math.round(values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0)
