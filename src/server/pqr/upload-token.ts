import { ID_BYTES, idBytes, idOfBytes, openToken, signToken } from '#server/core/link-token.ts'
import type { AnnexKind } from '#server/files/annexes.ts'
import type { StoredFile } from '#server/files/storing.ts'

/** A stored file that waits for its row, in the files of a company. */
type Upload = { companyId: string; kind: AnnexKind; stored: StoredFile }

const PURPOSE = 'pqr-upload'
const DIGEST_BYTES = 32
const NUMBER_BYTES = 4
/** Less than the hour in which the announcement of a stored file lasts (files/storing.ts). */
const VALID_MS = 55 * 60_000
const KINDS: readonly AnnexKind[] = ['pdf', 'image']

/** The parts of a token in their order, in bytes: company, announcement, content, size, kind, end in whole seconds. */
const PARTS = [ID_BYTES, ID_BYTES, DIGEST_BYTES, NUMBER_BYTES, NUMBER_BYTES, NUMBER_BYTES]
const LENGTH = PARTS.reduce((sum, one) => sum + one, 0)

/** The key of a file that was uploaded without a session: its row is written with what it belongs to. */
export function uploadToken(
  secret: Buffer,
  { companyId, kept: { kind, stored } }: { companyId: string; kept: Pick<Upload, 'kind' | 'stored'> },
  now: Date,
): string {
  const until = Math.floor((now.getTime() + VALID_MS) / 1_000)
  const payload = [
    idBytes(companyId),
    idBytes(stored.storing),
    Buffer.from(stored.name, 'hex'),
    number(stored.bytes),
    number(KINDS.indexOf(kind)),
    number(until),
  ]
  return signToken(secret, PURPOSE, Buffer.concat(payload))
}

/** The upload of a token. Null when its signature is wrong or its time has passed. */
export function readUploadToken(secret: Buffer, token: string, now: Date): Upload | null {
  const payload = openToken(secret, PURPOSE, token, [LENGTH])
  if (!payload) return null
  let from = 0
  const [company, storing, digest, bytes, kindAt, until] = PARTS.map((length) => {
    from += length
    return payload.subarray(from - length, from)
  })
  const kind = kindAt && KINDS[kindAt.readUInt32BE()]
  if (!company || !storing || !digest || !bytes || !kind || !until || until.readUInt32BE() * 1_000 < now.getTime())
    return null
  return {
    companyId: idOfBytes(company),
    kind,
    stored: { name: digest.toString('hex'), bytes: bytes.readUInt32BE(), storing: idOfBytes(storing) },
  }
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(NUMBER_BYTES)
  bytes.writeUInt32BE(value)
  return bytes
}
