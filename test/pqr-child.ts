import path from 'node:path'
import { pino } from 'pino'
import { readConfig } from '#server/config.ts'
import { openPool } from '#server/db/pool.ts'
import { runClock } from '#server/pqr/clock.ts'
import { factusAccounts } from '#server/providers/factus/accounts.ts'
import { folderStore } from '#server/providers/objects/folder.ts'
import { connectModules } from '#server/reactions.ts'
import { noWompi } from './no-wompi.ts'

connectModules()

/** Applies the due terms of cases at an instant, in a process that a test can kill: `pqr-child.ts INSTANT`. Prints how many at its end. */
const [instant = ''] = process.argv.slice(2)
const config = readConfig('demo', { ...process.env, LOG_LEVEL: 'silent' })
const world = {
  config,
  pool: openPool(process.env['APP_URL'] ?? '', 4, () => undefined),
  log: pino({ level: 'silent' }),
  mailer: { send: async () => undefined, close: () => undefined },
  files: folderStore(path.join(config.dataDir, 'files')),
  wompi: noWompi,
  factus: factusAccounts(config.factusUrls),
  clock: () => new Date(instant),
}
const count = await runClock(world)
await world.pool.end()
process.stdout.write(String(count))
