import { ID_BYTES, idBytes, idOfBytes, openToken, signToken } from '#server/core/link-token.ts'

/** The case whose receipt is downloaded without a session, until an instant. */
type ReceiptTarget = { companyId: string; caseId: string; until: Date }

const PURPOSE = 'pqr-receipt'
const SECONDS_BYTES = 4
const VALID_MS = 60 * 60_000

/** The token with which who just filed a case downloads its receipt for an hour: its ids, its end in whole seconds and a signature. */
export function receiptToken(secret: Buffer, { companyId, caseId }: Omit<ReceiptTarget, 'until'>, now: Date): string {
  const until = Buffer.alloc(SECONDS_BYTES)
  until.writeUInt32BE(Math.floor((now.getTime() + VALID_MS) / 1_000))
  return signToken(secret, PURPOSE, Buffer.concat([idBytes(companyId), idBytes(caseId), until]))
}

/** The target of a token. Null when its signature is wrong or its hour has passed. */
export function readReceiptToken(secret: Buffer, token: string, now: Date): ReceiptTarget | null {
  const payload = openToken(secret, PURPOSE, token, [ID_BYTES * 2 + SECONDS_BYTES])
  if (!payload) return null
  const until = new Date(payload.readUInt32BE(ID_BYTES * 2) * 1_000)
  if (until < now) return null
  return {
    companyId: idOfBytes(payload.subarray(0, ID_BYTES)),
    caseId: idOfBytes(payload.subarray(ID_BYTES, ID_BYTES * 2)),
    until,
  }
}
