import { parentPort, workerData } from 'node:worker_threads'
import * as z from 'zod/mini'
import { parseMail } from './parse-mail.ts'

/** Reads one mail outside the server's thread, within the limits of `read-mail.ts`. Sends its parts; ends without a message for no mail. */
const { raw } = z.parse(z.object({ raw: z.instanceof(Uint8Array) }), workerData)
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's port, not a window
parentPort?.postMessage(await parseMail(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)))
