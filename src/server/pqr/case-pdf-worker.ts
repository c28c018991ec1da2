import { parentPort, workerData } from 'node:worker_threads'
import * as z from 'zod/mini'
import { LetterheadData, LogoData } from '#server/documents/thread-data.ts'
import { casePdf, Drawn } from './drawing.ts'

/** Draws one document of a case outside the server's thread, within the limits of `documents.ts`. */
const { issuer, logo, drawn } = z.parse(z.object({ issuer: LetterheadData, logo: LogoData, drawn: Drawn }), workerData)
const bytes = await casePdf(issuer, logo, drawn)
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's port, not a window
parentPort?.postMessage(bytes)
