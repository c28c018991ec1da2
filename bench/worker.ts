import { schedules, tasks, tickers } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { startTickers, startWorker } from '#server/core/jobs.ts'
import { openPool } from '#server/db/pool.ts'
import { openWorld } from '#server/start.ts'
import { answerParent } from './child.ts'

/** The complete worker process: jobs and tickers. Answers when it has started. */
const config = readConfig('production', process.env)
const world = openWorld(config, config.databaseUrl ?? '')
const ownerPool = openPool(process.env['OWNER_URL'] ?? '', 8, () => undefined)
const worker = startWorker(world, ownerPool, tasks, schedules).then(() => {
  startTickers(world, tickers)
  return 'working'
})

answerParent(() => worker)
