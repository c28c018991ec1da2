import * as z from 'zod/mini'
import { Refusal, refuseField } from '#domain/core/refusal.ts'
import { boundedQueue } from '#server/core/queue.ts'
import { runThread } from './thread.ts'

/** A file of 5 MB takes less than a second. */
const READ_MAX_MS = 15_000
const READ_MAX_MB = 256
const WORKER = new URL('pdf-worker.ts', import.meta.url)

const queueReading = boundedQueue({
  concurrency: 2,
  waitingMax: 20,
  refusal: () =>
    new Refusal('unavailable', 'Hay muchos archivos en espera en este momento. Intenta de nuevo en un minuto.', {
      retryAfterS: 5,
    }),
})

const Content = z.enum(['passive', 'active', 'encrypted', 'unread'])

const REFUSALS = {
  encrypted: 'El PDF está protegido y no podemos revisarlo: ábrelo, imprímelo como PDF y sube esa copia',
  active: 'El PDF lleva programas u otros archivos dentro: imprímelo como PDF y sube esa copia',
  unread: 'No pudimos revisar el PDF: ábrelo, imprímelo como PDF y sube esa copia',
} as const

/**
 * Throws a refusal on `field` for a PDF that can run a script, open another program or carry another file, and for one whose content
 * cannot be read. A file is read in a thread with limits of time and memory: whatever it contains, the server goes on answering.
 */
export async function assertPassivePdf(bytes: Buffer, field: string): Promise<void> {
  const limits = { timeMaxMs: READ_MAX_MS, resourceLimits: { maxOldGenerationSizeMb: READ_MAX_MB } }
  const content = z.parse(Content, await queueReading(() => runThread(WORKER, { bytes }, limits).catch(() => 'unread')))
  if (content !== 'passive') throw refuseField('invalid', field, REFUSALS[content])
}
