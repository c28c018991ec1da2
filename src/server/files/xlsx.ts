import { Worker } from 'node:worker_threads'
import { unzipSync } from 'fflate'
import * as z from 'zod/mini'
import { type Refusal, refuseField } from '#domain/core/refusal.ts'
import { TABLE_ROWS_MAX } from './csv.ts'

/** What a workbook may unfold to, and how long and with how much memory it may be read. */
const UNFOLDED_MAX_BYTES = 60 * 1024 * 1024
const READ_MAX_MS = 20_000
const MEMORY_MAX_MB = 256
const ENTRIES_MAX = 2_000
/** Workbooks read at the same time: each may take its memory. */
const READERS_MAX = 2

const Rows = z.array(z.array(z.string()))
const WORKER = new URL('xlsx-worker.ts', import.meta.url)

/** The rows of a workbook's first sheet as text. A bomb is refused by what it says of itself, and else by memory and time. */
export async function readXlsx(bytes: Buffer): Promise<string[][]> {
  assertHarmless(bytes)
  while (readers.size >= READERS_MAX) await Promise.race(readers)
  const reading = readAway(bytes)
  const settled = reading.then(ignore, ignore).finally(() => readers.delete(settled))
  readers.add(settled)
  return reading
}

const readers = new Set<Promise<void>>()
const ignore = (): void => undefined

async function readAway(bytes: Buffer): Promise<string[][]> {
  const worker = new Worker(WORKER, {
    workerData: { bytes, rowsMax: TABLE_ROWS_MAX + 1 },
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MAX_MB },
    stderr: true,
  })
  const limit = setTimeout(() => void worker.terminate(), READ_MAX_MS)
  try {
    return z.parse(
      Rows,
      await new Promise((resolve, reject) => {
        worker.once('message', resolve)
        worker.once('error', reject)
        worker.once('exit', () => reject(new Error('it ended before it answered')))
      }),
    )
  } catch {
    throw unreadable('No pudimos leer el archivo de Excel: guárdalo de nuevo como XLSX o como CSV')
  } finally {
    clearTimeout(limit)
    await worker.terminate()
  }
}

function assertHarmless(bytes: Buffer): void {
  let unfolded = 0
  let entries = 0
  try {
    // Only the directory is read: nothing passes the filter, so nothing is inflated.
    unzipSync(bytes, {
      filter: ({ originalSize }) => {
        unfolded += originalSize
        entries += 1
        return false
      },
    })
  } catch {
    throw unreadable('El archivo no es un XLSX: guárdalo de nuevo desde Excel o como CSV')
  }
  if (unfolded > UNFOLDED_MAX_BYTES || entries > ENTRIES_MAX) {
    throw unreadable('El archivo de Excel es demasiado grande por dentro: guarda solo la hoja de clientes')
  }
}

const unreadable = (message: string): Refusal => refuseField('invalid', 'file', message)

export type Cell = string | number

const WRITER = new URL('xlsx-write-worker.ts', import.meta.url)
const Bytes = z.instanceof(Uint8Array)
let writing: Promise<unknown> = Promise.resolve()

/**
 * A workbook with one sheet. Text stays text: a spreadsheet does not run what begins like a formula. Written in a thread of its own,
 * one workbook at a time.
 */
export async function writeXlsx(rows: readonly (readonly Cell[])[]): Promise<Buffer> {
  const written = writing.then(() => writeAway(rows))
  writing = written.catch(ignore)
  return written
}

async function writeAway(rows: readonly (readonly Cell[])[]): Promise<Buffer> {
  const worker = new Worker(WRITER, { workerData: { rows } })
  try {
    const bytes = await new Promise((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('it ended before it answered')))
    })
    return Buffer.from(z.parse(Bytes, bytes))
  } finally {
    await worker.terminate()
  }
}
