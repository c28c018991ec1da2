import { Link } from 'react-router'
import { instantLabel, timeLabel } from '#domain/core/days.ts'
import { MINUTE_MS } from '#domain/core/durations.ts'
import { paths } from '#domain/core/paths.ts'
import { einvoiceApi } from '#domain/einvoices/api.ts'
import type { RunDocuments } from '#domain/einvoices/electronic.ts'
import { countLabel } from '#domain/integrations/numbering-range.ts'
import type { PendingElectronic } from '#domain/invoices/electronic.ts'
import { Query } from '#web/core/Query.tsx'
import { useRead } from '#web/core/queries.ts'
import { Facts } from '#web/ui/Facts.tsx'
import { Card } from '#web/ui/Page.tsx'
import { Alert, Progress } from '#web/ui/States.tsx'
import { durationLabel } from './words.ts'
import './einvoices.css'

const POLL_MS = 3_000

const waitingOf = ({ queued, sending, pending_dian }: RunDocuments['counts']): number => queued + sending + pending_dian

/** The electronic documents of a massive run while they are sent: what is validated, what is not, and when it ends (EIN-01). */
export function RunDocumentsCard({ runId }: { runId: string }) {
  const read = useRead(
    einvoiceApi.run,
    { params: { id: runId } },
    { pollMs: POLL_MS, pollWhile: ({ data }) => waitingOf(data.counts) > 0 },
  )
  // A company without electronic invoicing has nothing to show.
  if (read.data?.data.total === 0) return null
  return (
    <Card title="Documentos electrónicos">
      <Query of={read} lines={4} height={24}>
        {({ data }) => <Documents run={data} />}
      </Query>
    </Card>
  )
}

function Documents({ run }: { run: RunDocuments }) {
  const { counts, paused, problem, forecast } = run
  const waiting = waitingOf(counts)
  return (
    <div className="einvoices-queue">
      <div role="status">
        <Progress
          value={run.total - waiting}
          max={run.total}
          label={`${countLabel(run.total - waiting)} de ${countLabel(run.total)} documentos`}
        />
      </div>
      {paused !== null && waiting > 0 && (
        <Alert tone="warn">
          {paused.by} pausó el envío ({instantLabel(new Date(paused.at))}). El administrador lo reanuda en Facturas
          Electrónicas.
        </Alert>
      )}
      {problem !== null && waiting > 0 && <Alert tone="warn">{problem}</Alert>}
      {forecast.state !== 'ok' && waiting > 0 && <Alert tone="warn">{forecast.text}</Alert>}
      <Facts
        facts={[
          { label: 'Validados', value: countLabel(counts.validated) },
          { label: 'Rechazados', value: <Invoices count={counts.rejected} electronic="rejected" /> },
          { label: 'Por revisar', value: <Invoices count={counts.manual} electronic="manual" /> },
          ...(counts.withdrawn > 0 ? [{ label: 'Anuladas sin enviarse', value: countLabel(counts.withdrawn) }] : []),
          { label: 'Esperando', value: countLabel(waiting) },
          { label: 'Fin previsto', value: endLabel(run, waiting) },
        ]}
      />
    </div>
  )
}

/** How many documents a person must look at; their invoices open. */
const Invoices = ({ count, electronic }: { count: number; electronic: PendingElectronic }) =>
  count === 0 ? '0' : <Link to={paths.invoicesAtDian(electronic)}>{countLabel(count)}</Link>

function endLabel({ paused, problem, forecast, minutes_left }: RunDocuments, waiting: number): string {
  if (waiting === 0) return 'Terminó'
  if (paused !== null) return 'Cuando se reanude el envío'
  if (forecast.state === 'blocked') return 'Cuando haya un rango de numeración'
  if (problem !== null) return 'Cuando se resuelva lo que lo detiene'
  const end = new Date(Date.now() + minutes_left * MINUTE_MS)
  return `${timeLabel(end)}, en ${durationLabel(minutes_left)}`
}
