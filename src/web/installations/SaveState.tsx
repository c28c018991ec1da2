import { Check, CloudOff, RefreshCw, Save, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ReportStatus } from './report-database.ts'
import { useSending } from './report-news.ts'

type Props = { id: string; status: ReportStatus; isSaving?: boolean; onRetry: () => void }

/** Where a report is, in one of six sentences. */
export function SaveState({ id, status, isSaving = false, onRetry }: Props) {
  const sending = useSending(id)
  if (sending !== null)
    return (
      <Line tone="info" icon={<RefreshCw size={16} aria-hidden="true" />}>
        Enviando {sending.at} de {sending.of}…
      </Line>
    )
  if (status === 'sent')
    return (
      <Line tone="good" icon={<Check size={16} aria-hidden="true" />}>
        Enviado
      </Line>
    )
  if (status === 'waiting')
    return (
      <Line tone="warn" icon={<CloudOff size={16} aria-hidden="true" />}>
        Sin conexión: se enviará al volver
      </Line>
    )
  if (status === 'failed')
    return (
      <Line tone="bad" icon={<TriangleAlert size={16} aria-hidden="true" />}>
        No se pudo enviar:{' '}
        <button type="button" className="save-state__retry" onClick={onRetry}>
          Reintentar
        </button>
      </Line>
    )
  return (
    <Line tone="quiet" icon={<Save size={16} aria-hidden="true" />}>
      {isSaving ? 'Guardando…' : 'Guardado en este teléfono'}
    </Line>
  )
}

type LineProps = { tone: string; icon: ReactNode; children: ReactNode }

const Line = ({ tone, icon, children }: LineProps) => (
  <p className={`save-state save-state--${tone}`} role="status">
    {icon}
    <span>{children}</span>
  </p>
)
