import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbedded } from '#embedded-postgres/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { openPool } from '#server/db/pool.ts'
import { createDatabase, LOGIN } from '#server/db/prepare.ts'
import { TEST_SECRET } from './database.ts'
import { makeClient, makeCompany, makeContract } from './factory.ts'
import { START_MAX_MS } from './start-limit.ts'

const CONTRACTS = 3_000
const KILLS = 10
/** The maximum time from the kill to the next written batch. */
const RESUMED_MAX_MS = 60_000
const MAIN = path.resolve(import.meta.dirname, '../src/server/main.ts')
const CHILD = path.resolve(import.meta.dirname, 'run-child.ts')

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

let dataDir = ''
let cluster: Awaited<ReturnType<typeof startEmbedded>>
let owner: Pool
let appUrl = ''
let ownerUrl = ''
let companyId = ''
const children: ChildProcess[] = []

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'enlace-runs-'))
  cluster = await startEmbedded({ dataDir })
  ;({ appUrl, ownerUrl } = await createDatabase(cluster.adminUrl, 'runs', TEST_SECRET))
  await migrate(ownerUrl, LOGIN)
  owner = openPool(ownerUrl, 2, () => undefined)
  companyId = await makeCompany(owner)
  const client = await makeClient(owner, companyId)
  const first = await makeContract(owner, companyId, client.id)
  // Copies of one contract: only their ids and numbers differ.
  await owner.query(
    `with made as (
       insert into contracts (company_id, no_contract, plan_id, status, client_id, address, department, city, municipality_code, stratum,
         date_contract, billing_cut_day, signed_at, active_from)
       select company_id, left(no_contract, position('-' in no_contract)) || lpad((500000 + n)::text, 6, '0'), plan_id, status, client_id,
         address, department, city, municipality_code, stratum, date_contract, billing_cut_day, signed_at, active_from
       from contracts, generate_series(2, $2::int) n where id = $1 returning company_id, id, plan_id
     )
     insert into contract_terms (company_id, contract_id, from_on, plan_id, plan_name, price)
     select company_id, id, '2025-01-01', plan_id, 'Hogar 100', 6000000 from made`,
    [first.id, CONTRACTS],
  )
  await owner.query('analyze')
}, START_MAX_MS)

afterAll(async () => {
  for (const child of children) if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
  await owner.end()
  await cluster.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function ask(period: string): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    `insert into runs (company_id, period, issued_on, actor_name, actor_role) values ($1, $2, '2026-01-15', 'Laura', 'financial') returning id`,
    [companyId, period],
  )
  return rows[0]?.id ?? ''
}

/** The same, with its job in the queue, as the product does it. */
async function askQueued(period: string): Promise<string> {
  const run = await ask(period)
  await owner.query(`select enqueue('run.massive', json_build_object('company_id', $1::text, 'run_id', $2::text))`, [
    companyId,
    run,
  ])
  return run
}

const job = (run: string): ChildProcess =>
  startProcess([CHILD, companyId, run], { APP_URL: appUrl, ENLACE_DATA: dataDir })
const worker = (): ChildProcess =>
  startProcess([MAIN, 'work'], {
    DATABASE_URL: appUrl,
    DATABASE_ADMIN_URL: ownerUrl,
    ENLACE_DATA: dataDir,
    ENLACE_SECRET: TEST_SECRET.toString('base64'),
    PUBLIC_URL: 'http://localhost:3000',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'Enlace <no-responder@enlace.test>',
    CONTACT_EMAIL: 'soporte@enlace.test',
    LOG_LEVEL: 'silent',
  })

function startProcess(args: readonly string[], env: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  return child
}

