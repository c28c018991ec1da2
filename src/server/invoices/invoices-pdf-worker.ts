import { parentPort, workerData } from 'node:worker_threads'
import * as z from 'zod/mini'
import { LogoData } from '#server/documents/thread-data.ts'
import { invoicesPdf } from './invoice-pdf.ts'
import { InvoiceData } from './invoices-pdf-data.ts'

const Work = z.object({ contents: z.array(InvoiceData), logo: LogoData, createdAt: z.date() })

/** Draws many invoices in one PDF outside the server's thread. */
const { contents, logo, createdAt } = z.parse(Work, workerData)
const drawn = await invoicesPdf(contents, logo, { createdAt })
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's port, not a window
parentPort?.postMessage(drawn)
