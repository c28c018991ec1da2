import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client, type Pool } from 'pg'
import { startEmbedded } from '#embedded-postgres/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { openPool } from '#server/db/pool.ts'
import { createDatabase, LOGIN } from '#server/db/prepare.ts'
import { TEST_SECRET } from '#test/database.ts'
import { productEnv, withCleanup } from '../bench/environment.ts'
import { type Command, type Part, runCommand, startPart } from './part.ts'

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
   * What `invariants` and `audit verify` find, and the errors of the program in the logs. Empty: nothing. `hasInventedDebts`: the debts
   * were inserted without a journal, which `invariants` would report, so it is left out.
   */
  listProblems(options?: { hasInventedDebts: boolean }): Promise<string[]>
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
      listProblems: async ({ hasInventedDebts } = { hasInventedDebts: false }) => {
        const found: string[] = []
        const commands = [...(hasInventedDebts ? [] : [['invariants']]), ['audit', 'verify', '--without-heads']]
        for (const words of commands) {
          const { code, output } = await runCommand(words, env)
          if (code !== 0) found.push(`${words.join(' ')}: ${output.trim().split('\n').slice(1, 4).join(' ')}`)
        }
        for (const part of parts) for (const line of part.unexpected().slice(0, 2)) found.push(line.slice(0, 400))
        return found
      },
    })
  })
