import { UPLOAD_MAX_BYTES } from '#domain/core/api.ts'
import { megabytesLabel } from '#domain/core/megabytes.ts'
import { pqrApi } from '#domain/pqr/api.ts'
import { FORM_FILES_MAX } from '#domain/pqr/case.ts'
import { messageOf } from '#web/core/failure.ts'
import { upload } from '#web/core/upload.ts'

export const CASE_FILES_ACCEPT = 'image/png,image/jpeg,image/webp,application/pdf,.pdf'
export const CASE_FILES_HINT = `PNG, JPG, WebP o PDF, hasta ${FORM_FILES_MAX} archivos de ${megabytesLabel(UPLOAD_MAX_BYTES)} cada uno`

const ALLOWED = new Set(['image/png', 'image/jpeg', 'image/webp', 'application/pdf'])

/** Why the chosen files cannot be sent; null when they can. */
export function filesProblem(files: readonly File[]): string | null {
  const heavy = files.find(({ size }) => size > UPLOAD_MAX_BYTES)
  if (heavy) return `«${heavy.name}» pesa más de ${megabytesLabel(UPLOAD_MAX_BYTES)}: usa uno más liviano`
  const other = files.find(({ type }) => !ALLOWED.has(type))
  return other ? `«${other.name}» no es una foto ni un PDF: quítalo o cámbialo` : null
}

/** Sends the files of a case one after the other. Returns each one that could not be sent, with its reason. */
export async function sendFiles(
  id: string,
  files: readonly File[],
  { isInternal = false }: { isInternal?: boolean } = {},
): Promise<string[]> {
  const failed: string[] = []
  for (const file of files) {
    try {
      await upload(pqrApi.files, file, { internal: String(isInternal) }, { params: { id } })
    } catch (error) {
      failed.push(`«${file.name}»: ${messageOf(error, 'no se pudo enviar')}`)
    }
  }
  return failed
}
