import * as z from 'zod/mini'
import type { Environment } from '#domain/core/environment.ts'
import { decrypt, encrypt } from '#server/core/encryption.ts'
import type { CredentialsProvider } from '#server/db/types.ts'

const Keys = z.object({
  public_key: z.string(),
  private_key: z.string(),
  integrity_secret: z.string(),
  event_key: z.string(),
})
type Keys = z.output<typeof Keys>

const FactusKeys = z.object({
  user: z.string(),
  password: z.string(),
  client_id: z.string(),
  client_secret: z.string(),
})
type FactusKeys = z.output<typeof FactusKeys>

const contextOf = (companyId: string, provider: CredentialsProvider, environment: Environment): string =>
  `credentials:${companyId}:${provider}:${environment}`

/** Encrypts a company's keys for the database. */
export const encryptKeys = (secret: Buffer, companyId: string, environment: Environment, keys: Keys): Buffer =>
  encrypt(secret, JSON.stringify(keys), contextOf(companyId, 'wompi', environment))

/** Decrypts the keys. Null with another company, environment or secret, or when the bytes were changed. */
export function decryptKeys(secret: Buffer, companyId: string, environment: Environment, sealed: Buffer): Keys | null {
  const text = decrypt(secret, sealed, contextOf(companyId, 'wompi', environment))
  return text === null ? null : z.parse(Keys, JSON.parse(text))
}

/** The same for the credentials of Factus. */
export const encryptFactusKeys = (
  secret: Buffer,
  companyId: string,
  environment: Environment,
  keys: FactusKeys,
): Buffer => encrypt(secret, JSON.stringify(keys), contextOf(companyId, 'factus', environment))

export function decryptFactusKeys(
  secret: Buffer,
  companyId: string,
  environment: Environment,
  sealed: Buffer,
): FactusKeys | null {
  const text = decrypt(secret, sealed, contextOf(companyId, 'factus', environment))
  return text === null ? null : z.parse(FactusKeys, JSON.parse(text))
}

/** The text that authenticates the technical key of a range. */
export const rangeKeyContext = (companyId: string, environment: Environment, providerRangeId: number): string =>
  `numbering_range:${companyId}:factus:${environment}:${providerRangeId}`

const WhatsappSecrets = z.object({ token: z.string(), app_secret: z.string(), verify_token: z.string() })
export type WhatsappSecrets = z.output<typeof WhatsappSecrets>

const whatsappContext = (companyId: string): string => `whatsapp:${companyId}`

/** The same for the secrets of a WhatsApp number. */
export const encryptWhatsapp = (secret: Buffer, companyId: string, secrets: WhatsappSecrets): Buffer =>
  encrypt(secret, JSON.stringify(secrets), whatsappContext(companyId))

export function decryptWhatsapp(secret: Buffer, companyId: string, sealed: Buffer): WhatsappSecrets | null {
  const text = decrypt(secret, sealed, whatsappContext(companyId))
  return text === null ? null : z.parse(WhatsappSecrets, JSON.parse(text))
}

const smsContext = (companyId: string): string => `sms:${companyId}`

/** The same for the key of a gateway of text messages. */
export const encryptSmsKey = (secret: Buffer, companyId: string, key: string): Buffer =>
  encrypt(secret, key, smsContext(companyId))

export const decryptSmsKey = (secret: Buffer, companyId: string, sealed: Buffer): string | null =>
  decrypt(secret, sealed, smsContext(companyId))
