import * as z from 'zod/mini'
import { dayOf } from '#domain/core/days.ts'
import type { BulkWork, Failures, RunningJob } from '#server/bulk/action.ts'
import { logoOf } from '#server/documents/logo.ts'
import { runThread } from '#server/files/thread.ts'
import { writeZip, type ZipEntry } from '#server/files/zip.ts'
import { pdfReply, readDocument } from './document.ts'
import type { InvoiceDocument } from './invoice-pdf.ts'
import { InvoiceData } from './invoices-pdf-data.ts'

type MakeFile = Extract<BulkWork, { kind: 'file' }>['make']

const ABSENT = 'Esa factura ya no existe'
/** Invoices between two reports of the progress. */
const REPORT_EACH = 10
const DRAW_MAX_MS = 5 * 60_000
const WORKER = new URL('invoices-pdf-worker.ts', import.meta.url)
const Bytes = z.instanceof(Uint8Array)

/** The PDF of each invoice, in one ZIP. */
export const zipInvoices: MakeFile = async (job, rows, report) => {
  const files: ZipEntry[] = []
  await forEachDocument(job, rows, report, async (content) => {
    const { file } = await pdfReply(job.world, job.companyId, content)
    files.push({ name: file.name, bytes: file.bytes })
  })
  return { name: `${fileName(job)}.zip`, bytes: await writeZip(files) }
}

/** Every invoice in one PDF, to print them. */
export const mergeInvoices: MakeFile = async (job, rows, report) => {
  const contents: InvoiceDocument[] = []
  await forEachDocument(job, rows, report, async (content) => void contents.push(content))
  const [first] = contents
  const logo = first ? await logoOf(job.world, job.companyId, first.issuer) : null
  const work = { contents: z.encode(z.array(InvoiceData), contents), logo, createdAt: job.world.clock() }
  const bytes = await runThread(WORKER, work, { timeMaxMs: DRAW_MAX_MS })
  return { name: `${fileName(job)}.pdf`, bytes: z.parse(Bytes, bytes) }
}

const fileName = ({ world }: RunningJob): string => `facturas-${dayOf(world.clock())}`

/** Reads the document of each invoice, one after the other, and reports the progress. */
async function forEachDocument(
  job: RunningJob,
  rows: readonly { id: string }[],
  report: (done: number, failures: Failures) => Promise<void>,
  work: (content: InvoiceDocument) => Promise<void>,
): Promise<void> {
  const failures = new Map<string, string>()
  for (const [index, { id }] of rows.entries()) {
    const content = await job.inTx((tx) => readDocument(job.world, tx, job.companyId, id, null))
    if (content === undefined) failures.set(id, ABSENT)
    else await work(content)
    if ((index + 1) % REPORT_EACH === 0 || index + 1 === rows.length) await report(index + 1, failures)
  }
}
