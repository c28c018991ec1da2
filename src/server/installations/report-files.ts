import { type FieldError, Refusal } from '#domain/core/refusal.ts'
import type { FileKind } from '#domain/installations/file-api.ts'
import type { NewReport } from '#domain/installations/report.ts'
import type { Tx } from '#server/core/tx.ts'
import { type EvidenceFile, lockEvidence } from '#server/files/evidence-queries.ts'
import { fileIdOf } from './file-url.ts'
import type { ReportFiles } from './report-queries.ts'

type FileField =
  | 'signature_technical_url'
  | 'signature_client_url'
  | 'signature_anexo_url'
  | 'evi_img_url1'
  | 'evi_img_url2'
  | 'evi_img_url3'

/** The fields of files. A signed page may be a drawing or a photo. */
const KINDS: Readonly<Record<FileField, readonly FileKind[]>> = {
  signature_technical_url: ['signature'],
  signature_client_url: ['signature'],
  signature_anexo_url: ['signature', 'photo'],
  evi_img_url1: ['photo'],
  evi_img_url2: ['photo'],
  evi_img_url3: ['photo'],
}

/**
 * The files of a new report, locked until it is stored. Throws a refusal on each field whose file is absent, of another person, of
 * another report, used twice, or of the other kind.
 */
export async function readFiles(
  tx: Tx,
  userId: string,
  sent: NewReport,
): Promise<{ columns: ReportFiles; ids: string[] }> {
  const idOf = (field: FileField): string | null => {
    const url = sent[field]
    return url ? fileIdOf(url) : null
  }
  const named = FIELDS.flatMap((field) => {
    const id = idOf(field)
    return id === null ? [] : [{ field, id }]
  })
  const files = await lockEvidence(
    tx,
    named.map(({ id }) => id),
  )
  const errors = named.flatMap(({ field, id }, index): FieldError[] => {
    const isRepeated = named.findIndex((one) => one.id === id) < index
    const problem = isRepeated
      ? REPEATED
      : problemOf(
          field,
          files.find((file) => file.id === id),
          userId,
        )
    return problem === null ? [] : [{ field: `installation_log.${field}`, message: problem }]
  })
  if (errors[0]) throw new Refusal('refused', errors[0].message, { errors })
  return {
    ids: named.map(({ id }) => id),
    columns: {
      signature_technical_file: fileIdOf(sent.signature_technical_url),
      signature_client_file: fileIdOf(sent.signature_client_url),
      signature_anexo_file: idOf('signature_anexo_url'),
      evi_img_file1: idOf('evi_img_url1'),
      evi_img_file2: idOf('evi_img_url2'),
      evi_img_file3: idOf('evi_img_url3'),
    },
  }
}

const FIELDS: readonly FileField[] = [
  'signature_technical_url',
  'signature_client_url',
  'signature_anexo_url',
  'evi_img_url1',
  'evi_img_url2',
  'evi_img_url3',
]
const REPEATED = 'Este archivo está dos veces en el acta: sube otro'

function problemOf(field: FileField, file: EvidenceFile | undefined, userId: string): string | null {
  if (file === undefined || file.uploaded_by !== userId) return 'No encontramos este archivo: súbelo de nuevo'
  if (file.report_id !== null) return 'Este archivo ya es de otra acta: sube uno nuevo'
  if (KINDS[field].includes(file.kind)) return null
  return KINDS[field].includes('signature') ? 'Falta la firma: sube el dibujo de la firma' : 'Sube aquí una foto'
}
