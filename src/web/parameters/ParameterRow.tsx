import type { ReactNode } from 'react'
import { dayLabel, shortDayLabel } from '#domain/core/days.ts'
import { type Parameter, type ParameterHistory, START_NOT_RECORDED, valueLabel } from '#domain/parameters/parameter.ts'
import { Badge } from '#web/ui/Badge.tsx'

/** One regulated number: its value today, its first day and its legal basis; its past and future values are collapsed. */
export function ParameterRow({
  history: { label, current, others },
  action,
}: {
  history: ParameterHistory
  action?: ReactNode
}) {
  return (
    <li className="parameter">
      <span className="parameter__label">{label}</span>
      <span className="parameter__value figures">{current ? valueLabel(current) : '—'}</span>
      <div className="parameter__facts">
        {current ? <Facts parameter={current} /> : <Badge tone="bad">Sin valor vigente</Badge>}
        {others.length > 0 && <OtherValues parameters={others} />}
        {action}
      </div>
    </li>
  )
}

function Facts({ parameter }: { parameter: Parameter }) {
  return (
    <>
      {parameter.certainty !== 'verified' && <Badge tone="warn">Por confirmar</Badge>}
      {[sinceLabel(parameter), parameter.legal_basis, parameter.note]
        .filter((fact) => fact !== '')
        .map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
    </>
  )
}

/** Empty when the first day is not recorded. */
function sinceLabel({ valid_from, valid_to }: Parameter): string {
  const since = valid_from === START_NOT_RECORDED ? [] : [`Desde el ${dayLabel(valid_from)}`]
  return [...since, ...(valid_to === null ? [] : [`hasta el ${dayLabel(valid_to)}`])].join(' ')
}

function OtherValues({ parameters }: { parameters: readonly Parameter[] }) {
  return (
    <details className="parameter__others">
      <summary>Otros valores ({parameters.length})</summary>
      <ul role="list">
        {parameters.map((parameter) => (
          <li key={parameter.valid_from}>
            <span className="figures">{valueLabel(parameter)}</span> {rangeLabel(parameter)} · {parameter.legal_basis}
            {parameter.note && ` · ${parameter.note}`}
          </li>
        ))}
      </ul>
    </details>
  )
}

function rangeLabel({ valid_from, valid_to }: Parameter): string {
  const since = valid_from === START_NOT_RECORDED ? [] : [`desde ${shortDayLabel(valid_from)}`]
  return [...since, ...(valid_to === null ? [] : [`hasta ${shortDayLabel(valid_to)}`])].join(' ')
}
