import * as z from 'zod/mini'
import { readConfig } from '#server/config.ts'
import { SYSTEM } from '#server/core/context.ts'
import { newId } from '#server/core/ids.ts'
import { inTransaction } from '#server/core/tx.ts'
import { insertDevice, setSecret } from '#server/network/device-queries.ts'
import { sealSecret } from '#server/network/drivers.ts'
import { networkTasks } from '#server/network/jobs.ts'
import { connectModules } from '#server/reactions.ts'
import { openWorld } from '#server/start.ts'
import { answerParent } from './child.ts'

connectModules()

const config = readConfig('production', process.env)
const world = openWorld(config, config.databaseUrl ?? '')
const Routers = z.object({ company: z.string(), urls: z.array(z.string()), password: z.string() })
const Question = z.object({ routers: z.optional(Routers) })

/** Registers the routers; without any, compares all of them in its own process. */
answerParent(async (question) => {
  const { routers } = z.parse(Question, question)
  if (routers !== undefined) return register(routers)
  const start = performance.now()
  await networkTasks['network.compare'](world)
  return { ms: performance.now() - start }
})

async function register({ company, urls, password }: z.output<typeof Routers>): Promise<number> {
  await inTransaction(world.pool, 'enlace_app', { ...SYSTEM, companyId: company }, async (tx) => {
    for (const [index, url] of urls.entries()) {
      const id = newId()
      const name = `Torre ${String(index).padStart(2, '0')}`
      const how = { login: 'enlace', certificate: null, list_name: 'morosos', nas_address: null, coa_port: 3_799 }
      await insertDevice(tx, id, { name, kind: 'routeros', mode: 'enforce', url, ...how })
      await setSecret(tx, id, { sealed: sealSecret(world, { company_id: company, id }, password) })
    }
  })
  return urls.length
}
