import { parentPort, workerData } from 'node:worker_threads'
import * as z from 'zod/mini'
import { Statement } from '#domain/clients/statement.ts'
import { DayText } from '#domain/core/days.ts'
import { statementPdf } from './statement-file.ts'

const nullableText = z.nullable(z.string())

const Work = z.object({
  issuer: z.object({
    name: z.string(),
    nit: z.string(),
    initial_letter: z.string(),
    color_code: z.string(),
    logo_url: nullableText,
    address: nullableText,
    city: nullableText,
    phone: nullableText,
    email: nullableText,
    website_url: nullableText,
  }),
  logo: z.nullable(z.object({ bytes: z.instanceof(Uint8Array), width: z.number(), height: z.number() })),
  statement: Statement,
  today: DayText,
})

/** Draws one statement outside the server's thread. */
const { issuer, logo, statement, today } = z.parse(Work, workerData)
const drawn = await statementPdf(issuer, logo && { ...logo, bytes: Buffer.from(logo.bytes) }, statement, today)
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's port, not a window
parentPort?.postMessage(drawn)
