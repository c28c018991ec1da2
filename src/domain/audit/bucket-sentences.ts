import type { RecordedEvent } from '#domain/core/event.ts'

function textOf({ after }: RecordedEvent, field: string): string {
  const value = after?.[field]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** The sentences of the events of the bucket and of the limit of its files. */
export const BUCKET_EVENTS = {
  'company.files_limit_changed': (event: RecordedEvent) =>
    `cambió el límite de archivos de ${textOf(event, 'name')} a ${textOf(event, 'max_megabytes')} MB`,
  'bucket.review_asked': () => 'pidió revisar los archivos guardados',
  'bucket.binned': (event: RecordedEvent) => `envió a la papelera el archivo ${textOf(event, 'file')}, que nadie usaba`,
  'bucket.swept': (event: RecordedEvent) =>
    `envió a la papelera ${textOf(event, 'count')} archivos que nadie usaba hace una semana`,
  'bucket.restored': (event: RecordedEvent) => `sacó el archivo ${textOf(event, 'file')} de la papelera`,
  'bucket.ended': (event: RecordedEvent) =>
    `borró para siempre el archivo ${textOf(event, 'file')}, al terminar su plazo en la papelera`,
}
