import { ID_BYTES, idBytes, idOfBytes, openToken, signToken } from '#server/core/link-token.ts'

/** The target of a signing link. */
export type SigningTarget = { companyId: string; linkId: string }
/** A version of a contract, to read until an instant. */
export type CopyTarget = { companyId: string; contractId: string; version: number; until: Date }

const NUMBER_BYTES = 4
const SIGNING = 'signing-link'
const COPY = 'contract-copy'

/** The token of a signing link: its ids and a signature. */
export const signingToken = (secret: Buffer, { companyId, linkId }: SigningTarget): string =>
  signToken(secret, SIGNING, Buffer.concat([idBytes(companyId), idBytes(linkId)]))

/** The target of a token. Null when its signature is wrong. */
export function readSigningToken(secret: Buffer, token: string): SigningTarget | null {
  const payload = openToken(secret, SIGNING, token, [ID_BYTES * 2])
  return (
    payload && { companyId: idOfBytes(payload.subarray(0, ID_BYTES)), linkId: idOfBytes(payload.subarray(ID_BYTES)) }
  )
}

/** The token of a copy, valid until an instant, in whole seconds. */
export function copyToken(secret: Buffer, { companyId, contractId, version, until }: CopyTarget): string {
  const numbers = Buffer.alloc(NUMBER_BYTES * 2)
  numbers.writeUInt32BE(version)
  numbers.writeUInt32BE(Math.floor(until.getTime() / 1_000), NUMBER_BYTES)
  return signToken(secret, COPY, Buffer.concat([idBytes(companyId), idBytes(contractId), numbers]))
}

/** The target of a token. Null when its signature is wrong or its time has passed. */
export function readCopyToken(secret: Buffer, token: string, now: Date): CopyTarget | null {
  const payload = openToken(secret, COPY, token, [ID_BYTES * 2 + NUMBER_BYTES * 2])
  if (!payload) return null
  const until = new Date(payload.readUInt32BE(ID_BYTES * 2 + NUMBER_BYTES) * 1_000)
  if (until < now) return null
  return {
    companyId: idOfBytes(payload.subarray(0, ID_BYTES)),
    contractId: idOfBytes(payload.subarray(ID_BYTES, ID_BYTES * 2)),
    version: payload.readUInt32BE(ID_BYTES * 2),
    until,
  }
}
