import { notFound } from '#domain/core/refusal.ts'
import type { Config } from '#server/config.ts'
import { sameBytes, tokenHash } from './secrets.ts'

/**
 * Throws the Refusal of an address that does not exist, unless the caller is the mail server of the platform: its token is compared in
 * constant time. Without INBOUND_TOKEN no mail is received.
 */
export function assertMailServer({ inbound }: Pick<Config, 'inbound'>, bearer: string | null): void {
  if (inbound === null || bearer === null || !sameBytes(tokenHash(inbound.token), tokenHash(bearer)))
    throw notFound('Esa dirección no existe')
}