async function end(child: ChildProcess, signal?: NodeJS.Signals): Promise<void> {
  if (signal) child.kill(signal)
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

const created = async (run: string): Promise<{ status: string; created: number }> => {
  const { rows } = await owner.query<{ status: string; created: number }>(
    'select status, created from runs where id = $1',
    [run],
  )
  return rows[0] ?? { status: 'gone', created: 0 }
}

async function until(run: string, isEnough: (run: { status: string; created: number }) => boolean): Promise<number> {
  const began = Date.now()
  while (Date.now() - began < START_MAX_MS) {
    const now = await created(run).catch(() => ({ status: 'away', created: 0 }))
    if (isEnough(now)) return Date.now() - began
    await wait(20)
  }
  throw new Error(`the run is at ${JSON.stringify(await created(run))}`)
}

/** Waits until the statements of a killed process have ended: the database may still commit what it has received. */
async function untilGone(): Promise<void> {
  for (const began = Date.now(); Date.now() - began < START_MAX_MS; await wait(20)) {
    const { rowCount } = await owner.query(
      `select from pg_stat_activity where datname = current_database() and usename = 'enlace_login'`,
    )
    if (rowCount === 0) return
  }
  throw new Error('a killed process still has connections')
}

/** One invoice for each contract and period, numbers from 1 without gaps, and as many invoices as the runs report. */
async function assertExact(): Promise<void> {
  const { rows } = await owner.query(
    `select count(*) as invoices, count(distinct (contract_id, period)) as pairs, max(number) as last, min(number) as first,
       count(distinct number) as numbers, (select count(*) from invoice_lines) as lines,
       (select sum(amount) from journal where debit_account = 'receivable')::bigint as owed, sum(total)::bigint as total,
       (select sum(created) from runs) as reported, (select count(*) from runs) as periods from invoices`,
  )
  const all = rows[0]?.periods * CONTRACTS
  expect(rows).toEqual([
    expect.objectContaining({
      invoices: all,
      pairs: all,
      last: all,
      first: 1,
      numbers: all,
      lines: all,
      reported: all,
    }),
  ])
  expect(rows[0]?.owed).toBe(rows[0]?.total)
}

test(
  'INV-04 matada en diez momentos al azar y retomada, hay una factura por contrato y ningún hueco',
  async () => {
    for (let kill = 0; kill < KILLS; kill += 1) {
      const run = await ask(`2026-${String(kill + 1).padStart(2, '0')}`)
      const killed = job(run)
      await once(killed.stdout ?? killed, 'data')
      await wait(Math.random() * 500)
      await end(killed, 'SIGKILL')
      await untilGone()
      // The expiry of the lease is tested below; here the heartbeat is set back instead of waiting.
      await owner.query(
        `update runs set heartbeat_at = now() - interval '1 minute' where id = $1 and status = 'running'`,
        [run],
      )
      await end(job(run))
      expect(await created(run)).toEqual({ status: 'done', created: CONTRACTS })
    }
    await assertExact()
  },
  3 * START_MAX_MS,
)

test(
  'INV-03 un proceso matado con kill -9 se retoma solo en menos de un minuto',
  async () => {
    const run = await askQueued('2026-11')
    const killed = worker()
    await until(run, (now) => now.created > 0 && now.status === 'running')
    await end(killed, 'SIGKILL')
    const before = await created(run)
    expect(before.status).toBe('running')
    const next = worker()
    expect(await until(run, (now) => now.created > before.created)).toBeLessThan(RESUMED_MAX_MS)
    await until(run, (now) => now.status === 'done')
    await end(next, 'SIGTERM')
    expect((await created(run)).created).toBe(CONTRACTS)
    await assertExact()
  },
  3 * START_MAX_MS,
)

test(
  'INV-03 con PostgreSQL matado a la mitad la corrida sigue cuando vuelve',
  async () => {
    const run = await askQueued('2026-12')
    const running = worker()
    await until(run, (now) => now.created > 0)
    process.kill(cluster.pid, 'SIGKILL')
    await wait(1_000)
    cluster = await startEmbedded({ dataDir, port: cluster.port })
    await until(run, (now) => now.status === 'done')
    await end(running, 'SIGTERM')
    expect((await created(run)).created).toBe(CONTRACTS)
    await assertExact()
  },
  3 * START_MAX_MS,
)
