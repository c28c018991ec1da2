import * as z from 'zod/mini'
import { refuseField } from '#domain/core/refusal.ts'
import { storable } from '#domain/core/storable.ts'

/** The annexes of one contract, without the removed ones. */
export const DOCUMENTS_MAX = 50
export const TITLE_MAX = 80

const DOCUMENT_KINDS = ['pdf', 'image'] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

/** An annex of a contract (CON-05). */
export const ContractDocument = z.object({
  id: z.uuid(),
  no_contract: z.string(),
  title: z.string(),
  kind: z.enum(DOCUMENT_KINDS),
  bytes: z.number(),
  added_by: z.string(),
  createdAt: z.iso.datetime(),
  /** Only the desk reads a removed annex. */
  removed: z.nullable(z.object({ at: z.iso.datetime(), by: z.string(), reason: z.string() })),
})
export type ContractDocument = z.output<typeof ContractDocument>

/** The title of an annex: the written one, or the name of its file without the ending. */
export function titleOf(written: string | undefined, fileName: string): string {
  const title =
    (written ?? '').trim() ||
    withoutEnding(fileName)
      .replace(/[\p{C}\s]+/gu, ' ')
      .trim()
  return storable(title, TITLE_MAX) || 'Anexo'
}

/** 'cedula-de-yenny-AF-000123.pdf': the name of a downloaded annex. */
export function annexFileName({ title, no_contract, kind }: Pick<ContractDocument, 'title' | 'no_contract' | 'kind'>) {
  const words = title
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .replaceAll(' ', '-')
  return `${words || 'anexo'}-${no_contract}.${kind === 'pdf' ? 'pdf' : 'webp'}`
}

/** The kind that the ending of a file name promises; null when it promises none of them. */
const ENDINGS: Readonly<Record<string, DocumentKind>> = {
  pdf: 'pdf',
  png: 'image',
  jpg: 'image',
  jpeg: 'image',
  webp: 'image',
}

/** Throws Refusal for a file whose name promises another kind of content than it has. */
export function assertNamedAsIs(fileName: string, kind: DocumentKind): void {
  const ending = /\.([^.]+)$/.exec(fileName.toLowerCase())?.[1] ?? ''
  if (ENDINGS[ending] === kind) return
  const content = kind === 'pdf' ? 'un PDF' : 'una imagen'
  throw refuseField(
    'invalid',
    'file',
    `El archivo se llama «${fileName.slice(-60)}», pero su contenido es ${content}: revisa que sea el que quieres subir`,
  )
}

const withoutEnding = (fileName: string): string => fileName.replace(/\.[^.]*$/, '')
