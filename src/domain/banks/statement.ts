import { addDays, type Day, fieldsOf, isDay } from '#domain/core/days.ts'
import { type Money, minus, ZERO } from '#domain/core/money.ts'
import { storable } from '#domain/core/storable.ts'
import { comparableText } from '#domain/places/place.ts'
import { amountReader } from './column-amounts.ts'
import { HEADING_ROWS_MAX, headingsOf, isSameHeadings, normalisedTitle } from './headings.ts'
import { type BankLayout, LAYOUT_COLUMNS_MAX, type LayoutColumn, type RememberedLayout } from './layout.ts'
import { type FileProblem, MOVEMENTS_MAX, type Movement, PROBLEMS_MAX, type ReadFile } from './movement.ts'

type Column = LayoutColumn | 'other'

/** The known titles of the columns of the statements of Colombian banks, as `normalisedTitle` returns them. */
const TITLES: Readonly<Record<Column, string>> = {
  day: 'fecha|fecha de sistema|fecha operacion|fecha de operacion|fecha del movimiento|fecha movimiento|fecha transaccion|fecha hora creada',
  description: 'descripcion|concepto|descripcion motivo|transaccion|detalle|servicio nombre|id origen destino',
  reference: 'referencia|referencia 1|referencia 2|referencia 3|documento|dcto|numero de documento|ticket id|cus',
  amount: 'valor|monto|importe|valor total',
  in: 'creditos|credito|abonos|abono|valor consignacion|consignaciones|ingresos',
  out: 'debitos|debito|cargos|cargo|valor retiro|retiros|egresos',
  nature: 'naturaleza|tipo|tipo de movimiento',
  status: 'estado',
  other:
    'saldo|sucursal|oficina|oficina de recaudo|fecha valor|valor cheque|banco originador|fecha hora ultimo estado|ciclo',
}

const KNOWN = new Map<string, Column>(
  (['day', 'description', 'reference', 'amount', 'in', 'out', 'nature', 'status', 'other'] as const).flatMap((column) =>
    TITLES[column].split('|').map((title) => [title, column] as const),
  ),
)

const HEADING_MATCHES_MIN = 3

/**
 * The columns that a person named: for this file (`isChosen`), or for an earlier one of its account, which had these headings. A file with
 * other headings is not read with them.
 */
export type NamedColumns = RememberedLayout & { isChosen: boolean }

/**
 * Reads the rows of a statement of a bank: by the columns that a person named for its titles, by the titles that are known, or the file of
 * Bancolombia without titles by its columns. `today` gives the year of days that have none. A row that is wrong is a problem, and nothing
 * of the file is used.
 */
export function readStatement(
  rows: readonly (readonly string[])[],
  today: Day,
  named: NamedColumns | null = null,
): ReadFile {
  const headings = headingsOf(rows)
  const isSame = named !== null && isSameHeadings(headings, named.headings)
  // Without titles the file may be another one of the bank, whose columns are known.
  if (named?.isChosen || (isSame && headings.length > 0)) return readNamed(rows, named.columns, today)
  const heading = rows.slice(0, HEADING_ROWS_MAX).findIndex(isHeading)
  const first = rows.findIndex((row) => row.some((cell) => cell.trim() !== ''))
  const columns = heading >= 0 ? (rows[heading] ?? []).map((title) => KNOWN.get(normalisedTitle(title))) : null
  const layout = columns ?? (isBancolombia(rows[first] ?? []) ? BANCOLOMBIA : null)
  const isWhole = layout?.includes('day') && (layout.includes('amount') || layout.includes('in'))
  if (layout !== null && isWhole) return readRows(rows, heading >= 0 ? heading + 1 : first, layout, today)
  if (named !== null && isSame) return readNamed(rows, named.columns, today)
  if (named !== null) return { problems: [{ line: 1, message: OTHER_HEADINGS }] }
  const problem =
    layout === null ? { line: 1, message: UNKNOWN_LAYOUT } : { line: heading + 1, message: MISSING_COLUMNS }
  return { problems: [problem] }
}

