import { readConfig } from '#server/config.ts'
import { runQueue } from '#server/einvoices/worker.ts'
import { factusAccounts } from '#server/providers/factus/accounts.ts'
import { connectModules } from '#server/reactions.ts'
import { childWorld } from './child-world.ts'

connectModules()

/** Sends the documents of one company, in a process that a test can kill: `electronic-child.ts COMPANY`, the rest in the environment. */
const [companyId = ''] = process.argv.slice(2)
const { factusUrls } = readConfig('demo', process.env)
const world = childWorld({ factus: factusAccounts(factusUrls) })
await runQueue(world, companyId)
await world.pool.end()
