import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client, type Pool } from 'pg'
import { startEmbedded } from '#embedded-postgres/embedded.ts'
import { sealEvents } from '#server/audit/seal.ts'
import { migrate } from '#server/db/migrate.ts'
import { openPool } from '#server/db/pool.ts'
import { createDatabase, LOGIN } from '#server/db/prepare.ts'
import { TEST_SECRET } from '#test/database.ts'
import { productEnv, withCleanup } from '../bench/environment.ts'
import { listLedgerDifferences } from './ledger.ts'
import { type Command, type Part, runCommand, startPart } from './part.ts'
import { openWorld } from './world.ts'

/** PostgreSQL in a temporary folder, with the durable settings of the product, and the processes over it. */
export type Machine = {
  readonly owner: Pool
  readonly adminUrl: string
  readonly appUrl: string
  readonly dataDir: string
  /** Starts a process of the product; it is ended with the machine. */
  start(command: Command, env?: Readonly<Record<string, string>>): Promise<Part>
  /** One statement as the superuser, who may end the sessions of others. */
  asSuperuser(statement: string): Promise<void>
  /** The process id of the postmaster. */
  databasePid(): number
  /** Starts PostgreSQL again on its port. Returns the milliseconds until it accepts connections. */
  startDatabase(): Promise<number>
  /**
   * What `invariants` and `audit verify` find, this one with the heads that were kept and without them, what the documents say against the
   * balances, and the errors of the program in the logs. Empty: nothing. `invented`: the invariants that rows of the campaign itself break,
   * because they were inserted without all that the product writes beside them.
   */
  listProblems(options?: { invented: readonly string[] }): Promise<string[]>
}

/** Runs `work` on a machine of its own and removes it. `folder`: where the data is; a temporary folder when absent. */
export const withMachine = <T>(work: (machine: Machine) => Promise<T>, folder?: string): Promise<T> =>
  withCleanup(async (cleanup) => {
    const dataDir = folder ?? (await mkdtemp(path.join(tmpdir(), 'enlace-faults-')))
    if (folder === undefined) cleanup.push(() => rm(dataDir, { recursive: true, force: true }))
    let cluster = await startEmbedded({ dataDir })
    cleanup.push(() => cluster.stop())
    const { appUrl, ownerUrl } = await createDatabase(cluster.adminUrl, 'faults', TEST_SECRET)
    await migrate(ownerUrl, LOGIN)
    const owner = openPool(ownerUrl, 4, () => undefined)
    cleanup.push(() => owner.end())
    const env = {
      ...productEnv({ appUrl, dataDir, secret: TEST_SECRET }),
      DATABASE_ADMIN_URL: ownerUrl,
      LOG_LEVEL: 'error',
    }
    const parts: Part[] = []
    const adminUrl = new URL(cluster.adminUrl)
    adminUrl.pathname = '/faults'
    return work({
      owner,
      adminUrl: adminUrl.href,
      appUrl,
      dataDir,
      start: async (command, more = {}) => {
        const part = await startPart(command, { ...env, ...more })
        parts.push(part)
        cleanup.push(async () => {
          part.send('SIGCONT')
          await part.end('SIGKILL')
        })
        return part
      },
      asSuperuser: async (statement) => {
        const client = new Client({ connectionString: adminUrl.href })
        await client.connect()
        await client.query(statement).finally(() => client.end())
      },
      databasePid: () => cluster.pid,
      startDatabase: async () => {
        const began = performance.now()
        cluster = await startEmbedded({ dataDir, port: cluster.port })
        return performance.now() - began
      },
      listProblems: async ({ invented } = { invented: [] }) => {
        const found: string[] = []
        await sealAll(appUrl, dataDir)
        for (const words of await checksOf(owner)) {
          const { code, output } = await runCommand(words, env)
          const lines = output.trim().split('\n')
          const broken = lines.filter((line) => line.startsWith('✗'))
          const isInvented = broken.length > 0 && broken.every((line) => invented.includes(line.split(' ')[1] ?? ''))
          if (code !== 0 && !isInvented) found.push(`${words.join(' ')}: ${lines.slice(1, 4).join(' ')}`)
        }
        found.push(...(await listLedgerDifferences(owner)))
        for (const part of parts) for (const line of part.unexpected().slice(0, 2)) found.push(line.slice(0, 400))
        return found
      },
    })
  })

/** The checks of the operator. Without an event no head is kept, and `audit verify` without the file of the heads fails. */
async function checksOf(owner: Pool): Promise<string[][]> {
  const { rowCount } = await owner.query('select 1 from events limit 1')
  const withHeads = rowCount === 0 ? [] : [['audit', 'verify']]
  return [['invariants'], ...withHeads, ['audit', 'verify', '--without-heads']]
}

const SEALS_MAX = 20

/** Seals every event, as the job of each minute does, so that the heads on the disk are those of the whole campaign. */
async function sealAll(appUrl: string, dataDir: string): Promise<void> {
  const world = openWorld(appUrl, dataDir)
  try {
    for (let turn = 0; turn < SEALS_MAX; turn += 1) await sealEvents(world)
  } finally {
    await world.pool.end()
  }
}
