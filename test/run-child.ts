import { runMassive } from '#server/invoices/run-worker.ts'
import { connectModules } from '#server/reactions.ts'
import { childWorld } from './child-world.ts'

connectModules()

/** The job of one massive run, in a process that a test can kill: `run-child.ts COMPANY RUN`. */
const [company_id, run_id] = process.argv.slice(2)
const world = childWorld()
await world.pool.query('select 1')
process.stdout.write('ready\n')
await runMassive(world, { company_id, run_id })
process.stdout.write('done\n')
await world.pool.end()
