import { notFound, Refusal } from '#domain/core/refusal.ts'
import type { pqrApi } from '#domain/pqr/api.ts'
import type { PqrCase, PqrFile, Receipt } from '#domain/pqr/case.ts'
import { readLetterhead } from '#server/companies/companies.ts'
import type { Ctx, World } from '#server/core/context.ts'
import { boundedQueue } from '#server/core/queue.ts'
import type { Verb } from '#server/core/verb.ts'
import type { Letterhead } from '#server/documents/letterhead.ts'
import { writeZip, type ZipEntry } from '#server/files/zip.ts'
import type { WrittenEmail } from '#server/messages/deliveries.ts'
import { findCase } from './change.ts'
import { answerDocument, appealConstancia, constancia, drawDocument, withdrawalConstancia } from './documents.ts'
import { dossier } from './dossier.ts'
import type { Drawn } from './drawing.ts'
import { listEntries, listFiles, type ThreadEntry } from './entries.ts'
import { readFileOf } from './files.ts'
import { linkConstancia } from './link-document.ts'
import { listCaseEmails } from './notification.ts'
import { labelOf, type StoredCase } from './queries.ts'
import { readClaim } from './reading.ts'

const PDF = 'application/pdf'

type Content = {
  stored: StoredCase
  entries: ThreadEntry[]
  files: (PqrFile & { stored: string })[]
  issuer: Letterhead
  claim: PqrCase['claim']
  emails: WrittenEmail[]
}

/** A case with its thread and files, without what is internal: also for the SIC. */
const readContent = (ctx: Ctx, id: string): Promise<Content> =>
  ctx.tx(async (tx) => {
    const stored = await findCase(ctx, tx, id)
    const entries = await listEntries(tx, stored.id, false)
    return {
      stored,
      entries,
      emails: await listCaseEmails(tx, stored.id, entries),
      files: await listFiles(tx, stored.id, false),
      issuer: await readLetterhead(tx),
      claim: await readClaim(tx, stored),
    }
  })

const pdfFile = (name: string, bytes: Buffer) => ({ file: { name: `${name}.pdf`, type: PDF, bytes } })

export const constanciaPdf: Verb<typeof pqrApi.constancia> = async (ctx, { params, query }) => {
  return receiptFile(ctx.world, ctx.companyId, await readContent(ctx, params.id), query.of)
}

/** A receipt of a case as a file: of its filing, or of the step that `of` names. Throws a Refusal 'not_found' for a step that did not happen. */
export async function receiptFile(
  world: World,
  companyId: string,
  { stored, entries, files, issuer }: Pick<Content, 'stored' | 'entries' | 'files' | 'issuer'>,
  of: Receipt = 'filing',
) {
  const drawn = (name: string, what: Drawn) =>
    drawDocument(world, companyId, issuer, what).then((bytes) => pdfFile(`${name}-${labelOf(stored)}`, bytes))
  if (of === 'filing') return drawn('constancia', constancia(stored, files))
  const { kind, name, absent, draw } = STEP_RECEIPTS[of]
  const entry = entries.findLast((one) => one.kind === kind)
  if (!entry) throw notFound(absent)
  return drawn(name, draw(stored, entry))
}

const STEP_RECEIPTS = {
  link: {
    kind: 'linked',
    name: 'constancia-factura',
    absent: 'A esta PQR no se le ha vinculado una factura',
    draw: linkConstancia,
  },
  appeal: {
    kind: 'appealed',
    name: 'constancia-recurso',
    absent: 'Esta PQR no tiene un recurso',
    draw: appealConstancia,
  },
  withdrawal: {
    kind: 'withdrawn',
    name: 'constancia-desistimiento',
    absent: 'De esta PQR no se ha desistido',
    draw: withdrawalConstancia,
  },
} as const

export const answerPdf: Verb<typeof pqrApi.answerPdf> = async (ctx, { params, query }) => {
  const { stored, entries, issuer } = await readContent(ctx, params.id)
  const last = entries.findLast(
    ({ kind }) =>
      (kind === 'answered' && query.of !== 'appeal') || (kind === 'appeal_answered' && query.of !== 'filing'),
  )
  if (!last) throw notFound('Esta PQR todavía no tiene respuesta')
  const bytes = await drawDocument(ctx.world, ctx.companyId, issuer, answerDocument(stored, last))
  return pdfFile(`respuesta-${labelOf(stored)}`, bytes)
}

export const dossierPdf: Verb<typeof pqrApi.pdf> = async (ctx, { params }) => {
  const content = await readContent(ctx, params.id)
  return pdfFile(`expediente-${labelOf(content.stored)}`, await drawDossier(ctx, content))
}

const drawDossier = (ctx: Ctx, { stored, entries, files, issuer, claim, emails }: Content): Promise<Buffer> =>
  // Dated by its last entry: the same file of the same case is drawn once.
  drawDocument(
    ctx.world,
    ctx.companyId,
    issuer,
    dossier(stored, entries, files, { madeAt: entries.at(-1)?.at ?? stored.filed_at.toISOString(), claim, emails }),
  )

/** The files of one case have at most 150 MB together: one archive at a time in the memory of this process. */
const queueZip = boundedQueue({
  concurrency: 1,
  waitingMax: 10,
  refusal: () =>
    new Refusal('unavailable', 'Se están preparando otros expedientes. Intenta de nuevo en un minuto.', {
      retryAfterS: 10,
    }),
})

/** The file for the SIC: the PDF of the case, its documents and every file, each under its own name. */
export const dossierZip: Verb<typeof pqrApi.zip> = async (ctx, { params }) => {
  const content = await readContent(ctx, params.id)
  const { stored, entries, files, issuer } = content
  const name = `expediente-${labelOf(stored)}`
  const bytes = await queueZip(async () => {
    const parts: ZipEntry[] = [
      { name: `${name}.pdf`, bytes: await drawDossier(ctx, content) },
      {
        name: 'constancia.pdf',
        bytes: await drawDocument(ctx.world, ctx.companyId, issuer, constancia(stored, files)),
      },
    ]
    for (const { kind, name: receipt, draw } of Object.values(STEP_RECEIPTS)) {
      const entry = entries.findLast((one) => one.kind === kind)
      if (entry)
        parts.push({
          name: `${receipt}.pdf`,
          bytes: await drawDocument(ctx.world, ctx.companyId, issuer, draw(stored, entry)),
        })
    }
    const answers = entries.filter(({ kind }) => kind === 'answered' || kind === 'appeal_answered')
    for (const [at, entry] of answers.entries())
      parts.push({
        name: `respuesta-${at + 1}.pdf`,
        bytes: await drawDocument(ctx.world, ctx.companyId, issuer, answerDocument(stored, entry)),
      })
    for (const [at, one] of files.entries()) {
      const found = await readFileOf(ctx, one)
      if (!found) throw new Refusal('unavailable', `Falta el archivo ${one.name}: pide a soporte que lo restaure`)
      parts.push({ name: `archivos/${String(at + 1).padStart(2, '0')}-${one.name}`, bytes: found })
    }
    return Buffer.from(await writeZip(parts))
  })
  return { file: { name: `${name}.zip`, type: 'application/zip', bytes } }
}
