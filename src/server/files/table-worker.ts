import { parentPort, workerData } from 'node:worker_threads'
import * as z from 'zod/mini'
import { Refusal, refuseField } from '#domain/core/refusal.ts'
import { storable } from '#domain/core/storable.ts'
import { readCsv, TABLE_ROWS_MAX } from './csv-read.ts'

/** Cells of a table: the main thread copies all of them in one turn of its event loop. */
const CELLS_MAX = 250_000
/** A longer cell is cut: one character more than an import accepts (1,000), so that its row is refused without reading it. */
const CELL_MAX_CHARS = 1_001

/** A workbook is a zip. */
const ZIP = Buffer.from('PK')

/** Reads one file outside the server's thread, within the memory and time limits of `table.ts`. Sends its rows or its problem. */
const { bytes } = z.parse(z.object({ bytes: z.instanceof(Uint8Array) }), workerData)
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's port, not a window
parentPort?.postMessage(await read(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)))

async function read(file: Buffer): Promise<{ rows: string[][] } | { problem: string }> {
  try {
    return { rows: withinLimits(await rowsOf(file)) }
  } catch (error) {
    if (error instanceof Refusal) return { problem: error.message }
    throw error
  }
}

/** The rows of a CSV or a workbook. The first bytes decide the type, because users rename files. */
async function rowsOf(file: Buffer): Promise<string[][]> {
  if (!file.subarray(0, ZIP.length).equals(ZIP)) return readCsv(file)
  // Loaded only for a workbook: it takes longer than reading a short CSV.
  const { readXlsx } = await import('./xlsx-read.ts')
  return readXlsx(file)
}

function withinLimits(rows: string[][]): string[][] {
  if (rows.length > TABLE_ROWS_MAX) {
    throw refuseField('invalid', 'file', `El archivo tiene más de ${TABLE_ROWS_MAX} filas: divídelo en varios`)
  }
  const trimmed = rows.map((row) =>
    row.slice(0, row.findLastIndex((text) => text.trim() !== '') + 1).map((text) => storable(text, CELL_MAX_CHARS)),
  )
  if (trimmed.reduce((total, row) => total + row.length, 0) > CELLS_MAX) {
    throw refuseField('invalid', 'file', 'El archivo tiene demasiadas celdas: quita las columnas que no necesitas')
  }
  return trimmed
}
