import { runCollections } from '#server/collections/run.ts'
import { readConfig } from '#server/config.ts'
import { connectModules } from '#server/reactions.ts'
import { openWorld } from '#server/start.ts'
import { answerParent } from './child.ts'

connectModules()

/** One tick of the collections in its own process, on a Wednesday at ten in Bogotá, when services are cut. */
const config = readConfig('production', process.env)
const world = { ...openWorld(config, config.databaseUrl ?? ''), clock: () => new Date('2027-02-10T15:00:00Z') }

answerParent(async () => {
  const start = performance.now()
  await runCollections(world)
  return { ms: performance.now() - start }
})