/** The movements begin with the first row that has a day in its column: titles are above them. */
function readNamed(rows: readonly (readonly string[])[], columns: BankLayout, today: Day): ReadFile {
  const layout = columns.map((column) => (column === '' ? undefined : column))
  const day = layout.indexOf('day')
  const start = rows.findIndex((row) => dayOfStatement((row[day] ?? '').trim(), today) !== null)
  if (start < 0) return { problems: [{ line: 1, message: WITHOUT_DAY }] }
  return readRows(rows, start, layout, today)
}

const OTHER_HEADINGS =
  ': los títulos de las columnas no son los del archivo que ya conocíamos de esta cuenta. Di otra vez qué trae cada columna'
const WITHOUT_DAY = ': en la columna de la fecha no hay ninguna fecha. Revisa qué trae cada columna'

/**
 * What the titles of a statement say of its columns, as far as they are known: to be completed by a person. A title of the remembered layout
 * has what the person said of it, wherever it is now.
 */
export function guessColumns(
  rows: readonly (readonly string[])[],
  remembered: RememberedLayout | null = null,
): BankLayout {
  const first = rows.slice(0, HEADING_ROWS_MAX)
  const width = Math.min(LAYOUT_COLUMNS_MAX, Math.max(0, ...first.map((row) => row.length)))
  const known = (row: readonly string[]): number => row.filter((title) => KNOWN.has(normalisedTitle(title))).length
  const best = first.toSorted((one, other) => known(other) - known(one))[0] ?? []
  const headings = headingsOf(rows)
  if (remembered !== null && isSameHeadings(headings, remembered.headings))
    return Array.from({ length: width }, (_, index) => remembered.columns[index] ?? '')
  const said = new Map(remembered?.headings.map((title, at) => [title, remembered.columns[at] ?? '']))
  const taken = new Set<Column>()
  return Array.from({ length: width }, (_, index) => {
    const column = said.get(headings[index] ?? '') ?? KNOWN.get(normalisedTitle(best[index] ?? ''))
    if (
      column === undefined ||
      column === '' ||
      column === 'other' ||
      (taken.has(column) && !REPEATED.includes(column))
    )
      return ''
    taken.add(column)
    return column
  })
}

const REPEATED: readonly Column[] = ['description', 'reference']

const UNKNOWN_LAYOUT =
  ': no encontramos los títulos de las columnas. El extracto debe tener Fecha, Descripción y Valor en una de las primeras 20 filas; si tu banco los llama de otra forma, dinos qué trae cada columna'
const MISSING_COLUMNS = ': faltan columnas. Se necesitan la fecha y el valor (o débitos y créditos)'

const isHeading = (row: readonly string[]): boolean =>
  row.filter((title) => KNOWN.has(normalisedTitle(title))).length >= HEADING_MATCHES_MIN

/** The file of Bancolombia has no titles: account, office, …, day as DDMMAAAA, …, amount, code, description. */
const isBancolombia = (row: readonly string[]): boolean =>
  row.length >= 8 && /^\d{8}$/.test(row[3]?.trim() ?? '') && /^-?[\d.,]+$/.test(row[5]?.trim() ?? '')
const BANCOLOMBIA: readonly (Column | undefined)[] = [
  'other',
  undefined,
  undefined,
  'day',
  'reference',
  'amount',
  'other',
  'description',
]

type Layout = readonly (Column | undefined)[]

function readRows(rows: readonly (readonly string[])[], start: number, layout: Layout, today: Day): ReadFile {
  const body = rows.slice(start)
  const readers = layout.map((_, index) => amountReader(body.map((row) => row[index] ?? '')))
  const problems: FileProblem[] = []
  const movements: Movement[] = []
  const seen = new Map<string, number>()
  for (const [index, row] of body.entries()) {
    if (row.every((cell) => cell.trim() === '')) continue
    const line = start + index + 1
    const read = readRow(row, { line, layout, readers, today })
    if (typeof read === 'string') problems.push({ line, message: read })
    else if (read !== null) movements.push(numbered(read, seen))
    if (movements.length > MOVEMENTS_MAX) problems.push({ line, message: TOO_MANY })
    if (problems.length >= PROBLEMS_MAX || movements.length > MOVEMENTS_MAX) break
  }
  if (problems.length > 0) return { problems }
  if (movements.length === 0) return { problems: [{ line: start + 1, message: ': el extracto no tiene movimientos' }] }
  const headings = headingsOf(rows)
  return { file: { format: 'statement', nit: null, source: null, header_key: null, counts: null, headings, movements } }
}

