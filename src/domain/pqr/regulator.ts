import type { Day } from '#domain/core/days.ts'
import { day, daysInMonth } from '#domain/core/days.ts'
import type { Fact } from './list-query.ts'
import type { Figure, RegulatorFormat, Sheet } from './regulator-api.ts'
import {
  PQR_CHANNEL_LABELS,
  PQR_SERVICE_LABELS,
  type PqrChannel,
  type PqrService,
  TYPOLOGY_LABELS,
  type Typology,
} from './topics.ts'

/** A count of the database. `month`: 1 to 3 of the quarter; `score`: of a satisfaction. */
export type FactCount = {
  fact: Fact
  month: number
  service: PqrService
  is_packaged: boolean
  typology: Typology
  channel: PqrChannel
  score: number | null
  count: number
}

/** The codes of the official dictionary, by list and key. */
export type Codes = ReadonlyMap<string, string>
export const codeKey = (list: 'typology' | 'channel' | 'service', key: string): string => `${list}.${key}`

/** The first and last day of a quarter. */
export const quarterDays = (year: number, quarter: number): { from: Day; to: Day } => ({
  from: monthDays(year, quarter * 3 - 2).from,
  to: monthDays(year, quarter * 3).to,
})

/** The first and last day of a month, from 1 to 12. */
function monthDays(year: number, month: number): { from: Day; to: Day } {
  const two = (value: number): string => String(value).padStart(2, '0')
  return { from: day(`${year}-${two(month)}-01`), to: day(`${year}-${two(month)}-${two(daysInMonth(year, month))}`) }
}

const packagedCell = ({ is_packaged }: FactCount): string => (is_packaged ? 'SI' : 'NO')
const packagedOf = ({ is_packaged }: FactCount): Figure['packaged'] => (is_packaged ? 'true' : 'false')
const MONTH = ['ANNO', 'TRIMESTRE', 'MES_DEL_TRIMESTRE'] as const

/** The columns of each sheet, in the order of the official template (Res. CRC 6755 de 2022). */
const COLUMNS = {
  MONITOREO_QUEJAS: [...MONTH, 'ID_SERVICIO', 'EMPAQUETADO', 'ID_TIPOLOGIA', 'ID_MEDIO_ATENCION', 'NUMERO_QUEJAS'],
  QUEJAS_Y_PETICIONES: [
    ...MONTH,
    'ID_SERVICIO',
    'EMPAQUETADO',
    'NUMERO_QUEJAS_A_FAVOR',
    'NUMERO_QUEJAS_EN_CONTRA',
    'NUMERO_QUEJAS_PRESENTADAS',
    'NUMERO_PETICIONES',
  ],
  QUEJAS_SEGUNDA_INSTANCIA: [
    ...MONTH,
    'ID_SERVICIO',
    'EMPAQUETADO',
    'NUMERO_REPOSICION_A_FAVOR',
    'NUMERO_REPOSICION_EN_CONTRA',
    'NUMERO_REPOSICION_PRESENTADOS',
    'NUMERO_RECURSOS_APELACION',
  ],
  SATISFACCION_USUARIOS: [
    ...MONTH,
    'ID_MEDIO_ATENCION',
    'USUARIOS_NIVEL_1',
    'USUARIOS_NIVEL_2',
    'USUARIOS_NIVEL_3',
    'USUARIOS_NIVEL_4',
    'USUARIOS_NIVEL_5',
  ],
} as const satisfies Record<Sheet['name'], readonly string[]>

type SheetName = Sheet['name']
type Period = { year: number; quarter: number }

/** The sheets of a format, with the values that have no code of the official dictionary yet: their rows have the name. */
export function regulatorSheets(
  format: RegulatorFormat,
  counts: readonly FactCount[],
  codes: Codes,
  period: Period,
): { sheets: Sheet[]; missing: string[] } {
  const missing = new Set<string>()
  const codeOf = (list: 'typology' | 'channel' | 'service', key: string, label: string): string => {
    const code = codes.get(codeKey(list, key))
    if (code === undefined) missing.add(label)
    return code ?? label
  }
  const names: SheetName[] =
    format === 'T.4.2'
      ? ['MONITOREO_QUEJAS']
      : ['QUEJAS_Y_PETICIONES', 'QUEJAS_SEGUNDA_INSTANCIA', 'SATISFACCION_USUARIOS']
  const sheets = names.map((name): Sheet => {
    const rows = ROWS[name](counts, period, codeOf)
    return {
      name,
      columns: [...COLUMNS[name]],
      rows: rows.map((row) => row.map((cell) => (isCounted(cell) ? cell.count : cell))),
      figures: rows.map((row) => row.map((cell) => (isCounted(cell) && cell.count > 0 ? cell.figure : null))),
    }
  })
  return { sheets, missing: [...missing].toSorted((a, b) => a.localeCompare(b, 'es')) }
}

