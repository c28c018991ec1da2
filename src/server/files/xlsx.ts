import * as z from 'zod/mini'
import { Refusal } from '#domain/core/refusal.ts'
import { boundedQueue } from '#server/core/queue.ts'
import { runThread } from './thread.ts'

export type Cell = string | number

const WAITING_MAX = 20
const WORKER = new URL('xlsx-write-worker.ts', import.meta.url)
const Bytes = z.instanceof(Uint8Array)

const queueWriting = boundedQueue({
  concurrency: 1,
  waitingMax: WAITING_MAX,
  refusal: () =>
    new Refusal(
      'unavailable',
      'Hay muchos libros de Excel en espera. Intenta de nuevo en un minuto o descarga el CSV.',
      {
        retryAfterS: 10,
      },
    ),
})

/**
 * A workbook with one sheet. Text cells have the type text: a spreadsheet does not run them as formulas. Written in a separate
 * thread, one workbook at a time.
 */
export const writeXlsx = (rows: readonly (readonly Cell[])[]): Promise<Buffer> =>
  writeWorkbook([{ name: 'Sheet1', rows }])

/** The same with several sheets, each with its name. */
export const writeWorkbook = (
  sheets: readonly { name: string; rows: readonly (readonly Cell[])[] }[],
): Promise<Buffer> => queueWriting(async () => Buffer.from(z.parse(Bytes, await runThread(WORKER, { sheets }))))
