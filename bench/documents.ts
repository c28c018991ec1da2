import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod/mini'
import { readConfig } from '#server/config.ts'
import { newId } from '#server/core/ids.ts'
import { encryptFactusKeys } from '#server/integrations/keys.ts'
import { runMassive } from '#server/invoices/run-worker.ts'
import { connectModules } from '#server/reactions.ts'
import { openWorld } from '#server/start.ts'
import { keptIn } from '#simulators/factus/kept.ts'
import { TEST_SECRET } from '#test/database.ts'
import { type Machine, withMachine } from '../faults/machine.ts'
import { seedContracts } from './contracts.ts'
import { simulatedAccount } from './documents-account.ts'
import { productEnv } from './environment.ts'

const COMPANIES = 10
const DOCUMENTS = 10_000
const KILLS = ['worker', 'simulator', 'database', 'worker', 'simulator'] as const
type Victim = (typeof KILLS)[number]
/** The documents of a second that are sent without a kill. */
const RATE_MIN = 50
const PATIENCE_MS = 40 * 60_000

type Size = {
  companies: number
  documents: number
  kills: readonly Victim[]
  /** As if the waits after a kill were over: they are of a minute, and a small run does not measure them. */
  isHurried: boolean
  /** The calls of a minute that the simulator allows; null lifts the limit. */
  perMinute?: number | null
}

/**
 * Electronic documents through the simulator without its limits of calls: the first half undisturbed, for the rate; the other half with
 * kill -9 of the worker, the simulator and the database. `ratio`: the rate as a part of its limit; 0 when a document was lost or sent twice.
 */
export async function documents() {
  const found = await sendDocuments({ companies: COMPANIES, documents: DOCUMENTS, kills: KILLS, isHurried: false })
  const isExact = found.lost === 0 && found.twice === 0
  return {
    bench: 'documents',
    ratio: isExact ? Number((found.per_s / RATE_MIN).toFixed(2)) : 0,
    target: 1,
    documents: DOCUMENTS,
    companies: COMPANIES,
    kills: KILLS.length,
    per_s_min: RATE_MIN,
    ...found,
  }
}

/** Sends the documents of one massive run of each company, and compares what the simulator and the database have at the end. */
export const sendDocuments = (size: Size) =>
  withMachine(async (machine) => {
    const kept = path.join(machine.dataDir, 'factus.jsonl')
    let simulator = await startSimulator(kept, size, 0)
    const { port } = new URL(simulator.url)
    try {
      const companies = await seed(machine, size)
      const env = { FACTUS_TEST_URL: simulator.url }
      const began = performance.now()
      const worker = await machine.start('work', env)
      const half = Math.floor(size.documents / 2)
      await untilValidated(machine, half)
      const per_s = half / ((performance.now() - began) / 1_000)
      const step = Math.floor((size.documents - half) / (size.kills.length + 1))
      for (const [index, victim] of size.kills.entries()) {
        await untilValidated(machine, half + step * (index + 1))
        if (victim === 'worker') {
          await worker.end('SIGKILL')
          if (size.isHurried) await endWaits(machine)
          await worker.restart()
        } else if (victim === 'simulator') {
          await simulator.kill()
          simulator = await startSimulator(kept, size, Number(port))
        } else {
          process.kill(machine.databasePid(), 'SIGKILL')
          await machine.startDatabase()
        }
        if (size.isHurried) await endWaits(machine)
      }
      await untilValidated(machine, size.documents, size.isHurried)
      const seconds = Math.round((performance.now() - began) / 1_000)
      await worker.end('SIGTERM')
      return { per_s: Number(per_s.toFixed(1)), seconds, ...(await compare(machine, kept, companies)) }
    } finally {
      await simulator.kill()
    }
  })

type Simulator = { url: string; kill(): Promise<void> }

