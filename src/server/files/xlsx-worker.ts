import { parentPort, workerData } from 'node:worker_threads'
import { readSheet } from 'read-excel-file/node'
import * as z from 'zod/mini'

/** Reads the first sheet of a workbook away from the server's thread, with its memory capped by whoever starts it. */
const { bytes, rowsMax } = z.parse(z.object({ bytes: z.instanceof(Uint8Array), rowsMax: z.number() }), workerData)
const sheet = await readSheet(Buffer.from(bytes))
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's port, not a window
parentPort?.postMessage(sheet.slice(0, rowsMax).map((row) => row.map((cell) => textOf(cell))))

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
