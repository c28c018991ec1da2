import { type ReactNode, useState } from 'react'
import { monthName } from '#domain/core/days.ts'
import { pesosLabel, sum, toPesos } from '#domain/core/money.ts'
import { isPeriod, periodLabel } from '#domain/core/period.ts'
import { capitalise } from '#domain/core/text.ts'
import type { Chart } from '#domain/dashboard/figures.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Page.tsx'
import { shortPesos } from './axis.ts'
import { Columns } from './Columns.tsx'

type Row = { readonly label: string; readonly cells: readonly string[] }

/** A chart, and the same figures as a table for users who cannot see the chart or need the numbers. */
function ChartCard({
  title,
  summary,
  headers,
  rows,
  isWide = false,
  children,
}: {
  title: string
  isWide?: boolean
  /** The chart in one sentence. */
  summary: string
  headers: readonly string[]
  rows: readonly Row[]
  children: ReactNode
}) {
  const [isTable, setTable] = useState(false)
  return (
    <Card
      title={title}
      className={isWide ? 'chart chart--wide' : 'chart'}
      actions={
        <Button size="dense" onClick={() => setTable(!isTable)}>
          {isTable ? 'Ver gráfica' : 'Ver tabla'}
        </Button>
      }
    >
      {isTable ? (
        <table className="chart__table">
          <caption className="visually-hidden">{title}</caption>
          <thead>
            <tr>
              {headers.map((header) => (
                <th key={header} scope="col">
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ label, cells }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {cells.map((cell, index) => (
                  <td key={headers[index + 1]} className="figures">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <>
          <p className="visually-hidden">{summary}</p>
          {children}
        </>
      )}
    </Card>
  )
}

const countLabel = (count: number, singular: string, plural: string): string =>
  `${count} ${count === 1 ? singular : plural}`

const monthOf = (period: string): number => Number(period.slice(5))
const shortMonth = (period: string): string => monthName(monthOf(period)).slice(0, 3)
const longMonth = (period: string): string => (isPeriod(period) ? capitalise(periodLabel(period)) : period)

type BarsOf<Key extends Chart['key']> = Extract<Chart, { key: Key }>['bars']

export function CollectedByMonth({ bars }: { bars: BarsOf<'collected_by_month'> }) {
  const best = bars.toSorted((first, second) => second.amount - first.amount)[0]
  return (
    <ChartCard
      title="Recaudo, últimos 12 meses"
      summary={
        best && best.amount > 0
          ? `El mejor mes fue ${longMonth(best.period)}, con ${pesosLabel(best.amount)}. Este mes van ${pesosLabel(sum(bars.slice(-1).map(({ amount }) => amount)))}.`
          : 'Todavía no hay pagos.'
      }
      headers={['Mes', 'Recaudo']}
      rows={bars.map(({ period, amount }) => ({ label: longMonth(period), cells: [pesosLabel(amount)] }))}
    >
      <Columns
        title="Recaudo"
        kinds={['money']}
        markLabel={shortPesos}
        bars={bars.map(({ period, amount }) => ({
          key: period,
          label: shortMonth(period),
          values: [toPesos(amount)],
          title: `${longMonth(period)}: ${pesosLabel(amount)}`,
        }))}
      />
    </ChartCard>
  )
}

export function Growth({ bars }: { bars: BarsOf<'growth'> }) {
  const [joined, left] = [bars.reduce((all, bar) => all + bar.joined, 0), bars.reduce((all, bar) => all + bar.left, 0)]
  return (
    <ChartCard
      title="Altas y retiros, últimos 12 meses"
      summary={`En doce meses hubo ${countLabel(joined, 'alta', 'altas')} y ${countLabel(left, 'retiro', 'retiros')}.`}
      headers={['Mes', 'Altas', 'Retiros']}
      rows={bars.map((bar) => ({ label: longMonth(bar.period), cells: [String(bar.joined), String(bar.left)] }))}
    >
      <Columns
        title="Altas y retiros"
        kinds={['joined', 'left']}
        markLabel={String}
        bars={bars.map((bar) => ({
          key: bar.period,
          label: shortMonth(bar.period),
          values: [bar.joined, bar.left],
          title: `${longMonth(bar.period)}: ${countLabel(bar.joined, 'alta', 'altas')}, ${countLabel(bar.left, 'retiro', 'retiros')}`,
        }))}
      />
      <ul className="chart__legend" role="list">
        <li className="chart__key chart__key--joined">{countLabel(joined, 'alta', 'altas')}</li>
        <li className="chart__key chart__key--left">{countLabel(left, 'retiro', 'retiros')}</li>
      </ul>
    </ChartCard>
  )
}

const AGE_LABELS = { '0-30': '0–30 días', '31-60': '31–60', '61-90': '61–90', '91+': 'más de 90' } as const

export function OverdueByAgeChart({ bars }: { bars: BarsOf<'ageing'> }) {
  const total = sum(bars.map(({ amount }) => amount))
  return (
    <ChartCard
      title="Cartera por edades"
      isWide
      summary={total === 0 ? 'No hay cartera vencida.' : `Hay ${pesosLabel(total)} vencidos.`}
      headers={['Días de vencida', 'Valor', 'Facturas']}
      rows={bars.map(({ age, amount, invoices }) => ({
        label: AGE_LABELS[age],
        cells: [pesosLabel(amount), String(invoices)],
      }))}
    >
      <div className="ageing" aria-hidden="true">
        {total > 0 &&
          bars.map(({ age, amount }, index) => (
            <div
              key={age}
              className={`ageing__part ageing__part--${index}`}
              style={{ flexGrow: amount / total }}
              title={`${AGE_LABELS[age]}: ${pesosLabel(amount)}`}
            />
          ))}
      </div>
      <ul className="chart__legend" role="list">
        {bars.map(({ age, amount }, index) => (
          <li key={age} className={`chart__key ageing__key--${index}`}>
            {AGE_LABELS[age]} · {pesosLabel(amount)}
          </li>
        ))}
      </ul>
    </ChartCard>
  )
}
