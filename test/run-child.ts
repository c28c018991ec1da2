import { pino } from 'pino'
import { readConfig } from '#server/config.ts'
import { openPool } from '#server/db/pool.ts'
import { runMassive } from '#server/invoices/run-worker.ts'
import { folderStore } from '#server/providers/objects/folder.ts'
import { connectModules } from '#server/reactions.ts'
import { noFactus } from './no-factus.ts'
import { noWompi } from './no-wompi.ts'

connectModules()

/** The job of one massive run, in a process that a test can kill: `run-child.ts COMPANY RUN`, the database in APP_URL. */
const [company_id, run_id] = process.argv.slice(2)
const world = {
  config: readConfig('demo', { ENLACE_DATA: '/tmp', LOG_LEVEL: 'silent' }),
  pool: openPool(process.env['APP_URL'] ?? '', 4, () => undefined),
  log: pino({ level: 'silent' }),
  mailer: { send: async () => undefined, close: () => undefined },
  files: folderStore('/tmp/files'),
  wompi: noWompi,
  factus: noFactus,
  clock: () => new Date(),
}
await world.pool.query('select 1')
process.stdout.write('ready\n')
await runMassive(world, { company_id, run_id })
process.stdout.write('done\n')
await world.pool.end()
