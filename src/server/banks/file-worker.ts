import { parentPort, workerData } from 'node:worker_threads'
import * as z from 'zod/mini'
import { isAsobancaria, readAsobancaria } from '#domain/banks/asobancaria.ts'
import type { ReadFile } from '#domain/banks/movement.ts'
import { readStatement } from '#domain/banks/statement.ts'
import { DayText } from '#domain/core/days.ts'
import { Refusal } from '#domain/core/refusal.ts'
import { storable } from '#server/core/storable.ts'
import { decodeText, readCsv } from '#server/files/csv-read.ts'

/** A workbook is a zip. */
const ZIP = Buffer.from('PK')
const FIRST_LINE_BYTES = 16

/** Reads one file of a bank outside the server's thread, within its limits of memory and time. Sends its movements or its problems. */
const { bytes, today } = z.parse(z.object({ bytes: z.instanceof(Uint8Array), today: DayText }), workerData)
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's port, not a window
parentPort?.postMessage(await read(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)))

async function read(file: Buffer): Promise<ReadFile> {
  try {
    if (isAsobancaria(file.subarray(0, FIRST_LINE_BYTES).toString('utf8')))
      return readAsobancaria(storable(decodeText(file)))
    return readStatement(
      (await rowsOf(file)).map((row) => row.map((text) => storable(text))),
      today,
    )
  } catch (error) {
    if (error instanceof Refusal) return { problems: [{ line: 1, message: `: ${error.message}` }] }
    throw error
  }
}

async function rowsOf(file: Buffer): Promise<string[][]> {
  if (!file.subarray(0, ZIP.length).equals(ZIP)) return readCsv(file)
  const { readXlsx } = await import('#server/files/xlsx-read.ts')
  return readXlsx(file)
}
