import type { ImportProgress } from '#domain/imports/api.ts'
import { Card } from '#web/ui/Page.tsx'
import type { UploadState } from './use-upload.ts'

const count = (value: number): string => new Intl.NumberFormat('es-CO').format(value)

const STEP_LABELS: Readonly<Record<ImportProgress['step'], string>> = {
  waiting: 'Esperando turno',
  reading: 'Leyendo el archivo',
  checking: 'Revisando filas',
  writing: 'Guardando clientes',
}

/** The progress of an upload, as a bar and in words. */
export function ImportProgressBar({ state }: { state: UploadState }) {
  const { label, part } = progressOf(state)
  return (
    <Card>
      <div className="import-progress" role="status">
        <label htmlFor="import-progress">{label}</label>
        <progress id="import-progress" {...(part === null ? {} : { value: part })} max={1} />
      </div>
    </Card>
  )
}

/** The sentence of the progress, and the done part from 0 to 1; null while it is not known. */
export function progressOf({ sent, server }: UploadState): { label: string; part: number | null } {
  if (sent < 1) return { label: `Subiendo el archivo: ${Math.floor(sent * 100)} %`, part: sent }
  if (server === null) return { label: 'Procesando el archivo', part: null }
  const label = STEP_LABELS[server.step]
  if (server.total === 0) return { label, part: null }
  return { label: `${label}: ${count(server.done)} de ${count(server.total)}`, part: server.done / server.total }
}
