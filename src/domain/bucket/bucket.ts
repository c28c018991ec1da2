import * as z from 'zod/mini'

/** The types of files, each in a folder of its own below the company. */
export const FILE_KINDS = [
  'image',
  'registration',
  'annex',
  'evidence',
  'electronic',
  'document',
  'bulk',
  'other',
] as const
export type FileKind = (typeof FILE_KINDS)[number]

export const FILE_KIND_LABELS: Readonly<Record<FileKind, string>> = {
  image: 'Foto o logo',
  registration: 'Documento de la empresa',
  annex: 'Anexo de contrato o PQR',
  evidence: 'Foto o firma de acta',
  electronic: 'XML de la DIAN',
  document: 'PDF dibujado por Enlace',
  bulk: 'Descarga de una tarea',
  other: 'Otro',
}

const KIND_OF_FOLDER: Readonly<Record<string, FileKind>> = {
  images: 'image',
  registration: 'registration',
  annexes: 'annex',
  evidence: 'evidence',
  electronic: 'electronic',
  documents: 'document',
  bulk: 'bulk',
}

/** The type of a file by its key below the company. */
export const fileKindOf = (key: string): FileKind => KIND_OF_FOLDER[key.split('/')[0] ?? ''] ?? 'other'

/** used: a row refers to it. orphan: none does. missing: a row refers to it and it is not in the store. binned: it waits in the bin. */
export const FILE_USES = ['used', 'orphan', 'missing', 'binned'] as const
export type FileUse = (typeof FILE_USES)[number]

export const FILE_USE_LABELS: Readonly<Record<FileUse, string>> = {
  used: 'En uso',
  orphan: 'Sin uso',
  missing: 'Falta el archivo',
  binned: 'En la papelera',
}

const USED_AS_LABELS: Readonly<Record<string, string>> = {
  avatar: 'Foto de perfil',
  logo: 'Logo de la empresa',
  chamber_of_commerce: 'Cámara de comercio',
  updated_rut: 'RUT actualizado',
  range_of_numbers: 'Rango de numeración',
  contract_annex: 'Anexo del contrato',
  pqr_file: 'Archivo de la PQR',
  report_evidence: 'Acta del contrato',
  waiting_evidence: 'Todavía sin acta, de',
  electronic_document: 'Documento electrónico',
  bulk_job: 'Descarga',
}

/** What a file is used for, in words: 'Foto de perfil: Ana Gómez'. Null for one that nothing uses. */
export function usedByLabel({ used_as, owner }: { used_as: string | null; owner: string | null }): string | null {
  if (used_as === null) return null
  const label = USED_AS_LABELS[used_as] ?? used_as
  return owner === null || owner === '' ? label : `${label}${label.endsWith(' de') ? '' : ':'} ${owner}`
}

/** Days in the bin before a file is deleted for ever. */
export const BIN_DAYS = 30
/** Days without use after which a file goes to the bin by itself: a device without a network may send its report days after the photos. */
export const ORPHAN_DAYS = 7

const MEDIA: Readonly<Record<string, string>> = {
  webp: 'image/webp',
  jpg: 'image/jpeg',
  png: 'image/png',
  pdf: 'application/pdf',
  xml: 'application/xml',
}

const endingOf = (key: string): string => /\.([a-z0-9]{1,5})$/.exec(key)?.[1] ?? ''

/** The media type of a file by the ending of its key. */
export const mediaTypeOf = (key: string): string => MEDIA[endingOf(key)] ?? 'application/octet-stream'

/** How a browser shows a file: as an image, as a PDF, or not at all. */
export function previewOf(key: string): 'image' | 'pdf' | null {
  const type = mediaTypeOf(key)
  if (type.startsWith('image/')) return 'image'
  return type === 'application/pdf' ? 'pdf' : null
}

/** A short name for a file, of its type and the beginning of its stored name: 'image-1f0c93ab.webp'. */
export function shownNameOf(key: string): string {
  const ending = endingOf(key)
  const name = (key.split('/').at(-1) ?? key).replace(/\.[^.]*$/, '')
  return `${fileKindOf(key)}-${name.slice(0, 8)}${ending === '' ? '' : `.${ending}`}`
}

/** A file of the bucket, as the last review found it. */
export const BucketFile = z.object({
  id: z.uuid(),
  name: z.string(),
  kind: z.enum(FILE_KINDS),
  use: z.enum(FILE_USES),
  /** What uses it, in words; null when nothing does. */
  used_by: z.nullable(z.string()),
  bytes: z.number(),
  preview: z.nullable(z.enum(['image', 'pdf'])),
  /** When it was stored, by the clock of the store; null when it is missing. */
  stored_at: z.nullable(z.iso.datetime()),
  binned: z.nullable(
    z.object({
      at: z.iso.datetime(),
      by: z.string(),
      /** When it is deleted for ever. */
      until: z.iso.datetime(),
    }),
  ),
})
export type BucketFile = z.output<typeof BucketFile>

const Amount = z.object({ files: z.number(), bytes: z.number() })

/** What one company stores. Without a review only the quota is known. */
export const BucketUsage = z.object({
  company_id: z.uuid(),
  company: z.string(),
  reviewed_at: z.nullable(z.iso.datetime()),
  used: Amount,
  orphan: Amount,
  binned: Amount,
  missing: z.number(),
  /** The uploads that count for the limit of the company, and the limit. */
  counted_bytes: z.number(),
  max_bytes: z.number(),
})
export type BucketUsage = z.output<typeof BucketUsage>
