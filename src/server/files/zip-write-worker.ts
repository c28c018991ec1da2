import { parentPort, workerData } from 'node:worker_threads'
import { zipSync } from 'fflate'
import * as z from 'zod/mini'

const Work = z.object({ entries: z.array(z.object({ name: z.string(), bytes: z.instanceof(Uint8Array) })) })

/** Writes one ZIP outside the server's thread, without compression. */
const { entries } = z.parse(Work, workerData)
const zip = zipSync(Object.fromEntries(entries.map(({ name, bytes }) => [name, bytes])), { level: 0 })
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's port, not a window
parentPort?.postMessage(zip)