const TOO_MANY = `: el extracto tiene más de ${MOVEMENTS_MAX} movimientos, divídelo en varios`

/** Equal movements of one day are different payments: each has its place among them in its key. */
function numbered(movement: Movement, seen: Map<string, number>): Movement {
  const ordinal = (seen.get(movement.key) ?? 0) + 1
  seen.set(movement.key, ordinal)
  return { ...movement, key: `${movement.key}|${ordinal}` }
}

type RowContext = { line: number; layout: Layout; readers: ReturnType<typeof amountReader>[]; today: Day }

/** The movement of a row; null for a row of totals; a message for a row that is wrong. */
function readRow(row: readonly string[], { line, layout, readers, today }: RowContext): Movement | string | null {
  const cellsOf = (column: Column): string[] =>
    row.flatMap((cell, index) =>
      layout[index] === column && cell.trim() !== '' ? [cell.replace(/\s+/g, ' ').trim()] : [],
    )
  const amountOf = (column: Column): Money | null => {
    const index = layout.findIndex((one, at) => one === column && (row[at] ?? '').trim() !== '')
    return index < 0 ? ZERO : (readers[index]?.(row[index] ?? '') ?? null)
  }
  const [dayText] = cellsOf('day')
  // Rows below the movements: totals and notes of the bank.
  if (dayText === undefined || row.filter((cell) => cell.trim() !== '').length < 2) return null
  const on_day = dayOfStatement(dayText, today)
  if (on_day === null) return /\d/.test(dayText) ? `: «${dayText.slice(0, 30)}» no es una fecha` : null
  const [single, incoming, outgoing] = [amountOf('amount'), amountOf('in'), amountOf('out')]
  if (single === null || incoming === null || outgoing === null) return ': el valor no es un número'
  const isDebit = cellsOf('nature').some((text) => /^(d|db|debito|débito|retiro|egreso|salida)\b/i.test(text))
  const plain = minus(incoming === 0 && outgoing === 0 ? single : incoming, outgoing > 0 ? outgoing : ZERO)
  const amount = isDebit && plain > 0 ? minus(ZERO, plain) : plain
  const reference = storable(cellsOf('reference').join(' '), 120)
  const description = storable(cellsOf('description').join(' '), 200)
  const [status] = cellsOf('status')
  const isApproved = status === undefined || /aprob|exito|ok|acreditad/i.test(comparableText(status))
  return {
    line,
    on_day,
    amount,
    reference,
    description,
    method: /consignaci/i.test(comparableText(description)) ? 'consignacion' : 'transferencia',
    key: [on_day, amount, comparableText(description), comparableText(reference)].join('|'),
    problem: amount <= 0 ? 'outgoing' : isApproved ? null : 'not_approved',
  }
}

/** The days of statements: 2026-12-15, 15/12/2026, 15122026, 20261215, and 15/12 of the last twelve months. */
function dayOfStatement(text: string, today: Day): Day | null {
  const date = text.replace(/[T ]\d{1,2}:\d{2}.*$/, '').replace(/[./]/g, '-')
  const short = /^(\d{1,2})-(\d{1,2})$/.exec(date)
  if (short) return dayWithoutYear(short[1] ?? '', short[2] ?? '', today)
  // A day written as DDMMAAAA is never also one as AAAAMMDD: its month would be 20.
  const days = FORMATS.flatMap((format) => {
    const { d = '', m = '', y = '' } = format.exec(date)?.groups ?? {}
    return [`${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`].filter(isDay)
  })
  return days[0] ?? null
}

const FORMATS = [
  /^(?<d>\d{1,2})-(?<m>\d{1,2})-(?<y>\d{4})$/,
  /^(?<y>\d{4})-(?<m>\d{1,2})-(?<d>\d{1,2})$/,
  /^(?<y>20\d\d)(?<m>\d\d)(?<d>\d\d)$/,
  /^(?<d>\d\d)(?<m>\d\d)(?<y>20\d\d)$/,
] as const

function dayWithoutYear(date: string, month: string, today: Day): Day | null {
  const { year } = fieldsOf(today)
  const days = [year, year - 1].map((one) => `${one}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`)
  return days.filter(isDay).find((one) => one <= addDays(today, 1)) ?? null
}
