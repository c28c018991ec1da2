import type { World } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import { openFactus } from './factus/account.ts'
import type { Issuer } from './issuer.ts'
import { openUblFile } from './ubl/account.ts'

/** The issuers in the order in which they are asked. Another technological provider is one more folder and one more line. */
const ISSUERS: readonly ((world: World, tx: Tx) => Promise<Issuer | null>)[] = [openFactus, openUblFile]

/** The issuer of the company of the transaction. Null when none is on. */
export async function openIssuer(world: World, tx: Tx): Promise<Issuer | null> {
  for (const open of ISSUERS) {
    const issuer = await open(world, tx)
    if (issuer !== null) return issuer
  }
  return null
}
