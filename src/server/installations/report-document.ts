import type { Report } from '#domain/installations/report.ts'
import { readLetterhead } from '#server/companies/companies.ts'
import type { Ctx } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import { storedWithLogo } from '#server/documents/logo.ts'
import { readEvidence } from '#server/files/evidence.ts'
import { type EvidenceFile, getEvidence } from '#server/files/evidence-queries.ts'
import { fileIdOf } from './file-url.ts'
import { type ReportPictures, reportPdf } from './report-pdf.ts'
import type { ReportRecord } from './report-queries.ts'

/** What the PDF of a report is drawn from. */
export type ReportSource = {
  report: Report
  digest: string
  issuer: Awaited<ReturnType<typeof readLetterhead>>
  files: Readonly<Record<keyof ReportPictures, EvidenceFile | null>>
}

/** Reads it in the transaction: the name and the colour of the company are those of the report. */
export async function readSource(tx: Tx, row: ReportRecord, report: Report): Promise<ReportSource> {
  const letterhead = await readLetterhead(tx)
  const { name, nit, color_code } = report.contract.client.admin
  const fileOf = async (url: string | null | undefined): Promise<EvidenceFile | null> =>
    url ? ((await getEvidence(tx, fileIdOf(url))) ?? null) : null
  return {
    report,
    digest: row.digest.toString('hex'),
    issuer: { ...letterhead, name, nit, color_code },
    files: {
      client: await fileOf(report.signature_client_url),
      technical: await fileOf(report.signature_technical_url),
      annex: await fileOf(report.signature_anexo_url),
      one: await fileOf(report.evi_img_url1),
      two: await fileOf(report.evi_img_url2),
      three: await fileOf(report.evi_img_url3),
    },
  }
}

/** The PDF of a report as a file, drawn once. Never call it inside a transaction. */
export async function reportFile({ world, companyId }: Ctx, { files, report, digest, issuer }: ReportSource) {
  const content = { kind: 'report', issuer, report, digest }
  const bytes = await storedWithLogo(world, companyId, content, async (logo) => {
    const read = async (file: EvidenceFile | null): Promise<Buffer | null> =>
      (file && (await readEvidence(world, companyId, file))?.bytes) ?? null
    const pictures: ReportPictures = {
      client: await read(files.client),
      technical: await read(files.technical),
      annex: await read(files.annex),
      one: await read(files.one),
      two: await read(files.two),
      three: await read(files.three),
    }
    return reportPdf({ issuer, report, digest }, pictures, logo)
  })
  const name = `Acta ${report.contract.city} ${report.consecutive}.pdf`
  return { file: { name, type: 'application/pdf', bytes } }
}
