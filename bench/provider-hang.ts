import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { encryptKeys } from '#server/integrations/keys.ts'
import { startWompiSimulator } from '#simulators/wompi/simulator.ts'
import { makeClient, makeCompany, makePlan, makeSession, makeUser } from '#test/factory.ts'
import { type BenchEnvironment, withEnvironment } from './environment.ts'
import { Found, type Load } from './load-shape.ts'

const WORSE_MAX = 1.5
const ROUNDS = 3
const SECONDS = 4
const HANGING = 40
const KEYS = {
  public_key: 'pub_test_hang',
  private_key: 'prv_test_hang',
  integrity_secret: 'test_integrity_hang',
  event_key: 'test_events_hang',
}

/**
 * Other requests while the provider hangs: the p95 of a list during forty payments that wait for the provider, compared with the
 * same list without them. `ratio`: the allowed slowdown (1.5) divided by the measured one (F6).
 */
export const providerHang = () =>
  withEnvironment(async (environment) => {
    const { event_key: events_secret, ...keys } = KEYS
    const simulator = await startWompiSimulator({
      merchants: [{ name: 'Hang', events_url: null, events_secret, ...keys }],
    })
    try {
      const product = z.parse(z.string(), await environment.startProduct({ WOMPI_TEST_URL: simulator.url }).ask())
      const { desk, payers } = await people(environment)
      const load = environment.start('load.ts')
      const clients = desk.map((token) => [call('/api/admin/plans', token)])
      const measure = async (): Promise<number> =>
        z.parse(Found, await load.ask({ url: product, seconds: SECONDS, clients } satisfies Load)).p95_ms
      await measure()
      const rounds: { free_ms: number; hanging_ms: number }[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        const free = await measure()
        simulator.fail('read', 'hang', HANGING)
        const waiting = payers.map((token) => pay(product, token))
        const hanging = await measure()
        await Promise.all(waiting)
        rounds.push({ free_ms: free, hanging_ms: hanging })
      }
      const worse = median(rounds.map(({ free_ms, hanging_ms }) => hanging_ms / free_ms))
      return {
        bench: 'provider-hang',
        ratio: Number((WORSE_MAX / worse).toFixed(2)),
        target: 1,
        worse: Number(worse.toFixed(2)),
        rounds,
      }
    } finally {
      await simulator.close()
    }
  })

const call = (path: string, token: string) => ({
  method: 'GET' as const,
  path,
  headers: { authorization: `Bearer ${token}` },
})

async function people({ owner, secret }: BenchEnvironment): Promise<{ desk: string[]; payers: string[] }> {
  const company = await makeCompany(owner, { integrations: true })
  await owner.query(
    `insert into credentials (company_id, provider, environment, sealed, last_four, endpoint_key, set_by, is_on)
     values ($1, 'wompi', 'test', $2, '{}', $3, 'Bench', true)`,
    [company, encryptKeys(secret, company, 'test', KEYS), 'h'.repeat(43)],
  )
  await makePlan(owner, company)
  const desk: string[] = []
  while (desk.length < 4) desk.push(await makeSession(owner, await makeUser(owner, company, 'financial')))
  const payers: string[] = []
  while (payers.length < HANGING) {
    const { userId } = await makeClient(owner, company)
    payers.push(await makeSession(owner, { id: userId, companyId: company, username: '', email: '', role: 'client' }))
  }
  return { desk, payers }
}

/** A payment whose request to the provider times out: the answer is that the provider does not respond. */
async function pay(product: string, token: string): Promise<void> {
  const payment = {
    invoice_id: randomUUID(),
    customer_email: 'ana@correo.test',
    customer_data: { full_name: 'Ana', phone_number: '3001234567' },
    payment_method: { type: 'NEQUI', phone_number: '3991111111' },
    acceptance_terms: true,
  }
  const answer = await fetch(`${product}/api/payment`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ payment }),
  })
  await answer.arrayBuffer()
  if (answer.status !== 503) throw new Error(`a payment was answered ${answer.status}`)
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
