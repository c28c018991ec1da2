import { parentPort, workerData } from 'node:worker_threads'
import writeXlsxFile from 'write-excel-file/node'
import * as z from 'zod/mini'

/** Writes a workbook of one sheet outside the server's thread: fifty thousand rows take seconds. */
const { rows } = z.parse(z.object({ rows: z.array(z.array(z.union([z.string(), z.number()]))) }), workerData)
const bytes = await writeXlsxFile(
  rows.map((row) =>
    row.map((value) => (typeof value === 'number' ? { value, type: Number } : { value, type: String })),
  ),
).toBuffer()
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's port, not a window
parentPort?.postMessage(bytes)
