import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { dayOf, isDay, shortDayLabel } from '#domain/core/days.ts'
import { dashboardApi } from '#domain/dashboard/api.ts'
import type { Chart, NextCutDay, Todo } from '#domain/dashboard/figures.ts'
import { useRead } from '#web/core/queries.ts'
import { Card } from '#web/ui/Page.tsx'
import { EmptyState, ErrorState, Skeleton } from '#web/ui/States.tsx'
import { Checklist } from './Checklist.tsx'
import { CollectedByMonth, Growth, OverdueByAgeChart } from './charts.tsx'
import { Figures } from './Figures.tsx'
import { IntegrationHealth } from './IntegrationHealth.tsx'
import { TODO_TEXTS } from './todo-texts.ts'
import './dashboard.css'

/** The figures, the charts and the pending tasks of the staff and the superadmin (DSH-02, DSH-03, DSH-05). */
export function FiguresBoard() {
  const { data, error, refetch } = useRead(dashboardApi.get, {}, { background: true })
  const [month] = useState(() => Number(dayOf(new Date()).slice(5, 7)))
  if (!data && error) return <ErrorState message={error.message} code={error.code} onRetry={() => void refetch()} />
  if (!data) return <BoardSkeleton />
  const { figures, charts, cuts, next, role, health } = data.data
  return (
    <div className="board">
      {role === 'admin' && <Checklist items={next} />}
      {role === 'superadmin' && next.length > 0 && <Todos items={next} cuts={cuts} />}
      <Figures figures={figures} month={month} />
      {health && <IntegrationHealth {...health} />}
      {charts.length > 0 && (
        <div className={role === 'financial' ? 'board__charts board__charts--todos' : 'board__charts'}>
          {charts.slice(0, 1).map((chart) => (
            <ChartOf key={chart.key} chart={chart} />
          ))}
          {role === 'financial' && <Todos items={next} cuts={cuts} />}
          {charts.slice(1).map((chart) => (
            <ChartOf key={chart.key} chart={chart} />
          ))}
        </div>
      )}
    </div>
  )
}

/** As high as the window: the links below do not move when the figures arrive. */
function BoardSkeleton() {
  return (
    <div className="board page__waiting">
      <div className="figures-row">
        {[0, 1, 2].map((index) => (
          <Card key={index}>
            <Skeleton lines={3} height={22} />
          </Card>
        ))}
      </div>
      <Card>
        <Skeleton lines={6} height={26} />
      </Card>
    </div>
  )
}

function ChartOf({ chart }: { chart: Chart }): ReactNode {
  if (chart.key === 'collected_by_month') return <CollectedByMonth bars={chart.bars} />
  return chart.key === 'growth' ? <Growth bars={chart.bars} /> : <OverdueByAgeChart bars={chart.bars} />
}

function Todos({ items, cuts }: { items: readonly Todo[]; cuts: readonly NextCutDay[] }) {
  return (
    <Card title="Por hacer" className="todos">
      {items.length === 0 && cuts.length === 0 && (
        <EmptyState title="No tienes pendientes">Cuando algo necesite de ti, aparece aquí.</EmptyState>
      )}
      <ul className="todo-list" role="list">
        {items.map(({ key, count, href }) => (
          <li key={key}>
            <span>{TODO_TEXTS[key](count).text}</span>
            {href !== null && (
              <Link to={href} aria-label={`${TODO_TEXTS[key](count).action}: ${TODO_TEXTS[key](count).text}`}>
                {TODO_TEXTS[key](count).action}
              </Link>
            )}
          </li>
        ))}
        {cuts.map(({ on, contracts }) => (
          <li key={on}>
            <span>
              Corte del {isDay(on) ? shortDayLabel(on) : on}: {contracts} {contracts === 1 ? 'contrato' : 'contratos'}
            </span>
            <Link to="/invoices/massive" aria-label={`Preparar el corte del ${on}`}>
              Preparar
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