type CodeOf = (list: 'typology' | 'channel' | 'service', key: string, label: string) => string
/** A cell: a value of the template, or a figure with the filters of the list that has its cases. */
type Cell = string | number | { count: number; figure: Figure }
const isCounted = (cell: Cell): cell is Exclude<Cell, string | number> => typeof cell === 'object'
type Rows = (counts: readonly FactCount[], period: Period, codeOf: CodeOf) => Cell[][]

type Filters = Omit<Figure, 'from' | 'to'>
const counted = (counts: readonly FactCount[], { year, quarter }: Period, month: number, filters: Filters): Cell => ({
  count: total(counts),
  figure: { ...filters, ...monthDays(year, quarter * 3 - 3 + month) },
})

const serviceCode = (codeOf: CodeOf, service: PqrService) => codeOf('service', service, PQR_SERVICE_LABELS[service])
const channelCode = (codeOf: CodeOf, channel: PqrChannel) => codeOf('channel', channel, PQR_CHANNEL_LABELS[channel])

const ROWS: Readonly<Record<SheetName, Rows>> = {
  MONITOREO_QUEJAS: (counts, period, codeOf) =>
    grouped(
      counts.filter(({ fact }) => fact === 'queja'),
      ({ month, service, is_packaged, typology, channel }) =>
        [month, service, is_packaged, typology, channel].join(' '),
    ).map(([first, group]) => [
      period.year,
      period.quarter,
      first.month,
      serviceCode(codeOf, first.service),
      packagedCell(first),
      codeOf('typology', first.typology, TYPOLOGY_LABELS[first.typology]),
      channelCode(codeOf, first.channel),
      counted(group, period, first.month, {
        fact: 'queja',
        service: first.service,
        packaged: packagedOf(first),
        typology: first.typology,
        channel: first.channel,
      }),
    ]),
  QUEJAS_Y_PETICIONES: (counts, period, codeOf) =>
    byService(counts, period, codeOf, ['queja_favor', 'queja_contra', 'queja', 'peticion']),
  QUEJAS_SEGUNDA_INSTANCIA: (counts, period, codeOf) =>
    byService(counts, period, codeOf, ['reposicion_favor', 'reposicion_contra', 'reposicion', 'apelacion']),
  SATISFACCION_USUARIOS: (counts, period, codeOf) =>
    grouped(
      counts.filter(({ fact }) => fact === 'satisfaccion'),
      ({ month, channel }) => `${month} ${channel}`,
    ).map(([first, group]) => [
      period.year,
      period.quarter,
      first.month,
      channelCode(codeOf, first.channel),
      ...[1, 2, 3, 4, 5].map((level) =>
        counted(
          group.filter(({ score }) => score === level),
          period,
          first.month,
          { fact: 'satisfaccion', channel: first.channel, satisfaction: String(level) },
        ),
      ),
    ]),
}

const byService = (counts: readonly FactCount[], period: Period, codeOf: CodeOf, facts: readonly Fact[]): Cell[][] =>
  grouped(
    counts.filter(({ fact }) => facts.includes(fact)),
    ({ month, service, is_packaged }) => `${month} ${service} ${is_packaged}`,
  ).map(([first, group]) => [
    period.year,
    period.quarter,
    first.month,
    serviceCode(codeOf, first.service),
    packagedCell(first),
    ...facts.map((wanted) =>
      counted(
        group.filter(({ fact }) => fact === wanted),
        period,
        first.month,
        { fact: wanted, service: first.service, packaged: packagedOf(first) },
      ),
    ),
  ])

const total = (counts: readonly FactCount[]): number => counts.reduce((sum, { count }) => sum + count, 0)

/** The groups of a key in its order, each with its first row. */
function grouped(
  counts: readonly FactCount[],
  keyOf: (count: FactCount) => string,
): [first: FactCount, group: FactCount[]][] {
  return [...Map.groupBy(counts, keyOf)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, group]) => (group[0] === undefined ? [] : [[group[0], group] as [FactCount, FactCount[]]]))
}

/** The sheet INFO of a workbook, which must not be changed. */
export const infoRows = (format: RegulatorFormat): string[][] => [
  ['PLANTILLA', format],
  ['DESCRIPCION', format === 'T.4.2' ? 'Monitoreo de quejas' : 'Indicadores de quejas y peticiones'],
  ['CODIGO', format === 'T.4.2' ? '374' : '375'],
]
