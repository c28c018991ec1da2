import { parentPort, workerData } from 'node:worker_threads'
import * as z from 'zod/mini'
import { Refusal, refuseField } from '#domain/core/refusal.ts'
import { readCsv, TABLE_ROWS_MAX } from './csv-read.ts'

/** Cells of a table: what the main thread copies in one turn of its event loop. */
const CELLS_MAX = 250_000
/** A longer cell is cut: one character more than an import accepts (1,000), so that its row is refused without reading it. */
const CELL_KEPT_CHARS = 1_001
/** A workbook is a zip. */
const ZIP = Buffer.from('PK')

/** Reads one file outside the server's thread, within the memory and time of `table.ts`. Answers its rows, or what is wrong with it. */
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

/** A CSV or a workbook, whichever its bytes say it is: people rename files. */
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
  const kept = rows.map((row) => row.slice(0, row.findLastIndex((text) => text.trim() !== '') + 1).map(storable))
  if (kept.reduce((total, row) => total + row.length, 0) > CELLS_MAX) {
    throw refuseField('invalid', 'file', 'El archivo tiene demasiadas celdas: quita las columnas que no necesitas')
  }
  return kept
}

/** What the database can hold: no NUL and no half of a character. */
function storable(text: string): string {
  return text.slice(0, CELL_KEPT_CHARS).toWellFormed().replaceAll('\0', '')
}
