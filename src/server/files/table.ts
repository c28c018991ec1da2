import * as z from 'zod/mini'
import { Refusal, refuseField } from '#domain/core/refusal.ts'
import { boundedQueue, queuePerKey } from '#server/core/queue.ts'
import { runThread } from './thread.ts'

/** Files read at the same time in this process: each takes a thread with its memory. */
export const READERS_MAX = 2
/** Files of all companies that wait for a reader. */
export const WAITING_MAX = 20
/** How long and with how much memory one file may be read. */
const READ_MAX_MS = 20_000
const READ_MAX_MB = 256
/** Uploads of one company that wait for its turn; one of them at a time is read and written. */
export const COMPANY_WAITING_MAX = 4

const RETRY_AFTER_S = 5
const WORKER = new URL('table-worker.ts', import.meta.url)
const Answer = z.union([z.object({ rows: z.array(z.array(z.string())) }), z.object({ problem: z.string() })])

/** Where every file waits for a reader. */
export const queueReading = boundedQueue({
  concurrency: READERS_MAX,
  waitingMax: WAITING_MAX,
  refusal: () =>
    new Refusal('unavailable', 'Hay muchos archivos en espera en este momento. Vuelve a subir el tuyo en un minuto.', {
      retryAfterS: RETRY_AFTER_S,
    }),
})

/**
 * The uploads of one company take turns in this process, so that none of them fills the readers for the others. The turn lasts until
 * `work` ends, writing included; who waits holds no connection.
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
 * The rows of a CSV or of a workbook as text, read in a thread of its own. Blank rows are kept in their place, blank cells at the end
 * of a row are not, and every cell can be stored. Never called inside a transaction. Throws a refusal on field `file` when it is
 * neither, or too long.
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
