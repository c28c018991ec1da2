import * as z from 'zod/mini'
import type { companyApi } from '#domain/companies/api.ts'
import type { CompanyFile } from '#domain/companies/company.ts'
import {
  COMPANY_DOCUMENTS,
  type CompanyDocument,
  CompanyFilePart,
  type CompanyFiles,
  DOCUMENT_LABELS,
  documentFileName,
  documentOfName,
} from '#domain/companies/files.ts'
import { MEGABYTE, megabytesLabel } from '#domain/core/megabytes.ts'
import { notFound } from '#domain/core/refusal.ts'
import type { Ctx } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import type { Verb } from '#server/core/verb.ts'
import { endingRefused, endReplacedFile, enqueueEnd } from '#server/files/ending.ts'
import { imageUrlOf, keepImage } from '#server/files/images.ts'
import { keepPdf, readPdfFile } from '#server/files/pdf-files.ts'
import { countInFile, countOutFile, keyOfUrl, storedNameOf } from '#server/files/quota.ts'
import { type FileColumn, getExistingCompany, readStorage, setFilesLimit, setFileUrl } from './queries.ts'

/** The column of each document, with its address. */
const COLUMNS = {
  chamber_of_commerce: 'chamber_of_commerce_pdf_url',
  updated_rut: 'updated_rut_pdf_url',
  range_of_numbers: 'range_of_numbers_pdf_url',
} as const satisfies Record<CompanyDocument, FileColumn>

/** The logo and the documents of the company (COM-02). */
export const files: Verb<typeof companyApi.files> = async (ctx) => ({
  data: await ctx.tx(async (tx) => readFiles(tx, await getExistingCompany(tx, ctx.companyId))),
})

/** Changes what the files of a company may have together. Nothing is deleted: above the limit no file is taken. */
export const changeFilesLimit: Verb<typeof companyApi.changeFilesLimit> = (ctx, { body: { max_megabytes } }) =>
  ctx.platform(async (tx) => {
    const company = await getExistingCompany(tx, ctx.companyId)
    const before = await readStorage(tx, company.id)
    await setFilesLimit(tx, company.id, max_megabytes * MEGABYTE)
    await tx.record('company.files_limit_changed', {
      company_id: company.id,
      entity_id: company.id,
      before: { name: company.name, max_megabytes: before.max_bytes / MEGABYTE },
      after: { name: company.name, max_megabytes },
    })
    const message = `${company.name} puede guardar hasta ${megabytesLabel(max_megabytes * MEGABYTE)}`
    return { data: await readFiles(tx, company), message }
  })

/** Stores the uploaded file before the transaction: without its commit no row refers to it. */
export const uploadFile: Verb<typeof companyApi.uploadFile> = async (ctx, { body }) => {
  const part = z.parse(CompanyFilePart, body.file.part)
  const before = await ctx.platform((tx) => getExistingCompany(tx, ctx.companyId))
  const { id } = before
  const bytes = Buffer.from(body.file.bytes)
  const stored = await (part === 'logo'
    ? keepImage(ctx.world, id, bytes, 'logo', part)
    : keepPdf(ctx.world, id, bytes, part))
  const url = part === 'logo' ? imageUrlOf(id, stored) : `/api/admin/company/${id}/files/${part}-${stored.name}.pdf`
  const column = part === 'logo' ? 'logo_url' : COLUMNS[part]
  const change = async (tx: Tx) => {
    await setFileUrl(tx, id, column, url)
    const after = await getExistingCompany(tx, id)
    const unused = replacedUrl(before[column], after)
    const unusedName = unused === null ? undefined : storedNameOf(unused)
    if (unusedName !== undefined) await countOutFile(tx, id, unusedName)
    await countInFile(tx, id, stored, part)
    await recordUpload(tx, after, part)
    const message = `Guardamos ${part === 'logo' ? 'el logo' : DOCUMENT_LABELS[part]}`
    const key = unused === null ? undefined : keyOfUrl(unused)
    if (key !== undefined) await enqueueEnd(tx, id, key)
    return { replaced: key, data: await readFiles(tx, after), message }
  }
  const file = { ...stored, companyId: id, key: keyOfUrl(url) ?? '' }
  const { replaced, ...reply } = await endingRefused(ctx.world, file, () => ctx.platform(change))
  if (replaced !== undefined) await endReplacedFile(ctx.world, id, replaced)
  return reply
}

/** The address of the file that an upload replaced. Null when it is in use: the same document may be uploaded as another kind. */
function replacedUrl(before: string | null, after: CompanyFile): string | null {
  const name = before === null ? undefined : storedNameOf(before)
  if (name === undefined) return before
  const used = [after.logo_url, ...Object.values(COLUMNS).map((column) => after[column])]
  return used.some((url) => url?.includes(name) === true) ? null : before
}

const recordUpload = (tx: Tx, { id, name }: CompanyFile, part: z.output<typeof CompanyFilePart>): Promise<void> =>
  part === 'logo'
    ? tx.record('company.logo_changed', { company_id: id, entity_id: id, after: { is_set: true } })
    : tx.record('company.document_changed', {
        company_id: id,
        entity_id: id,
        after: { name, document: DOCUMENT_LABELS[part] },
      })

/** A current document of the company; a replaced one has no address any more. */
export const document: Verb<typeof companyApi.document> = async (ctx: Ctx, { params: { name } }) => {
  const company = await ctx.tx((tx) => getExistingCompany(tx, ctx.companyId))
  const kind = documentOfName(name)
  const bytes =
    kind !== undefined && company[COLUMNS[kind]]?.endsWith(`/${name}`)
      ? await readPdfFile(ctx.world, company.id, name.slice(kind.length + 1, -'.pdf'.length))
      : undefined
  if (kind === undefined || bytes === undefined) throw notFound('Ese documento no existe')
  return { file: { name: documentFileName(kind, company.name), type: 'application/pdf', bytes } }
}

const readFiles = async (tx: Tx, company: CompanyFile): Promise<CompanyFiles> => ({
  logo_url: company.logo_url,
  storage: await readStorage(tx, company.id),
  documents: COMPANY_DOCUMENTS.map((kind) => ({ document: kind, url: company[COLUMNS[kind]] })),
})
