import { unzipSync } from 'fflate'
import { readSheet } from 'read-excel-file/node'
import { type Refusal, refuseField } from '#domain/core/refusal.ts'
import { TABLE_ROWS_MAX } from './csv-read.ts'

/** What a workbook may unfold to. */
const UNCOMPRESSED_MAX_BYTES = 60 * 1024 * 1024
const ENTRIES_MAX = 2_000

/**
 * The rows of a workbook's first sheet as text. Slow: only a worker calls it. A bomb is refused by what it says of itself, and else
 * by the memory and the time of that worker.
 */
export async function readXlsx(bytes: Buffer): Promise<string[][]> {
  assertUncompressedSize(bytes)
  const sheet = await readSheet(bytes)
  return sheet.slice(0, TABLE_ROWS_MAX + 1).map((row) => row.map((cell) => textOf(cell)))
}

function assertUncompressedSize(bytes: Buffer): void {
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
  if (unfolded > UNCOMPRESSED_MAX_BYTES || entries > ENTRIES_MAX) {
    throw unreadable('El archivo de Excel es demasiado grande por dentro: guarda solo la hoja de clientes')
  }
}

const unreadable = (message: string): Refusal => refuseField('invalid', 'file', message)

/** A cell as it would stand in a CSV: days as 2026-11-20, whole numbers without exponent or decimals. */
function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().slice(0, 10)
  if (typeof cell === 'number') return numberText(cell)
  return typeof cell === 'string' ? cell : JSON.stringify(cell)
}

/** Two decimals are an amount; more keep at least four, so that nobody reads '12.345' as twelve thousand. */
function numberText(value: number): string {
  if (Number.isSafeInteger(value)) return value.toFixed(0)
  const rounded = value.toFixed(2)
  if (Math.abs(value - Number(rounded)) < 1e-6) return rounded
  return Math.abs(value) < 1e15 ? value.toFixed(4) : String(value)
}
