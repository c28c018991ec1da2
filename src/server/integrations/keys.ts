import * as z from 'zod/mini'
import type { Environment } from '#domain/core/environment.ts'
import { decrypt, encrypt } from '#server/core/encryption.ts'

const Keys = z.object({
  public_key: z.string(),
  private_key: z.string(),
  integrity_secret: z.string(),
  event_key: z.string(),
})
type Keys = z.output<typeof Keys>

const contextOf = (companyId: string, environment: Environment): string =>
  `credentials:${companyId}:wompi:${environment}`

/** Encrypts a company's keys for the database. */
export const encryptKeys = (secret: Buffer, companyId: string, environment: Environment, keys: Keys): Buffer =>
  encrypt(secret, JSON.stringify(keys), contextOf(companyId, environment))

/** Decrypts the keys. Null with another company, environment or secret, or when the bytes were changed. */
export function decryptKeys(secret: Buffer, companyId: string, environment: Environment, sealed: Buffer): Keys | null {
  const text = decrypt(secret, sealed, contextOf(companyId, environment))
  return text === null ? null : z.parse(Keys, JSON.parse(text))
}
