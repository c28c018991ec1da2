import { parentPort, workerData } from 'node:worker_threads'
import writeXlsxFile from 'write-excel-file/node'
import * as z from 'zod/mini'

/** Writes a workbook outside the server's thread: fifty thousand rows take seconds. */
const Sheets = z.array(z.object({ name: z.string(), rows: z.array(z.array(z.union([z.string(), z.number()]))) }))
const { sheets } = z.parse(z.object({ sheets: Sheets }), workerData)
const bytes = await writeXlsxFile(
  sheets.map(({ name, rows }) => ({
    sheet: name,
    data: rows.map((row) =>
      row.map((value) => (typeof value === 'number' ? { value, type: Number } : { value, type: String })),
    ),
  })),
).toBuffer()
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's port, not a window
parentPort?.postMessage(bytes)
