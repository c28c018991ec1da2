import { parentPort, workerData } from 'node:worker_threads'
import * as z from 'zod/mini'
import { readPdfContent } from './pdf-content.ts'

/** Reads one PDF outside the server's thread, within the limits of `passive-pdf.ts`. Sends what it contains. */
const { bytes } = z.parse(z.object({ bytes: z.instanceof(Uint8Array) }), workerData)
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's port, not a window
parentPort?.postMessage(await readPdfContent(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)))
