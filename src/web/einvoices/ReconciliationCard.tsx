import { useId, useState } from 'react'
import { dayOf, instantLabel } from '#domain/core/days.ts'
import { type Period, periodLabel, periodOf } from '#domain/core/period.ts'
import { einvoiceApi } from '#domain/einvoices/api.ts'
import type { Difference, Reconciliation } from '#domain/einvoices/electronic.ts'
import { Query } from '#web/core/Query.tsx'
import { useChange, useRead } from '#web/core/queries.ts'
import { toastFailure } from '#web/core/toast-failure.ts'
import { Button } from '#web/ui/Button.tsx'
import { MonthSelect } from '#web/ui/MonthSelect.tsx'
import { Card } from '#web/ui/Page.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import { Alert } from '#web/ui/States.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import type { CompanyQuery } from './company-query.ts'

const POLL_MS = 3_000

/** The comparison of a month with the list of the provider: a difference of zero, or each document by name. */
export function ReconciliationCard({ company }: { company: CompanyQuery }) {
  const id = useId()
  const [period, setPeriod] = useState<Period>(() => periodOf(dayOf(new Date())))
  const read = useRead(
    einvoiceApi.reconciliation,
    { query: { period, ...company } },
    { pollMs: POLL_MS, pollWhile: ({ data }) => data?.status === 'running' },
  )
  const start = useChange(einvoiceApi.reconcile)
  return (
    <Card title="Conciliación con Factus">
      <div className="einvoices-actions">
        <label htmlFor={id}>Mes</label>
        <MonthSelect id={id} ahead={0} value={period} onChange={(chosen) => chosen && setPeriod(chosen)} />
        <Button
          busy={start.isPending ? 'Empezando…' : undefined}
          onClick={() =>
            start.mutate(
              { query: company, body: { period } },
              {
                onSuccess: ({ message }) => toastSuccess(message),
                onError: (error) => toastFailure(error, 'No pudimos conciliar'),
              },
            )
          }
        >
          Conciliar {periodLabel(period)}
        </Button>
      </div>
      <Query of={read} lines={2} height={24}>
        {({ data }) =>
          data === null ? <p className="einvoices-quiet">Ese mes no se ha conciliado.</p> : <Result of={data} />
        }
      </Query>
    </Card>
  )
}

const KIND_LABELS: Readonly<Record<Difference['kind'], string>> = {
  only_here: 'Está en Enlace y Factus no lo lista',
  only_there: 'Está en Factus y no en Enlace',
  other_state: 'Tiene otro estado en Factus',
}

function Result({ of }: { of: Reconciliation }) {
  if (of.status === 'running') return <p>Conciliando. Puedes salir: el resultado queda aquí.</p>
  if (of.status === 'failed') return <Alert tone="bad">Factus no respondió. Concilia de nuevo en unos minutos.</Alert>
  const recovered = of.recovered === 0 ? '' : ` Recuperamos ${of.recovered} que la DIAN ya había validado.`
  return (
    <>
      <Alert tone={of.differences.length === 0 ? 'good' : 'warn'}>
        {of.differences.length === 0 ? 'Diferencia cero: ' : `${of.differences.length} por revisar: `}
        {of.held} validados en Enlace y {of.listed} en Factus.{recovered}
      </Alert>
      <RowList>
        {of.differences.map(({ kind, document, number }) => (
          <li key={`${kind} ${document}`}>
            <span className="two-lines">
              {number ?? document}
              <small>{KIND_LABELS[kind]}</small>
            </span>
          </li>
        ))}
      </RowList>
      {of.finished_at !== null && (
        <p className="einvoices-quiet">
          {instantLabel(new Date(of.finished_at))}, la pidió {of.asked_by}.
          {of.environment === 'test' && ' Es del ambiente de pruebas: no dice nada de producción.'}
        </p>
      )}
    </>
  )
}
