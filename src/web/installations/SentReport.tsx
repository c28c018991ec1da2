import { Link } from 'react-router'
import { paths } from '#domain/core/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Page.tsx'
import { sendWaiting } from './outbox.ts'
import { useSending } from './report-news.ts'
import { SaveState } from './SaveState.tsx'
import type { ReportForm } from './use-device-report.ts'

/** A finished report: sent, being sent, or waiting for a connection. `onBegin`: another report of the contract, beside this one. */
export function SentReport({ device, view, onBegin }: { device: ReportForm; view: string; onBegin: () => void }) {
  const { report } = device
  const isSending = useSending(report.id) !== null
  const isSent = report.status === 'sent'
  return (
    <Card title={isSent ? `Acta ${report.consecutive ?? ''} de ${report.client}` : `Acta de ${report.client}`}>
      <div className="form">
        <SaveState id={report.id} status={report.status} onRetry={() => void device.send()} />
        <p>
          {isSent
            ? 'El servidor la recibió. La copia de este teléfono se borra sola en 7 días.'
            : 'Está completa y guardada en este teléfono. Puedes cerrar la aplicación: al abrirla con señal se envía.'}
        </p>
        <div className="page__actions">
          {isSent ? (
            <Link className="button button--primary button--normal" to={view}>
              Ver acta
            </Link>
          ) : (
            <>
              <Button variant="primary" busy={isSending ? 'Enviando…' : undefined} onClick={() => void sendWaiting()}>
                Enviar ahora
              </Button>
              {!isSending && <Button onClick={() => void device.edit()}>Corregir antes de enviar</Button>}
              <Button onClick={onBegin}>Empezar otra acta</Button>
            </>
          )}
          <Link className="button button--secondary button--normal" to={paths.deviceReports}>
            Actas en este teléfono
          </Link>
        </div>
      </div>
    </Card>
  )
}
