import * as z from 'zod/mini'
import { readConfig } from '#server/config.ts'
import { runMassive } from '#server/invoices/run-worker.ts'
import { connectModules } from '#server/reactions.ts'
import { openWorld } from '#server/start.ts'
import { answerParent } from './child.ts'

connectModules()

/** The massive invoicing job in its own process: bills one period of the given companies, two at a time. */
const config = readConfig('production', process.env)
const world = openWorld(config, config.databaseUrl ?? '')
const Question = z.object({ runs: z.array(z.object({ company_id: z.string(), run_id: z.string() })) })

answerParent(async (question) => {
  const { runs } = z.parse(Question, question)
  global.gc?.()
  let peak = process.memoryUsage().rss
  const before = peak
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss)
  }, 50)
  const start = performance.now()
  await Promise.all(runs.map((run) => runMassive(world, run)))
  clearInterval(watch)
  return { ms: performance.now() - start, memoryMb: (peak - before) / 2 ** 20 }
})
