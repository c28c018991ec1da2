import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { shortDayLabel } from '#domain/core/days.ts'
import { minus, money, pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { periodLabel } from '#domain/core/period.ts'
import { runApi } from '#domain/invoices/api.ts'
import type { Run, RunPreview, RunScope } from '#domain/invoices/run.ts'
import { ReadState } from '#web/core/Query.tsx'
import { useChange, useRead } from '#web/core/queries.ts'
import { toastFailure } from '#web/core/toast-failure.ts'
import { Button } from '#web/ui/Button.tsx'
import { Figure } from '#web/ui/Facts.tsx'
import { Card } from '#web/ui/Page.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import { Alert, EmptyState } from '#web/ui/States.tsx'
import { PreviewRows } from './PreviewRows.tsx'

type Props = {
  scope: RunScope
  onBack: () => void
  onScope: (scope: RunScope) => void
  onStart: (run: Run) => void
  /** What the electronic documents of so many invoices need. */
  forecast: (invoices: number) => ReactNode
}

const TREATMENTS = {
  exento: 'Exento · estratos 1 y 2',
  excluido: 'Excluido · estrato 3 y cargos sin IVA',
  gravado: 'Gravado',
} as const

const count = (value: number): string => new Intl.NumberFormat('es-CO').format(value)

/** The preview of a run: count, total, VAT by treatment, the excluded contracts with their reasons, and the month before (INV-02). */
export function MassivePreview({ scope, onBack, onScope, onStart, forecast }: Props) {
  const read = useRead(runApi.preview, { body: scope })
  const preview = read.data?.data
  if (!preview) {
    return (
      <>
        <ReadState of={read} lines={6} height={48} />
        {read.error && <Button onClick={onBack}>Volver</Button>}
      </>
    )
  }
  return (
    <>
      <CutDays scope={scope} days={preview.cut_days} onScope={onScope} />
      <Figures preview={preview} />
      {preview.warnings.map((warning) => (
        <Alert key={warning} tone="warn">
          {warning}
        </Alert>
      ))}
      {forecast(preview.invoices)}
      <div className="card-pair">
        <Card title="IVA por tratamiento">
          <Treatments preview={preview} />
        </Card>
        <Excluded preview={preview} />
      </div>
      <PreviewRows scope={scope} />
      <Confirm preview={preview} scope={scope} onBack={onBack} onStart={onStart} />
    </>
  )
}

function CutDays({ scope, days, onScope }: { scope: RunScope; days: readonly number[]; onScope: Props['onScope'] }) {
  if (days.length < 2 && scope.cut_day === undefined) return null
  const { cut_day } = scope
  // The day of the address may be one that no contract has.
  const isMissing = cut_day !== undefined && !days.includes(cut_day)
  const options = isMissing ? [...days, cut_day].toSorted((first, second) => first - second) : days
  return (
    <label className="field massive-cut">
      <span className="field__label">Corte</span>
      <select
        className="input"
        value={scope.cut_day ?? ''}
        onChange={({ target }) =>
          onScope({ period: scope.period, ...(target.value === '' ? {} : { cut_day: Number(target.value) }) })
        }
      >
        <option value="">Todos los cortes</option>
        {options.map((day) => (
          <option key={day} value={day}>
            Día {day}
          </option>
        ))}
      </select>
    </label>
  )
}

function Figures({ preview }: { preview: RunPreview }) {
  const { previous } = preview
  const previousLabel = previous && `${periodLabel(previous.period)}: ${count(previous.invoices)}`
  const difference = previous && minus(preview.total, previous.total)
  return (
    <div className="figures-row">
      <Figure
        label="Facturas por emitir"
        value={count(preview.invoices)}
        note={previousLabel ?? `De ${count(preview.contracts)} contratos`}
      />
      <Figure
        label="Total"
        value={pesosLabel(preview.total)}
        note={
          difference === null
            ? 'Sin mes anterior para comparar'
            : `${difference < 0 ? '▼' : '▲'} ${pesosLabel(money(Math.abs(difference)))} frente al mes anterior`
        }
      />
      <Figure
        label="Se emiten con fecha"
        value={shortDayLabel(preview.issued_on)}
        note={
          preview.credit > 0
            ? `${pesosLabel(preview.credit)} se pagan con saldo a favor`
            : 'Cada una vence en el día de pago del cliente'
        }
      />
    </div>
  )
}

function Treatments({ preview }: { preview: RunPreview }) {
  if (preview.by_treatment.length === 0) return <EmptyState title="Nada para facturar" />
  return (
    <RowList>
      {preview.by_treatment.map((row) => (
        <li key={row.treatment}>
          <span className="two-lines">
            {TREATMENTS[row.treatment]}
            <small>
              {count(row.lines)} {row.lines === 1 ? 'línea' : 'líneas'}, base{' '}
              <span className="figures">{pesosLabel(row.base)}</span>
            </small>
          </span>
          <span className="figures">{row.treatment === 'excluido' ? '—' : pesosLabel(row.vat)}</span>
        </li>
      ))}
    </RowList>
  )
}

function Excluded({ preview }: { preview: RunPreview }) {
  const left = preview.contracts - preview.invoices
  return (
    <Card title={`Quedan por fuera: ${count(left)}`}>
      {left === 0 ? (
        <EmptyState title="Todos los contratos se facturan" />
      ) : (
        <RowList>
          {preview.reasons.map(({ reason, contracts }) => (
            <li key={reason}>
              <span className="two-lines">{reason}</span>
              <span className="figures">{count(contracts)}</span>
            </li>
          ))}
        </RowList>
      )}
      {preview.excluded.length > 0 && (
        <details className="more">
          <summary>Ver los contratos</summary>
          <RowList>
            {preview.excluded.map((one) => (
              <li key={one.no_contract}>
                <span className="two-lines">
                  <span>
                    <Link to={paths.contract(one.no_contract)}>{one.no_contract}</Link> · {one.client}
                  </span>
                  <small>{one.reason}</small>
                </span>
              </li>
            ))}
          </RowList>
        </details>
      )}
    </Card>
  )
}

function Confirm({ preview, scope, onBack, onStart }: Omit<Props, 'onScope' | 'forecast'> & { preview: RunPreview }) {
  const start = useChange(runApi.start)
  const confirm = (): void =>
    start.mutate(
      { body: scope },
      {
        onSuccess: ({ data }) => onStart(data),
        onError: (error) => toastFailure(error, 'No pudimos empezar la corrida'),
      },
    )
  return (
    <div className="page__actions">
      <Button onClick={onBack}>Volver</Button>
      <Button
        variant="primary"
        busy={start.isPending ? 'Empezando…' : undefined}
        disabledReason={preview.invoices === 0 ? 'No hay facturas por emitir en este período' : undefined}
        onClick={confirm}
      >
        Emitir {count(preview.invoices)} {preview.invoices === 1 ? 'factura' : 'facturas'} por{' '}
        {pesosLabel(preview.total)}
      </Button>
    </div>
  )
}
