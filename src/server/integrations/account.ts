import type { Environment } from '#domain/core/environment.ts'
import type { World } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import type { Wompi } from '#server/providers/wompi/client.ts'
import { decryptKeys } from './keys.ts'

/** A company's account at Wompi, and its environment. */
export type WompiAccount = { environment: Environment; wompi: Wompi }

/** The account of the transaction's company that is on. Null when online payments are off, or its keys cannot be decrypted. */
export const accountOn = (world: World, tx: Tx): Promise<WompiAccount | null> => findAccount(world, tx, null)

/** The account in one environment, on or off: pending payments are checked in the environment where they began. */
export const accountIn = (world: World, tx: Tx, environment: Environment): Promise<WompiAccount | null> =>
  findAccount(world, tx, environment)

async function findAccount(world: World, tx: Tx, environment: Environment | null): Promise<WompiAccount | null> {
  const query = tx.selectFrom('credentials').select(['company_id', 'environment', 'sealed'])
  const stored = await query
    .where('provider', '=', 'wompi')
    .where((where) => (environment === null ? where('is_on', '=', true) : where('environment', '=', environment)))
    .executeTakeFirst()
  if (!stored) return null
  const storedEnvironment: Environment = stored.environment === 'production' ? 'production' : 'test'
  const keys = decryptKeys(world.config.secret, stored.company_id, storedEnvironment, stored.sealed)
  return keys === null ? null : { environment: storedEnvironment, wompi: world.wompi(storedEnvironment, keys) }
}
