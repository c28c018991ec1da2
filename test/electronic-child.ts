import path from 'node:path'
import { pino } from 'pino'
import { readConfig } from '#server/config.ts'
import { openPool } from '#server/db/pool.ts'
import { runQueue } from '#server/einvoices/worker.ts'
import { factusAccounts } from '#server/providers/factus/accounts.ts'
import { folderStore } from '#server/providers/objects/folder.ts'
import { connectModules } from '#server/reactions.ts'
import { noWompi } from './no-wompi.ts'

connectModules()

/** Sends the documents of one company, in a process that a test can kill: `electronic-child.ts COMPANY`, the rest in the environment. */
const [companyId = ''] = process.argv.slice(2)
const config = readConfig('demo', { ...process.env, LOG_LEVEL: 'silent' })
const world = {
  config,
  pool: openPool(process.env['APP_URL'] ?? '', 4, () => undefined),
  log: pino({ level: 'silent' }),
  mailer: { send: async () => undefined, close: () => undefined },
  files: folderStore(path.join(config.dataDir, 'files')),
  wompi: noWompi,
  factus: factusAccounts(config.factusUrls),
  clock: () => new Date(),
}
await runQueue(world, companyId)
await world.pool.end()
