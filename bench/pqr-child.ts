import { readConfig } from '#server/config.ts'
import { runClock } from '#server/pqr/clock.ts'
import { connectModules } from '#server/reactions.ts'
import { openWorld } from '#server/start.ts'
import { answerParent } from './child.ts'

connectModules()

/** One tick of the clock of cases in its own process: how many consequences it applied, and how long it took. */
const config = readConfig('production', process.env)
const world = openWorld(config, config.databaseUrl ?? '')

answerParent(async () => {
  const start = performance.now()
  const count = await runClock(world)
  return { count, ms: performance.now() - start }
})
