import { sql } from 'kysely'
import type { World } from '#server/core/context.ts'
import { decrypt, encrypt } from '#server/core/encryption.ts'
import type { Tx } from '#server/core/tx.ts'
import type { Issuer } from '../issuer.ts'
import { ublFileIssuer } from './issuer.ts'

const pinContext = (companyId: string): string => `file_issuer:${companyId}`

export const encryptPin = (secret: Buffer, companyId: string, pin: string): Buffer =>
  encrypt(secret, pin, pinContext(companyId))

/** 'Archivo UBL' of the company of the transaction, when it is on and Factus is off: what waits for the test of new credentials is no file. Null otherwise, and when its PIN cannot be decrypted. */
export async function openUblFile(world: World, tx: Tx): Promise<Issuer | null> {
  const stored = await tx
    .selectFrom('file_issuers')
    .select(['company_id', 'environment', 'sealed_pin'])
    .where('is_on', '=', true)
    .where(sql<boolean>`not (select c.is_factus_integration from companies c where c.id = file_issuers.company_id)`)
    .executeTakeFirst()
  if (!stored) return null
  const pin = decrypt(world.config.secret, stored.sealed_pin, pinContext(stored.company_id))
  return pin === null ? null : ublFileIssuer(world, stored.company_id, { environment: stored.environment, pin })
}
