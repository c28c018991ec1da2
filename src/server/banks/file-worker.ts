import { parentPort, workerData } from 'node:worker_threads'
import * as z from 'zod/mini'
import { isAsobancaria, readAsobancaria } from '#domain/banks/asobancaria.ts'
import { headingsOf, isSameHeadings } from '#domain/banks/headings.ts'
import { type BankLayout, LAYOUT_COLUMNS_MAX, RememberedLayout } from '#domain/banks/layout.ts'
import type { ReadFile } from '#domain/banks/movement.ts'
import { guessColumns, readStatement } from '#domain/banks/statement.ts'
import { DayText } from '#domain/core/days.ts'
import { Refusal } from '#domain/core/refusal.ts'
import { storable } from '#domain/core/storable.ts'
import { decodeText, readCsv } from '#server/files/csv-read.ts'

/** A workbook is a zip. */
const ZIP = Buffer.from('PK')
const FIRST_LINE_BYTES = 16

/** The rows and cells of a file that a person sees to say what its columns have. */
const SAMPLE_ROWS = 12
const SAMPLE_CHARS = 60

const Work = z.object({
  bytes: z.instanceof(Uint8Array),
  today: DayText,
  /** The columns that a person named, for this file or an earlier one. */
  named: z.nullable(z.extend(RememberedLayout, { isChosen: z.boolean() })),
  /** Whether the first rows of the file are asked for, instead of its movements. */
  isSample: z.boolean(),
})
type Sample = { rows: string[][]; columns: BankLayout; is_remembered: boolean }

/** Reads one file of a bank outside the server's thread, within its limits of memory and time. Sends its movements, its problems or its first rows. */
const { bytes, today, named, isSample } = z.parse(Work, workerData)
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's port, not a window
parentPort?.postMessage(await read(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)))

async function read(file: Buffer): Promise<ReadFile | Sample> {
  try {
    if (isAsobancaria(file.subarray(0, FIRST_LINE_BYTES).toString('utf8')))
      return readAsobancaria(storable(decodeText(file)))
    const rows = (await rowsOf(file)).map((row) => row.map((text) => storable(text)))
    return isSample ? sampleOf(rows) : readStatement(rows, today, named)
  } catch (error) {
    if (error instanceof Refusal) return { problems: [{ line: 1, message: `: ${error.message}` }] }
    throw error
  }
}

function sampleOf(rows: readonly string[][]): Sample {
  const filled = rows.filter((row) => row.some((cell) => cell.trim() !== '')).slice(0, SAMPLE_ROWS)
  return {
    rows: filled.map((row) => row.slice(0, LAYOUT_COLUMNS_MAX).map((cell) => storable(cell.slice(0, SAMPLE_CHARS)))),
    columns: guessColumns(rows, named),
    is_remembered: named !== null && isSameHeadings(headingsOf(rows), named.headings),
  }
}

async function rowsOf(file: Buffer): Promise<string[][]> {
  if (!file.subarray(0, ZIP.length).equals(ZIP)) return readCsv(file)
  const { readXlsx } = await import('#server/files/xlsx-read.ts')
  return readXlsx(file)
}
