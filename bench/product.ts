import { routes } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { buildServer } from '#server/core/serve.ts'
import { openWorld } from '#server/core/start.ts'
import { answerParent } from './child.ts'

/** The product's HTTP half, whole, on a free port: logs at the default level, every hook and header. Answers its address. */
const config = readConfig('production', process.env)
const app = await buildServer(openWorld(config, config.databaseUrl ?? ''), routes)
const address = app.listen({ port: 0, host: '127.0.0.1' })

answerParent(() => address)
