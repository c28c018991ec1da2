import * as z from 'zod/mini'
import { Refusal } from '#domain/core/refusal.ts'
import { boundedQueue } from '#server/core/queue.ts'
import { runThread } from '#server/files/thread.ts'

const bytes = z.instanceof(Uint8Array)

/** A received mail: who sent it, to which addresses it came, and what it says without the e-mail that it answers. */
const ReceivedMail = z.object({
  /** Of the Message-ID and the sender, or of the whole mail: the same when it is delivered again. */
  digest: z.pipe(
    bytes,
    z.transform((digest) => Buffer.from(digest)),
  ),
  /** Null when it does not have exactly one. */
  from: z.nullable(z.string()),
  to: z.array(z.string()),
  /** An answer that a program wrote, a list, or the report of a mail that was not delivered. */
  isAutomatic: z.boolean(),
  text: z.string(),
  files: z.array(z.object({ name: z.string(), bytes })),
})
export type ReceivedMail = z.output<typeof ReceivedMail>

/** A mail with a file takes a third of a second, and the worst of 12 MB that was found three: a longer time is of a busy machine. */
const READ_MAX_MS = 20_000
const READ_MAX_MB = 512
/** The largest mail in lines of 76 characters has 166,000. The reader needs memory for each line: millions would end the process. */
const LINES_MAX = 250_000
const NEW_LINE = 10
/** More than the parser takes. */
const HEAD_MAX_BYTES = 512 * 1024
const WORKER = new URL('mail-worker.ts', import.meta.url)

/** The mail server delivers it again. */
const busy = (): Refusal =>
  new Refusal('unavailable', 'Estamos leyendo otros correos. Intenta de nuevo.', { retryAfterS: 5 })

const queueReading = boundedQueue({
  concurrency: 2,
  waitingMax: 4,
  refusal: () => busy(),
})

/** The headers of a mail, with their empty line: a body may cost far more to read, and every sender may write to the domain of the answers. */
export const readMailHead = (raw: Uint8Array): Promise<ReceivedMail> => readMail(headOf(raw))

/** Reads a mail as it arrived, outside the server's thread. Throws a Refusal: 'invalid' for bytes that are no mail, 'unavailable' on a busy machine. */
export const readMail = (raw: Uint8Array): Promise<ReceivedMail> =>
  queueReading(async () => {
    if (hasTooManyLines(raw)) throw new Refusal('invalid', UNREADABLE)
    const limits = { timeMaxMs: READ_MAX_MS, resourceLimits: { maxOldGenerationSizeMb: READ_MAX_MB } }
    const start = performance.now()
    const read = await runThread(WORKER, { raw }, limits).catch(() => {
      throw performance.now() - start < READ_MAX_MS ? new Refusal('invalid', UNREADABLE) : busy()
    })
    return z.parse(ReceivedMail, read)
  })

/** Until the first empty line; a part of the mail when it has none. The parser refuses headers that are too large. */
function headOf(raw: Uint8Array): Uint8Array {
  const mail = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  const ends = ['\r\n\r\n', '\n\n']
    .map((end) => ({ at: mail.indexOf(end), length: end.length }))
    .filter(({ at }) => at !== -1)
  const end = ends.length === 0 ? HEAD_MAX_BYTES : Math.min(...ends.map(({ at, length }) => at + length))
  return Uint8Array.from(mail.subarray(0, end))
}

const UNREADABLE = 'Ese correo no se puede leer'

function hasTooManyLines(raw: Uint8Array): boolean {
  let count = 0
  for (let at = raw.indexOf(NEW_LINE); at !== -1; at = raw.indexOf(NEW_LINE, at + 1)) {
    count += 1
    if (count > LINES_MAX) return true
  }
  return false
}
