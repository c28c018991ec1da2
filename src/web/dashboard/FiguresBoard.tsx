import { Check } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { dayOf, isDay, shortDayLabel } from '#domain/core/days.ts'
import { type Dashboard, dashboardApi } from '#domain/dashboard/api.ts'
import type { Chart, NextCutDay, Todo, TodoKey } from '#domain/dashboard/figures.ts'
import { useRead } from '#web/core/queries.ts'
import { Card } from '#web/ui/Page.tsx'
import { EmptyState, ErrorState, Skeleton } from '#web/ui/States.tsx'
import { CollectedByMonth, Growth, OverdueByAgeChart } from './charts.tsx'
import { Figures } from './Figures.tsx'
import { IntegrationHealth } from './IntegrationHealth.tsx'
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

/** As high as the loaded content. */
function BoardSkeleton() {
  return (
    <div className="board">
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

const TODO_TEXTS: Readonly<Record<TodoKey, (count: number) => { text: string; action: string }>> = {
  payment_cases: (count) => ({
    text: count === 1 ? 'Un pago en línea por revisar' : `${count} pagos en línea por revisar`,
    action: 'Revisar',
  }),
  disputes: (count) => ({
    text: count === 1 ? 'Un reclamo de factura por decidir' : `${count} reclamos de facturas por decidir`,
    action: 'Decidir',
  }),
  failed_messages: (count) => ({
    text: count === 1 ? 'Un correo no llegó' : `${count} correos no llegaron`,
    action: 'Reenviar',
  }),
  to_sign: (count) => ({
    text: count === 1 ? 'Un contrato sin firmar' : `${count} contratos sin firmar`,
    action: 'Completar',
  }),
  to_install: (count) => ({
    text: count === 1 ? 'Una instalación pendiente' : `${count} instalaciones pendientes`,
    action: 'Ver lista',
  }),
  logo: () => ({ text: 'Tu logo y tus datos', action: 'Ponerlos' }),
  wompi: () => ({ text: 'Los pagos en línea con Wompi', action: 'Conectar' }),
  factus: () => ({ text: 'La facturación electrónica con Factus', action: 'Conectar' }),
  people: () => ({ text: 'Tu equipo: financiero, técnico, redes', action: 'Invitar' }),
  plans: () => ({ text: 'Los planes que vendes', action: 'Los crea tu financiero' }),
  clients: () => ({ text: 'Tus clientes, desde un archivo', action: 'Los carga tu financiero' }),
  parameters: (count) => ({
    text:
      count === 1
        ? 'Un número regulado se queda sin valor, o ya no tiene'
        : `${count} números regulados se quedan sin valor, o ya no tienen`,
    action: 'Registrar',
  }),
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

/** The steps to set up a company; hidden when all of them are done. */
function Checklist({ items }: { items: Dashboard['next'] }) {
  const done = items.filter(({ is_done }) => is_done).length
  if (done === items.length) return null
  return (
    <Card title={`Para empezar: ${done} de ${items.length}`} className="checklist">
      <progress className="progress__bar" value={done} max={items.length} aria-label="Pasos terminados" />
      <ul className="todo-list" role="list">
        {items.map(({ key, is_done, href }) => (
          <li key={key} className={is_done ? 'todo-list__done' : undefined}>
            <span>
              {is_done && <Check size={16} aria-hidden="true" />}
              {is_done && <span className="visually-hidden">Listo: </span>}
              {TODO_TEXTS[key](0).text}
            </span>
            {!is_done &&
              (href === null ? (
                <small>{TODO_TEXTS[key](0).action}</small>
              ) : (
                <Link to={href} aria-label={`${TODO_TEXTS[key](0).action}: ${TODO_TEXTS[key](0).text}`}>
                  {TODO_TEXTS[key](0).action}
                </Link>
              ))}
          </li>
        ))}
      </ul>
    </Card>
  )
}
