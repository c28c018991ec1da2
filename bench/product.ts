import * as z from 'zod/mini'
import { routes } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { buildServer } from '#server/core/serve.ts'
import { openWorld } from '#server/start.ts'
import { answerParent } from './child.ts'

const Question = z.object({ peak_memory: z.optional(z.literal(true)) })

/**
 * The complete API process on a free port: logs at the default level, all hooks and headers. Answers its address, or its peak
 * memory in kilobytes.
 */
const config = readConfig('production', process.env)
const app = await buildServer(openWorld(config, config.databaseUrl ?? ''), routes)
const address = app.listen({ port: 0, host: '127.0.0.1' })

answerParent(async (question) => (z.parse(Question, question).peak_memory ? process.resourceUsage().maxRSS : address))
