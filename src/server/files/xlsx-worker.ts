import { parentPort, workerData } from 'node:worker_threads'
import { readSheet } from 'read-excel-file/node'
import * as z from 'zod/mini'

/** Reads the first sheet of a workbook away from the server's thread, with its memory capped by whoever starts it. */
const { bytes } = z.parse(z.object({ bytes: z.instanceof(Uint8Array) }), workerData)
const sheet = await readSheet(Buffer.from(bytes))
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's port, not a window
parentPort?.postMessage(sheet.map((row) => row.map((cell) => textOf(cell))))

/** A cell as it would stand in a CSV: days as 2026-11-20, whole numbers without exponent or decimals. */
function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  if (typeof cell === 'number') return Number.isSafeInteger(cell) ? cell.toFixed(0) : String(cell)
  return typeof cell === 'string' ? cell : JSON.stringify(cell)
}
