import { instantLabel } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { periodLabel } from '#domain/core/period.ts'
import { capitalise } from '#domain/core/text.ts'
import { runApi } from '#domain/invoices/api.ts'
import { RUN_LABELS, type Run, type RunStatus } from '#domain/invoices/run.ts'
import { Query } from '#web/core/Query.tsx'
import { useRead } from '#web/core/queries.ts'
import { Badge, type Tone } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Page.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import { EmptyState } from '#web/ui/States.tsx'

const TONES: Readonly<Record<RunStatus, Tone>> = { queued: 'info', running: 'info', done: 'good', failed: 'bad' }

/** The runs of the company; a run that is going on can be opened again, also on another device. */
export function PastRuns({ onOpen }: { onOpen: (id: string) => void }) {
  const read = useRead(runApi.list, {})
  return (
    <Card title="Corridas anteriores">
      <Query of={read} lines={3} height={32}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState title="Aún no has facturado por aquí">
              Elige el período y mira la vista previa: no emite nada.
            </EmptyState>
          ) : (
            <RowList>
              {data.map((run) => (
                <RunItem key={run.id} run={run} onOpen={onOpen} />
              ))}
            </RowList>
          )
        }
      </Query>
    </Card>
  )
}

function RunItem({ run, onOpen }: { run: Run; onOpen: (id: string) => void }) {
  return (
    <li>
      <span className="two-lines">
        {capitalise(periodLabel(run.period))}
        {run.cut_day !== null && `, corte ${run.cut_day}`}
        <small>
          {instantLabel(new Date(run.created_at))}, {run.asked_by}
        </small>
      </span>
      <span className="past-run">
        <Badge tone={TONES[run.status]}>{RUN_LABELS[run.status]}</Badge>
        <span className="figures">{pesosLabel(run.total)}</span>
        <Button size="dense" aria-label={`Ver la corrida de ${periodLabel(run.period)}`} onClick={() => onOpen(run.id)}>
          Ver
        </Button>
      </span>
    </li>
  )
}
