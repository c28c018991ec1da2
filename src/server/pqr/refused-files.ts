import { sql } from 'kysely'
import { Refusal } from '#domain/core/refusal.ts'
import type { Tx } from '#server/core/tx.ts'
import { type Author, CLOCK, writeStep } from './change.ts'
import { insertFile, type KeptFile } from './files.ts'
import type { StoredCase } from './queries.ts'

const PERMANENT: ReadonlySet<string> = new Set([
  'invalid',
  'too_large',
  'limit_reached',
  'refused',
  'unsupported_media',
])
const USED_COPY = 'Se envió con otra PQR, o venció su subida; agrégalo otra vez en esta'
const FULL_COPY = 'la empresa no tiene espacio para más archivos; entrégaselo por otro medio'

/** The sentence about a file that is not kept. Throws the error of a store that does not answer: the sender tries again. */
export function refusedLine(name: string, error: unknown): string {
  if (!(error instanceof Refusal) || !PERMANENT.has(error.code)) throw error
  // The limit of the company on a field: its sentence is for the staff.
  const isFull = error.code === 'limit_reached' && error.errors !== undefined
  const why = isFull ? FULL_COPY : `${error.message.slice(0, 1).toLowerCase()}${error.message.slice(1)}`
  return `No guardamos «${name}»: ${why}.`
}

/**
 * Writes the rows of files that come with something else: a filing, a message or a mail is kept also without a file that a limit refuses
 * (R3.1). Returns the sentence about each file that is not kept.
 */
export async function insertFiles(
  tx: Tx,
  found: StoredCase,
  files: readonly KeptFile[],
  by: { author: Author; now: Date },
): Promise<string[]> {
  const refused: string[] = []
  for (const file of files) {
    const problem = await fileProblem(tx, found, file, by)
    if (problem !== null) refused.push(refusedLine(file.name, problem))
  }
  return refused
}

/** Writes the row of a file; a refusal leaves what it came with, and is returned. */
async function fileProblem(
  tx: Tx,
  found: StoredCase,
  file: KeptFile,
  { author, now }: { author: Author; now: Date },
): Promise<Refusal | null> {
  await sql`savepoint file_of_case`.execute(tx)
  try {
    await insertFile(tx, found, file, { author, is_internal: false, now })
    return null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await sql`rollback to savepoint file_of_case`.execute(tx)
    // A file that was uploaded before is not there for a second filing: to send the same again would not help.
    return error.code === 'unavailable' && file.isUploaded === true ? new Refusal('refused', USED_COPY) : error
  }
}

/** Writes what is not kept in the thread, for both sides. */
export async function noteRefused(tx: Tx, found: StoredCase, lines: readonly string[], now: Date): Promise<void> {
  if (lines.length === 0) return
  await writeStep(tx, found, {
    author: CLOCK,
    now,
    changes: {},
    entry: { kind: 'notified', text: lines.join('\n') },
    event: { name: 'pqr.messaged', after: { is_internal: false } },
  })
}
