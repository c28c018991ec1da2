import type { World } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import { factusOn } from '#server/integrations/account.ts'
import type { Issuer } from '../issuer.ts'
import { factusIssuer } from './issuer.ts'

/** The account of the company of the transaction, when its integration is on. Null otherwise. */
export async function openFactus(world: World, tx: Tx): Promise<Issuer | null> {
  const account = await factusOn(world, tx)
  return account && factusIssuer(world.config.secret, account)
}
