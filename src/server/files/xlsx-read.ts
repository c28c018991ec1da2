import { unzipSync } from 'fflate'
import { readSheet } from 'read-excel-file/node'
import { type Refusal, refuseField } from '#domain/core/refusal.ts'
import { TABLE_ROWS_MAX } from './csv-read.ts'

/** The largest uncompressed size of a workbook. */
const UNCOMPRESSED_MAX_BYTES = 60 * 1024 * 1024
const ENTRIES_MAX = 2_000

/**
 * The rows of a workbook's first sheet as text. Slow: only a worker calls it. A zip bomb is refused by the sizes in its directory,
 * otherwise by the memory and time limits of the worker.
 */
export async function readXlsx(bytes: Buffer): Promise<string[][]> {
  assertUncompressedSize(bytes)
  const sheet = await readSheet(bytes)
  return sheet.slice(0, TABLE_ROWS_MAX + 1).map((row) => row.map((cell) => textOf(cell)))
}

function assertUncompressedSize(bytes: Buffer): void {
  let totalBytes = 0
  let entries = 0
  try {
    // Reads only the zip directory: the filter rejects every entry, so no entry is decompressed.
    unzipSync(bytes, {
      filter: ({ originalSize }) => {
        totalBytes += originalSize
        entries += 1
        return false
      },
    })
  } catch {
    throw unreadable('El archivo no es un XLSX: guárdalo de nuevo desde Excel o como CSV')
  }
  if (totalBytes > UNCOMPRESSED_MAX_BYTES || entries > ENTRIES_MAX) {
    throw unreadable('El archivo de Excel es demasiado grande por dentro: guarda solo la hoja de clientes')
  }
}

const unreadable = (message: string): Refusal => refuseField('invalid', 'file', message)

/** A cell as text, like in a CSV: days as 2026-11-20, whole numbers without exponent or decimals. */
function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().slice(0, 10)
  if (typeof cell === 'number') return numberText(cell)
  return typeof cell === 'string' ? cell : JSON.stringify(cell)
}

/** A number with at most two decimals is printed with two; others with at least four, so that '12.345' is not read as twelve thousand. */
function numberText(value: number): string {
  if (Number.isSafeInteger(value)) return value.toFixed(0)
  const rounded = value.toFixed(2)
  if (Math.abs(value - Number(rounded)) < 1e-6) return rounded
  return Math.abs(value) < 1e15 ? value.toFixed(4) : String(value)
}
