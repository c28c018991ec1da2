import * as z from 'zod/mini'
import { DayText } from '#domain/core/days.ts'

/** The reports (RPT-01, RPT-03). T.4.2 and T.4.3 are a page of their own (domain/pqr/regulator-api.ts). */
export const REPORT_NAMES = [
  'facturacion',
  'recaudo',
  'cartera',
  'cartera_municipios',
  'cartera_planes',
  'cartera_tecnicos',
  'iva',
  'planes',
  'clientes',
  'pqr',
  'pqr_tipos',
  'actas',
  't12',
  't13',
  'futic',
] as const
export type ReportName = (typeof REPORT_NAMES)[number]

/** How the values of a column are written. `pesos`: pesos on the wire. `share`: a percentage with one decimal. */
const UNITS = ['text', 'pesos', 'count', 'share', 'days'] as const
export type Unit = (typeof UNITS)[number]

export const REPORT_GROUPS = ['dinero', 'servicio', 'regulador'] as const
export const GROUP_LABELS: Readonly<Record<(typeof REPORT_GROUPS)[number], string>> = {
  dinero: 'Dinero',
  servicio: 'Clientes y servicio',
  regulador: 'Regulador',
}

/** The range of days of a report: chosen, chosen until today, always today, or the quarter or half year of its last day. */
const SPANS = ['range', 'past', 'today', 'quarter', 'half'] as const
export type Span = (typeof SPANS)[number]

type Described = {
  title: string
  about: string
  group: (typeof REPORT_GROUPS)[number]
  span: Span
}

export const REPORTS: Readonly<Record<ReportName, Described>> = {
  facturacion: {
    title: 'Facturación',
    about: 'Lo facturado cada día o mes, con su IVA y sus notas crédito',
    group: 'dinero',
    span: 'range',
  },
  recaudo: {
    title: 'Recaudo',
    about: 'Lo que entró por cada medio, menos reversos y devoluciones',
    group: 'dinero',
    span: 'range',
  },
  cartera: {
    title: 'Cartera por edades',
    about: 'Lo que deben hoy los clientes, según hace cuánto venció',
    group: 'dinero',
    span: 'today',
  },
  cartera_municipios: {
    title: 'Cartera por municipio',
    about: 'Lo que deben hoy los clientes de cada municipio, por edades',
    group: 'dinero',
    span: 'today',
  },
  cartera_planes: {
    title: 'Cartera por plan',
    about: 'Lo que se debe hoy de las facturas de cada plan, por edades',
    group: 'dinero',
    span: 'today',
  },
  cartera_tecnicos: {
    title: 'Cartera por técnico',
    about: 'Lo que se debe hoy de los contratos que atendió cada técnico en su última visita, por edades',
    group: 'dinero',
    span: 'today',
  },
  iva: {
    title: 'IVA por tratamiento',
    about: 'Bases gravadas, exentas y excluidas, con su IVA y sus notas',
    group: 'dinero',
    span: 'range',
  },
  planes: { title: 'Ingresos por plan', about: 'Lo facturado de cada plan, sin IVA', group: 'dinero', span: 'range' },
  clientes: {
    title: 'Altas y retiros',
    about: 'Contratos que empezaron y terminaron su servicio',
    group: 'servicio',
    span: 'past',
  },
  pqr: {
    title: 'PQR',
    about: 'Radicadas, respondidas a tiempo, días de respuesta y favorabilidad',
    group: 'servicio',
    span: 'range',
  },
  pqr_tipos: {
    title: 'PQR por tipo',
    about: 'Peticiones, quejas y recursos: cuántos, en cuántos días se respondieron y a favor de quién',
    group: 'servicio',
    span: 'range',
  },
  actas: {
    title: 'Actas',
    about: 'Trabajos hechos, por tipo, con su velocidad y la satisfacción',
    group: 'servicio',
    span: 'range',
  },
  t12: {
    title: 'T.1.2 Planes tarifarios',
    about: 'Los planes por municipio y segmento, con sus tarifas (semestral)',
    group: 'regulador',
    span: 'half',
  },
  t13: {
    title: 'T.1.3 Accesos y valores facturados',
    about: 'Las líneas en servicio y lo facturado (trimestral)',
    group: 'regulador',
    span: 'quarter',
  },
  futic: {
    title: 'Contraprestación FUTIC',
    about: 'La base y el valor de la contraprestación del trimestre',
    group: 'regulador',
    span: 'quarter',
  },
}

const Cell = z.union([z.string(), z.number(), z.null()])
export type ReportCell = z.output<typeof Cell>

/**
 * A row: one cell for each column, and the list with the same figures; null when there is no list of them. `hrefs`: the list of each cell,
 * when its figure is a part of that of the row.
 */
const Row = z.object({
  cells: z.array(Cell),
  href: z.nullable(z.string()),
  hrefs: z.optional(z.array(z.nullable(z.string()))),
})
export type ReportRow = z.output<typeof Row>

const Column = z.object({ key: z.string(), label: z.string(), unit: z.enum(UNITS) })
export type ReportColumn = z.output<typeof Column>

/** A figure of the whole range, with the one of the range before it. */
const Total = z.object({
  key: z.string(),
  label: z.string(),
  unit: z.enum(UNITS),
  value: z.nullable(z.number()),
  previous: z.nullable(z.number()),
  href: z.nullable(z.string()),
})
export type ReportTotal = z.output<typeof Total>

const Range = z.object({ from: DayText, to: DayText })

/** A report of a range of days. `chart`: the columns that it draws, by the first column; null without a chart. */
export const Report = z.object({
  name: z.enum(REPORT_NAMES),
  title: z.string(),
  range: Range,
  previous: z.nullable(Range),
  columns: z.array(Column),
  rows: z.array(Row),
  totals: z.array(Total),
  chart: z.nullable(z.array(z.string())),
  /** What a reader must know of the figures, in a sentence. */
  note: z.nullable(z.string()),
})
export type Report = z.output<typeof Report>

/** The sum of a column, for the last row of a table; null for a column that has none. */
export function columnSum({ columns, rows }: Pick<Report, 'columns' | 'rows'>, at: number): number | null {
  const unit = columns[at]?.unit
  if (unit !== 'pesos' && unit !== 'count') return null
  const values = rows.map(({ cells }) => cells[at])
  const total = values.reduce<number>(
    (all, value) => all + (typeof value === 'number' ? Math.round(value * 100) : 0),
    0,
  )
  return total / 100
}