async function startSimulator(kept: string, { companies, perMinute = null }: Size, port: number): Promise<Simulator> {
  const child: ChildProcess = fork(path.join(import.meta.dirname, 'documents-simulator.ts'), {
    env: {
      PATH: process.env['PATH'],
      KEPT: kept,
      COMPANIES: String(companies),
      PORT: String(port),
      PER_MINUTE: String(perMinute ?? ''),
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [message] = await once(child, 'message')
  const { url } = z.parse(z.object({ url: z.string() }), message)
  return {
    url,
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

/** Companies with their account, and the documents that a massive run queues. */
async function seed(machine: Machine, { companies: count, documents: total }: Size): Promise<readonly string[]> {
  connectModules()
  const each = Math.ceil(total / count)
  const companies = await seedContracts(machine.owner, count, each)
  for (const [index, company] of companies.entries()) {
    const { user, password, client_id, client_secret } = simulatedAccount(index)
    const sealed = encryptFactusKeys(TEST_SECRET, company, 'test', { user, password, client_id, client_secret })
    await machine.owner.query(
      `insert into credentials (company_id, provider, environment, sealed, last_four, endpoint_key, set_by, is_on)
       values ($1, 'factus', 'test', $2, '{}', $3, 'Banco de pruebas', true)`,
      [company, sealed, `documents-${newId()}`],
    )
    await machine.owner.query('update companies set is_factus_integration = true where id = $1', [company])
  }
  const { rows } = await machine.owner.query<{ company_id: string; run_id: string }>(
    `insert into runs (company_id, period, issued_on, actor_name, actor_role)
     select company, '2027-01', '2027-01-01', 'Banco de pruebas', 'financial' from unnest($1::uuid[]) company
     returning company_id, id as run_id`,
    [companies],
  )
  const settings = productEnv({ appUrl: machine.appUrl, dataDir: machine.dataDir, secret: TEST_SECRET })
  const world = openWorld(readConfig('production', { ...settings, LOG_LEVEL: 'silent' }), machine.appUrl)
  for (const run of rows) await runMassive(world, run)
  await world.close()
  return companies
}

/** Waits until so many documents are validated. */
async function untilValidated(machine: Machine, count: number, isHurried = false): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  while (performance.now() < deadline) {
    const validated = await countValidated(machine)
    if (validated >= count) return
    if (isHurried) await endWaits(machine)
    await wait(100)
  }
  throw new Error(`fewer than ${count} documents were validated`)
}

/** A database that was killed refuses connections for some seconds. */
const countValidated = (machine: Machine): Promise<number> =>
  machine.owner
    .query<{ count: number }>(`select count(*)::int as count from electronic_documents where status = 'validated'`)
    .then(({ rows }) => rows[0]?.count ?? 0)
    .catch(() => 0)

/** As if the waits after a kill were over: of a queue, of the next try, and of a document that a killed worker was sending. */
async function endWaits({ owner }: Machine): Promise<void> {
  await owner.query(`update electronic_queues set wait_until = null where wait_until is not null`)
  await owner.query(`update electronic_documents set next_try_at = null where next_try_at is not null`)
  await owner.query(
    `update electronic_documents set changed_at = changed_at - interval '6 minutes'
     where status = 'sending' and changed_at > now() - interval '1 minute'`,
  )
}

/**
 * Compares our documents with those that the simulator validated. `lost`: one of ours that it does not have, or has with another number.
 * `twice`: a number more of one document, a number of two documents, and what it has beyond ours.
 */
async function compare({ owner }: Machine, kept: string, companies: readonly string[]) {
  const { rows: ours } = await owner.query<{ company_id: string; reference: string; number: string | null }>(
    'select company_id, reference, number from electronic_documents',
  )
  const theirs = Map.groupBy(listValidated(kept), ({ user, reference }) => `${user}:${reference}`)
  const last = [...theirs.values()].flatMap((changes) => changes.slice(-1))
  const renumbered = sumOf([...theirs.values()].map((changes) => new Set(changes.map(({ number }) => number)).size - 1))
  const repeated = last.length - new Set(last.map(({ user, number }) => `${user}:${number}`)).size
  const userOf = new Map(companies.map((company, index) => [company, simulatedAccount(index).user]))
  const lost = ours.filter(
    ({ company_id, reference, number }) =>
      number === null || theirs.get(`${userOf.get(company_id)}:${reference}`)?.at(-1)?.number !== number,
  ).length
  const beyond = Math.max(0, theirs.size - ours.length)
  return { sent: ours.length, lost, twice: renumbered + repeated + beyond }
}

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0)

/** The changes that the simulator kept of validated documents: one document may have several. */
const listValidated = (kept: string) =>
  keptIn(kept).documents.flatMap(({ user, document }) =>
    document?.is_validated ? [{ user, reference: document.reference, number: document.number }] : [],
  )
