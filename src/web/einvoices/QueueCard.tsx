import { instantLabel, timeLabel } from '#domain/core/days.ts'
import { einvoiceApi } from '#domain/einvoices/api.ts'
import type { ElectronicQueue } from '#domain/einvoices/electronic.ts'
import { Query } from '#web/core/Query.tsx'
import { useChange, type useRead } from '#web/core/queries.ts'
import { toastFailure } from '#web/core/toast-failure.ts'
import { Button } from '#web/ui/Button.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { onFirstTap } from '#web/ui/first-tap.ts'
import { Card } from '#web/ui/Page.tsx'
import { Alert } from '#web/ui/States.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import type { CompanyQuery } from './company-query.ts'
import { durationLabel } from './words.ts'

type Props = { queue: ReturnType<typeof useRead<typeof einvoiceApi.queue>>; company: CompanyQuery }

/** The queue of the company: what waits, why it stopped, and what needs a person. */
export function QueueCard({ queue, company }: Props) {
  return (
    <Card title="Envío a la DIAN">
      <Query of={queue} lines={5} height={24}>
        {({ data }) => <Queue queue={data} company={company} />}
      </Query>
    </Card>
  )
}

function Queue({ queue, company }: { queue: ElectronicQueue; company: CompanyQuery }) {
  const { counts, paused, problem } = queue
  return (
    <div className="einvoices-queue">
      {paused !== null && (
        <Alert tone="warn">
          {paused.by} pausó el envío ({instantLabel(new Date(paused.at))}).
        </Alert>
      )}
      {problem !== null && <Alert tone="warn">{problem.text}</Alert>}
      {!queue.is_on && waitingOf(counts) > 0 && (
        <Alert tone="warn">
          La facturación electrónica está apagada: nada se envía hasta que la enciendas en Integraciones.
        </Alert>
      )}
      <Facts
        facts={[
          { label: 'Validados este mes', value: counts.validated },
          {
            label: 'Por enviar',
            value: waitingLabel(queue, counts.queued + counts.sending),
          },
          { label: 'Esperando a la DIAN', value: counts.pending_dian },
          { label: 'Rechazados', value: counts.rejected },
          { label: 'Por revisar', value: counts.manual },
        ]}
      />
      {queue.is_on && <QueueActions queue={queue} company={company} />}
    </div>
  )
}

const waitingOf = ({ queued, sending, pending_dian }: ElectronicQueue['counts']): number =>
  queued + sending + pending_dian

/** How many wait and for how long. The time is not known while something stops the queue. */
function waitingLabel(queue: ElectronicQueue, waiting: number): string {
  const { is_on, paused, problem, minutes_left, later, counts } = queue
  if (waiting === 0) return 'Ninguno'
  if (!is_on || paused !== null || problem !== null) return `${waiting} en espera`
  if (later === null) return `${waiting}, en ${durationLabel(minutes_left)}`
  const since = timeLabel(new Date(later.at))
  const due = waitingOf(counts) - later.count
  return due > 0
    ? `${waiting}: ${due} en ${durationLabel(minutes_left)}, los demás desde las ${since}`
    : `${waiting}, desde las ${since}`
}

function QueueActions({ queue, company }: { queue: ElectronicQueue; company: CompanyQuery }) {
  const pause = useChange(einvoiceApi.pause)
  const resume = useChange(einvoiceApi.resume)
  const retryAll = useChange(einvoiceApi.retryAll)
  const notice = {
    onSuccess: ({ message }: { message: string }) => toastSuccess(message),
    onError: (error: Parameters<typeof toastFailure>[0]) => toastFailure(error, 'No pudimos hacer el cambio'),
  }
  return (
    <div className="einvoices-actions">
      {queue.paused === null ? (
        <Button
          busy={pause.isPending ? 'Pausando…' : undefined}
          onClick={onFirstTap(() => pause.mutate({ query: company, body: {} }, notice))}
        >
          Pausar el envío
        </Button>
      ) : (
        <Button
          variant="primary"
          busy={resume.isPending ? 'Reanudando…' : undefined}
          onClick={onFirstTap(() => resume.mutate({ query: company, body: {} }, notice))}
        >
          Reanudar el envío
        </Button>
      )}
      {(['rejected', 'manual', 'pending_dian'] as const)
        .filter((status) => queue.counts[status] > 0)
        .map((status) => (
          <Button
            key={status}
            busy={retryAll.isPending ? 'Enviando…' : undefined}
            onClick={() => retryAll.mutate({ query: company, body: { status } }, notice)}
          >
            {RETRY_LABELS[status]}
          </Button>
        ))}
    </div>
  )
}

const RETRY_LABELS = {
  rejected: 'Reenviar los rechazados',
  manual: 'Reintentar los que están por revisar',
  pending_dian: 'Reintentar los que esperan a la DIAN',
} as const
