import * as z from 'zod/mini'

/** The documents of a company's registration, each a PDF (COM-02). */
export const COMPANY_DOCUMENTS = ['chamber_of_commerce', 'updated_rut', 'range_of_numbers'] as const
export const CompanyDocument = z.enum(COMPANY_DOCUMENTS)
export type CompanyDocument = z.output<typeof CompanyDocument>

/** The files of a company: the part of the upload that contains each. */
export const COMPANY_FILES = ['logo', ...COMPANY_DOCUMENTS] as const
export const CompanyFilePart = z.enum(COMPANY_FILES)

export const DOCUMENT_LABELS: Readonly<Record<CompanyDocument, string>> = {
  chamber_of_commerce: 'Cámara de comercio',
  updated_rut: 'RUT actualizado',
  range_of_numbers: 'Rango de numeración',
}

/** The files that a company has: their addresses. Null: not uploaded. */
export const CompanyFiles = z.object({
  logo_url: z.nullable(z.string()),
  documents: z.array(z.object({ document: CompanyDocument, url: z.nullable(z.string()) })),
  /** What all the pictures and documents of the company have together, and the most that they may have. */
  storage: z.object({ files: z.number(), bytes: z.number(), max_bytes: z.number() }),
})
export type CompanyFiles = z.output<typeof CompanyFiles>

/** The largest limit of the files of a company: 100 GB. */
const LIMIT_MAX_MB = 102_400
const LIMIT_COPY = `Escribe el límite en MB, un número entero de 1 a ${LIMIT_MAX_MB}`

/** The limit of the files of a company, in whole megabytes. */
export const FilesLimit = z
  .int({ error: LIMIT_COPY })
  .check(z.minimum(1, { error: LIMIT_COPY }), z.maximum(LIMIT_MAX_MB, { error: LIMIT_COPY }))

/** The document that a file name of an address names: 'updated_rut-<hash>.pdf'. Undefined for another name. */
export const documentOfName = (name: string): CompanyDocument | undefined =>
  COMPANY_DOCUMENTS.find((document) => name.startsWith(`${document}-`))

/** 'rut-actualizado-andina-fibra-s-a-s.pdf': the name of a downloaded document. */
export const documentFileName = (document: CompanyDocument, company: string): string =>
  `${`${DOCUMENT_LABELS[document]} ${company}`
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .replaceAll(' ', '-')}.pdf`
