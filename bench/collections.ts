import * as z from 'zod/mini'
import { FIRST_POLICY } from '#domain/collections/policy.ts'
import { seedContracts } from './contracts.ts'
import { type BenchEnvironment, withEnvironment } from './environment.ts'

const CONTRACTS = Number(process.env['BENCH_CONTRACTS'] ?? 100_000)
/** One contract of ten is in arrears: every second one was notified and is to be cut, the others have no channel. */
const IN_ARREARS = CONTRACTS / 10
const CUTS = IN_ARREARS / 2
const DECISION_MAX_MS = 5_000
const ORDERS_MAX_MS = 2_000
/** Far more ticks than the cuts need. */
const TICKS_MAX = 1_000

const Tick = z.object({ ms: z.number() })

/**
 * The day of one company with 100,000 contracts: the decision of all of them, stored with its 5,000 cuts behind the brake, and then
 * the cuts, each checked again under the lock of its account, until the order of each is in the queue of its device. `ratio`: limit
 * divided by figure, of the worse of the two.
 */
export const collections = () =>
  withEnvironment(async (environment) => {
    const { owner } = environment
    const [company = ''] = await seedContracts(owner, 1, CONTRACTS)
    await seedArrears(environment, company)
    const job = environment.startJob('collections-child.ts')
    const decision = z.parse(Tick, await job.ask())
    const { rows: runs } = await owner.query<{ id: string; status: string; to_cut: number }>(
      'select id, status, to_cut from collection_runs',
    )
    const [run] = runs
    if (run?.status !== 'braked' || run.to_cut !== CUTS) throw new Error(`the day decided ${JSON.stringify(run)}`)
    await owner.query("update collection_runs set status = 'running', approved_by = 'Banco de pruebas'")
    let ordersMs = 0
    for (let tick = 0; (await countQueued(environment)) < CUTS; tick += 1) {
      if (tick === TICKS_MAX) throw new Error('the cuts do not end')
      ordersMs += z.parse(Tick, await job.ask()).ms
    }
    return {
      bench: 'collections',
      ratio: Number(Math.min(DECISION_MAX_MS / decision.ms, ORDERS_MAX_MS / ordersMs).toFixed(3)),
      target: 1,
      contracts: CONTRACTS,
      in_arrears: IN_ARREARS,
      decision: { ms: Math.round(decision.ms), max: DECISION_MAX_MS },
      orders: {
        cuts: CUTS,
        ms: Math.round(ordersMs),
        max: ORDERS_MAX_MS,
        per_s: Math.round((CUTS * 1_000) / ordersMs),
      },
    }
  })

async function countQueued({ owner }: BenchEnvironment): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    "select count(*)::int as count from network_orders where action = 'suspend'",
  )
  return rows[0]?.count ?? 0
}

/** The policy, the device with every contract on it, the overdue invoices and the notices on paper of those to cut. */
async function seedArrears({ owner }: BenchEnvironment, company: string): Promise<void> {
  const { version: _version, trial_from: _from, ...first } = FIRST_POLICY
  const policy = { ...first, mode: 'on', reminder_days: null, brake_percent: 1 }
  const columns = Object.keys(policy)
  await owner.query(
    `insert into collection_policies (company_id, version, trial_from, changed_by, ${columns.join(', ')})
     values ($1, 1, '2026-01-01', 'Banco de pruebas', ${columns.map((_, index) => `$${index + 2}`).join(', ')})`,
    [company, ...Object.values(policy)],
  )
  const client = await owner.connect()
  try {
    await client.query('set statement_timeout = 0; set plan_cache_mode = force_generic_plan; discard plans')
    await client.query(SERVICES, [company])
    await client.query(ARREARS, [company, IN_ARREARS])
    await client.query(NOTICES, [company])
    await client.query('analyze')
  } finally {
    client.release(true)
  }
}

const SERVICES = `
  with device as (
    insert into network_devices (company_id, name, kind, mode, url) values ($1, 'Sistema propio', 'webhook', 'enforce', 'https://red.test/')
    returning id
  )
  insert into network_services (company_id, contract_id, device_id, username, applied_state, applied_down_kbps, applied_up_kbps)
  select $1, c.id, device.id, lower(c.no_contract), 'active', 100000, 50000 from contracts c, device where c.company_id = $1`

/** An invoice of a visit, which was payable until January 15, for each of the first contracts. */
const ARREARS = `
  insert into invoices (company_id, prefix, number, kind, client_id, contract_id, period, issued_on, due_on, last_payable_on, subtotal, vat,
    total, snapshot, balance)
  select $1, 'FV', row_number() over (), 'one_off', client_id, id, '2027-01', '2027-01-05', '2027-01-15', '2027-01-15', 6990000, 0, 6990000, '{}',
    6990000
  from contracts where company_id = $1 order by no_contract limit $2`

const NOTICES = `
  insert into collection_notices (company_id, contract_id, channel, debt, given_on, given_by)
  select $1, contract_id, 'paper', 6990000, '2027-02-01', 'Banco de pruebas' from invoices where company_id = $1 and number % 2 = 0`
