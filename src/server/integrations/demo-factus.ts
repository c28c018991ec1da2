import { dayOf } from '#domain/core/days.ts'
import type { FactusCredentials } from '#domain/integrations/credentials.ts'
import { inPlatformTx, SYSTEM, type World } from '#server/core/context.ts'
import { inTransaction } from '#server/core/tx.ts'
import { writeFactusKeys } from './factus.ts'
import { getCompanyNamed, listConnections, saveTest, updateFlag } from './queries.ts'
import { writeRanges } from './ranges.ts'

/** Connects a company of the demo to the Factus simulator, unless it is connected already. */
export async function connectDemoFactus(world: World, name: string, credentials: FactusCredentials): Promise<void> {
  const company = await inPlatformTx(world, (tx) => getCompanyNamed(tx, name))
  if (!company) return
  const { environment, ...keys } = credentials
  const answer = await world.factus(environment, keys).numberingRanges()
  const scope = { ...SYSTEM, companyId: company.id }
  await inTransaction(world.pool, 'enlace_app', scope, async (tx) => {
    const { secret } = world.config
    if ((await listConnections(tx, 'factus')).length > 0) return
    await writeFactusKeys(tx, secret, company.id, credentials, 'La demostración')
    const [stored] = await listConnections(tx, 'factus')
    if (stored) await saveTest(tx, 'factus', stored, { problem: null, is_on: true })
    if (answer.kind === 'ok') await writeRanges(tx, secret, environment, answer.data, dayOf(world.clock()))
    await updateFlag(tx, 'factus')
  })
}
