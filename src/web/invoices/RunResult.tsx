import type { ReactNode } from 'react'
import { pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { periodLabel } from '#domain/core/period.ts'
import { runApi } from '#domain/invoices/api.ts'
import type { Run, RunOutcome } from '#domain/invoices/run.ts'
import { useChange, useRead } from '#web/core/queries.ts'
import { RowLink } from '#web/core/RowLink.tsx'
import { useLocalPages } from '#web/core/use-local-pages.ts'
import { Badge, type Tone } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Figure } from '#web/ui/Facts.tsx'
import { Card } from '#web/ui/Page.tsx'
import { Alert, EmptyState, Progress } from '#web/ui/States.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { toastError } from '#web/ui/Toasts.tsx'

const count = (value: number): string => new Intl.NumberFormat('es-CO').format(value)

/** The progress of a run. The run is a job of the server: the page may be closed. */
export function RunProgress({ run }: { run: Run }) {
  const done = run.created + run.skipped + run.failed
  return (
    <Card title={`Facturando ${periodLabel(run.period)}`}>
      <div role="status">
        <Progress
          value={done}
          max={Math.max(1, run.contracts)}
          label={`${count(done)} de ${count(run.contracts)} contratos`}
        />
      </div>
      <p className="massive-note">
        Van {count(run.created)} facturas por {pesosLabel(run.total)}. Puedes cerrar esta página y volver cuando
        quieras.
      </p>
    </Card>
  )
}

const OUTCOMES: Readonly<Record<RunOutcome['outcome'], { label: string; tone: Tone }>> = {
  created: { label: 'Creada', tone: 'good' },
  skipped: { label: 'Omitido', tone: 'quiet' },
  failed: { label: 'Por corregir', tone: 'bad' },
}

const columns: readonly Column<RunOutcome>[] = [
  {
    key: 'no_contract',
    header: 'Contrato',
    cell: ({ no_contract }) => <RowLink to={paths.contract(no_contract)}>{no_contract}</RowLink>,
    card: 'title',
  },
  { key: 'client', header: 'Cliente', cell: (one) => one.client },
  {
    key: 'outcome',
    header: 'Resultado',
    cell: (one) => <Badge tone={OUTCOMES[one.outcome].tone}>{OUTCOMES[one.outcome].label}</Badge>,
    card: 'badge',
  },
  {
    key: 'detail',
    header: 'Detalle',
    cell: (one) =>
      one.invoice ? <RowLink to={paths.view('invoice', one.invoice.id)}>{one.invoice.number}</RowLink> : one.reason,
  },
  {
    key: 'total',
    header: 'Total',
    cell: (one) => (one.invoice ? pesosLabel(one.invoice.total) : ''),
    align: 'end',
    card: 'amount',
  },
]

/** The action that sends the invoices of a run by e-mail, and its electronic documents. */
export type RunSlots = { mail: (runId: string) => ReactNode; documents: (runId: string) => ReactNode }

/** The result of a run for each contract, with a retry of the contracts that failed (INV-03). */
export function RunResult({ run, onOpen, slots }: { run: Run; onOpen: (id: string | null) => void; slots: RunSlots }) {
  const retry = useChange(runApi.retry)
  const retryFailed = (): void =>
    retry.mutate(
      { params: { id: run.id } },
      { onSuccess: ({ data }) => onOpen(data.id), onError: (error) => toastError(error.message) },
    )
  return (
    <>
      <Summary run={run} />
      <div className="figures-row">
        <Figure label="Facturas creadas" value={count(run.created)} note={pesosLabel(run.total)} />
        <Figure label="Omitidos" value={count(run.skipped)} note="Ya facturados o sin servicio en el período" />
        <Figure label="Por corregir" value={count(run.failed)} note="Corrige el dato y reintenta" />
      </div>
      <div className="page__actions">
        <Button onClick={() => onOpen(null)}>Facturar otro período</Button>
        {run.created > 0 && slots.mail(run.id)}
        {(run.failed > 0 || run.status === 'failed') && (
          <Button variant="primary" busy={retry.isPending ? 'Empezando…' : undefined} onClick={retryFailed}>
            {run.status === 'failed' ? 'Reintentar la corrida' : `Reintentar los ${count(run.failed)} por corregir`}
          </Button>
        )}
      </div>
      {run.created > 0 && slots.documents(run.id)}
      <Outcomes run={run} />
    </>
  )
}

function Summary({ run }: { run: Run }) {
  if (run.status === 'failed') return <Alert tone="bad">{run.problem}</Alert>
  if (run.created === 0) {
    return <Alert tone="info">No se creó ninguna factura: {periodLabel(run.period)} ya estaba facturado.</Alert>
  }
  return (
    <Alert tone="good">
      Listo: {count(run.created)} facturas de {periodLabel(run.period)} por {pesosLabel(run.total)}.
    </Alert>
  )
}

function Outcomes({ run }: { run: Run }) {
  const { pages } = useLocalPages()
  const { data, error, refetch } = useRead(
    runApi.outcome,
    { params: { id: run.id }, query: { page: pages.page, page_size: pages.pageSize } },
    { keepPrevious: true },
  )
  return (
    <Table
      caption="Resultado por contrato"
      columns={columns}
      rows={data?.data}
      rowKey={(one) => one.no_contract}
      rowName={(one) => one.no_contract}
      {...pages}
      total={data?.meta.total ?? 0}
      error={error && !data ? { message: error.message, code: error.code, retry: () => void refetch() } : null}
      empty={
        <EmptyState title="Nada cambió en esta corrida">
          Todos los contratos ya tenían la factura del período.
        </EmptyState>
      }
    />
  )
}
