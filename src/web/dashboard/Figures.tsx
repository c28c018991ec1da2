import { Link } from 'react-router'
import { monthName } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { isPeriod, periodLabel } from '#domain/core/period.ts'
import { changePercent, type Figure, type FigureKey } from '#domain/dashboard/figures.ts'

const number = new Intl.NumberFormat('es-CO')
const percent = new Intl.NumberFormat('es-CO', { maximumFractionDigits: 1 })

type Month = { name: string; previous: string }

/** The cards of a dashboard: each has its label, its value, the comparison with last month, and a link to its list where there is one. */
export function Figures({ figures, month }: { figures: readonly Figure[]; month: number }) {
  const names = { name: monthName(month), previous: monthName(month === 1 ? 12 : month - 1) }
  return (
    <div className="figures-row">
      {figures.map((figure) => (
        <FigureCard key={figure.key} figure={figure} month={names} />
      ))}
    </div>
  )
}

function FigureCard({ figure, month }: { figure: Figure; month: Month }) {
  const label = LABELS[figure.key](month)
  const notes = NOTES[figure.key]?.(figure.parts) ?? []
  return (
    <div className={`card figure${figure.href === null ? '' : ' figure--opens'}`}>
      <p className="figure__label">{figure.href === null ? label : <Link to={figure.href}>{label}</Link>}</p>
      <p className="figure__value figures">{valueOf(figure)}</p>
      <ChangeNote figure={figure} previousMonth={month.previous} />
      {notes.map((note) => (
        <p key={note.text} className={`figure__note${note.isBad ? ' figure__note--bad' : ''}`}>
          {note.text}
        </p>
      ))}
    </div>
  )
}

function valueOf({ unit, value, parts }: Figure): string {
  if (unit === 'COP') return pesosLabel(value)
  if (unit === 'percent') return parts['is_known'] === 0 ? '—' : `${percent.format(value)} %`
  return number.format(value)
}

function ChangeNote({ figure, previousMonth }: { figure: Figure; previousMonth: string }) {
  const change = changePercent(figure.value, figure.previous)
  if (change === null) return null
  const isUp = change >= 0
  return (
    <p className={`figure__note figure__note--${isUp ? 'good' : 'bad'}`}>
      <span aria-hidden="true">{isUp ? '▲' : '▼'}</span> {percent.format(Math.abs(change))} % {isUp ? 'más' : 'menos'}{' '}
      que en {previousMonth} a la fecha
    </p>
  )
}

const LABELS: Readonly<Record<FigureKey, (month: Month) => string>> = {
  collected_month: ({ name }) => `Recaudado en ${name}`,
  collected_today: () => 'Recaudado hoy',
  invoiced_month: ({ name }) => `Facturado en ${name}`,
  overdue: () => 'Cartera vencida',
  due_soon: () => 'Vencen en 7 días',
  to_invoice: () => 'Contratos por facturar',
  active: () => 'Contratos activos',
  suspended: () => 'Suspendidos',
  to_reconnect: () => 'Por reconectar',
  installed_today: () => 'Instalados hoy',
  failed_orders: () => 'Órdenes que fallaron',
  without_serial: () => 'Equipos sin serial',
  open_outages: () => 'Fallas en curso',
  terminated: ({ name }) => `Retirados en ${name}`,
  collection_rate: ({ previous }) => `Recaudado frente a facturado en ${previous}`,
  pqr_on_time: () => 'PQR respondidas a tiempo',
  companies: () => 'Empresas',
  unconnected: () => 'Sin pagos en línea',
  failed_messages: () => 'Correos sin entregar',
  stuck_jobs: () => 'Trabajos con error',
}

type Note = { text: string; isBad?: boolean }
type Parts = Figure['parts']

const countNote = (parts: Parts, name: string, singular: string, plural: string): Note[] => {
  const value = Number(parts[name] ?? 0)
  return [{ text: `${number.format(value)} ${value === 1 ? singular : plural}` }]
}

const NOTES: Readonly<Partial<Record<FigureKey, (parts: Parts) => Note[]>>> = {
  to_reconnect: () => [{ text: 'Suspendidos por mora que ya no deben nada vencido' }],
  installed_today: () => [{ text: 'Con servicio desde hoy' }],
  failed_orders: (parts) => countNote(parts, 'queued', 'en la cola', 'en la cola'),
  without_serial: () => [{ text: 'Falta escribir su serial' }],
  collected_month: (parts) => countNote(parts, 'payments', 'pago', 'pagos'),
  collected_today: (parts) => countNote(parts, 'payments', 'pago', 'pagos'),
  invoiced_month: (parts) => countNote(parts, 'invoices', 'factura', 'facturas'),
  due_soon: (parts) => countNote(parts, 'invoices', 'factura', 'facturas'),
  overdue: (parts) => {
    const late = Number(parts['late_clients'] ?? 0)
    const all = countNote(parts, 'invoices', 'factura', 'facturas')
    if (late === 0) return all
    return [
      ...all,
      { text: `${number.format(late)} ${late === 1 ? 'cliente' : 'clientes'} con más de 60 días`, isBad: true },
    ]
  },
  to_invoice: ({ period }) =>
    typeof period === 'string' && isPeriod(period)
      ? [{ text: `Activos sin la factura de ${periodLabel(period)}` }]
      : [],
  pqr_on_time: ({ cases, late }) =>
    Number(late) > 0
      ? [{ text: `${late} de ${cases} en 90 días, con silencio positivo`, isBad: true }]
      : [{ text: 'De las que vencieron o se respondieron en 90 días' }],
  companies: ({ suspended }) =>
    Number(suspended) > 0
      ? [{ text: `${suspended} ${Number(suspended) === 1 ? 'suspendida' : 'suspendidas'}`, isBad: true }]
      : [],
  unconnected: () => [{ text: 'Empresas activas sin llaves de Wompi' }],
  stuck_jobs: ({ megabytes, set_aside }) => [
    ...(Number(set_aside) > 0
      ? [
          {
            text: `${number.format(Number(set_aside))} ${Number(set_aside) === 1 ? 'apartado: no se intenta' : 'apartados: no se intentan'} más`,
            isBad: true,
          },
        ]
      : []),
    { text: `La base de datos ocupa ${number.format(Number(megabytes ?? 0))} MB` },
  ],
}
