import * as z from 'zod/mini'
import { Refusal, refuseField } from '#domain/core/refusal.ts'
import { boundedQueue, queuePerKey } from '#server/core/queue.ts'
import { runThread } from './thread.ts'

/** Files that are read at the same time in this process: each needs a thread with its memory. */
export const FILES_READ_AT_ONCE = 2
/** Waiting files of all companies. */
export const WAITING_MAX = 20
/** The time and memory limits of reading one file. */
const READ_MAX_MS = 20_000
const READ_MAX_MB = 256
/** Waiting uploads of one company; one at a time is read and written. */
export const COMPANY_WAITING_MAX = 4

const RETRY_AFTER_S = 5
const WORKER = new URL('table-worker.ts', import.meta.url)
const Answer = z.union([z.object({ rows: z.array(z.array(z.string())) }), z.object({ problem: z.string() })])

/** The queue of all files to read. */
export const queueReading = boundedQueue({
  concurrency: FILES_READ_AT_ONCE,
  waitingMax: WAITING_MAX,
  refusal: () =>
    new Refusal('unavailable', 'Hay muchos archivos en espera en este momento. Vuelve a subir el tuyo en un minuto.', {
      retryAfterS: RETRY_AFTER_S,
    }),
})

/**
 * The queue of each company: its uploads run one after the other in this process, so that one company does not use every reader. A
 * turn includes reading and writing; a waiting upload holds no database connection.
 */
export const queueUpload = queuePerKey({
  concurrency: 1,
  waitingMax: COMPANY_WAITING_MAX,
  refusal: () =>
    new Refusal(
      'too_many',
      'Tu empresa ya tiene varios archivos en espera. Espera a que terminen y vuelve a intentar.',
      {
        retryAfterS: RETRY_AFTER_S,
      },
    ),
})

/**
 * The rows of a CSV or of a workbook as text, read in a separate thread. Blank rows keep their place, blank cells at the end of a
 * row are removed, and PostgreSQL can store every cell. Never call it inside a transaction. Throws a refusal on field `file` when the
 * file is of another type or too long.
 */
export async function readTable(bytes: Uint8Array): Promise<string[][]> {
  const refused = REFUSED_KINDS.find(({ mark }) => mark.equals(bytes.subarray(0, mark.length)))
  if (refused) throw refuseField('invalid', 'file', refused.problem)
  const answer = await queueReading(() => readInThread(bytes))
  if ('problem' in answer) throw refuseField('invalid', 'file', answer.problem)
  return answer.rows
}

/** Kinds of file that are refused by their first bytes, without starting a thread. */
const REFUSED_KINDS: readonly { mark: Buffer; problem: string }[] = [
  {
    mark: Buffer.from('d0cf11e0', 'hex'),
    problem: 'Es un Excel antiguo (.xls) o tiene contraseña: guárdalo como XLSX o como CSV, sin contraseña',
  },
  { mark: Buffer.from('%PDF'), problem: 'Es un PDF: sube la lista como CSV o XLSX' },
]

async function readInThread(bytes: Uint8Array): Promise<z.output<typeof Answer>> {
  try {
    const limits = { timeMaxMs: READ_MAX_MS, resourceLimits: { maxOldGenerationSizeMb: READ_MAX_MB } }
    return z.parse(Answer, await runThread(WORKER, { bytes }, limits))
  } catch {
    throw refuseField('invalid', 'file', 'No pudimos leer el archivo: guárdalo de nuevo como XLSX o como CSV')
  }
}
