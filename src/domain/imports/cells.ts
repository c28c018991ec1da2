import { IDENTIFICATION_LABELS, IDENTIFICATION_TYPES, type IdentificationType } from '#domain/clients/client.ts'
import { type AmountReading, readSignedAmount } from '#domain/core/amount.ts'
import { type Day, fieldsOf, parseDay } from '#domain/core/days.ts'
import { isNit } from '#domain/core/identity.ts'
import { folded } from '#domain/places/place.ts'
import { CELL_MAX_CHARS, type ColumnMatch, type TargetColumn } from './columns.ts'
import type { Cells } from './names.ts'

/** The cells of a row by what they mean, trimmed; empty ones are left out, and so are those of `longCellsOf`. */
export function cellsOf(row: readonly string[], matches: readonly ColumnMatch[]): Cells {
  const cells: Cells = {}
  for (const [index, { field }] of matches.entries()) {
    if (field === null || isLong(row[index])) continue
    const text = (row[index] ?? '').replace(/\s+/g, ' ').trim()
    // Our own files put an apostrophe before what a spreadsheet would run: it comes back off.
    if (text !== '') cells[field] = text.replace(/^'(?=[=+@-])/, '')
  }
  return cells
}

const isLong = (text = ''): boolean => text.length > CELL_MAX_CHARS

/** The columns whose cell in this row is too long to be read: such a row is refused as it is. */
export const longCellsOf = (row: readonly string[], matches: readonly ColumnMatch[]): TargetColumn[] =>
  matches.flatMap(({ field }, index) => (field !== null && isLong(row[index]) ? [field] : []))

export const LONG_CELL_COPY = `La celda tiene más de ${CELL_MAX_CHARS} caracteres: revisa que las comillas del archivo se cierren`

const compact = (text: string): string => folded(text).replace(/[^a-z0-9]/g, '')

/** How people write the kinds of document, DIAN's codes included (R7.1). */
const OTHER_TYPES: readonly (readonly [string, IdentificationType])[] = [
  ['cedula', 'CC'],
  ['cedula ciudadania', 'CC'],
  ['13', 'CC'],
  ['cedula extranjeria', 'CE'],
  ['22', 'CE'],
  ['31', 'NIT'],
  ['tarjeta identidad', 'TI'],
  ['12', 'TI'],
  ['permiso proteccion temporal', 'PPT'],
  ['47', 'PEP'],
  ['pas', 'PA'],
  ['41', 'PA'],
]

const TYPES = new Map<string, IdentificationType>([
  ...IDENTIFICATION_TYPES.flatMap((type) => [
    [compact(type), type] as const,
    [compact(IDENTIFICATION_LABELS[type]), type] as const,
  ]),
  ...OTHER_TYPES.map(([text, type]) => [compact(text), type] as const),
])

/** The type that a row says, null when nobody knows it; without one, a document with a check digit is a NIT and the rest cédulas. */
export function typeOf(cells: Cells): IdentificationType | null {
  if (cells.type_identification === undefined) return isNit(cells.identification ?? '') ? 'NIT' : 'CC'
  return TYPES.get(compact(cells.type_identification)) ?? null
}

/** The document of a row as it is stored: '1.020.345-678', '1020345678.0' and a NIT of ten digits without its hyphen, too. */
export function documentOf(cells: Cells): string {
  const text = whole(cells.identification ?? '')
    .replace(/[.,\s]/g, '')
    .toUpperCase()
  if (typeOf(cells) !== 'NIT') return text.replace(/-/g, '')
  const hyphened = text.replace(/^(\d{9})(\d)$/, '$1-$2')
  return isNit(hyphened) ? hyphened : text
}

/** Why a document cannot be one of its kind. */
export function documentProblem(type: IdentificationType, text: string): string {
  if (type === 'NIT') return 'El dígito de verificación del NIT no coincide: escríbelo como 900123456-8'
  if (type === 'PA') return 'El pasaporte lleva entre 5 y 15 letras y dígitos'
  if (/^\d+$/.test(text)) return 'El número de documento lleva entre 3 y 15 dígitos'
  return `${type === 'CC' ? 'La cédula' : 'El documento'} solo lleva dígitos`
}

/** Whether a spreadsheet has turned a long number into '1,02E+09'. */
export const isScientific = (text: string): boolean => /^\d+([.,]\d+)?e\+\d+$/i.test(text)

/** '+57 310 674 0263' and '(604) 444 55 66' as ten digits; anything else as it came, for the field to refuse. */
export function phoneOf(text: string): string {
  const digits = whole(text).replace(/[\s().+-]/g, '')
  return /^\d+$/.test(digits) ? digits.replace(/^(00)?57(?=\d{10}$)/, '') : text
}

/** 'Estrato 3', '3.0' → 3; not a number when it is none. */
export const stratumOf = (text: string): number => wholeOf(text.replace(/^(estrato|e)\s*/i, ''))

export const wholeOf = (text: string): number => Number(whole(text))

/** A number as other programs write a whole one: '3107654321.0'. */
const whole = (text: string): string => text.replace(/^(\d+)[.,]0{1,2}$/, '$1')

const YEARS = { min: 1990, max: 2100 } as const

/** Reads dd/mm/aaaa or aaaa-mm-dd, with dots or slashes and with a time of day too. Null when it is not a day of our times. */
export function dayOfCell(text: string): Day | null {
  const date = text.replace(/[T ]\d{1,2}:\d{2}.*$/, '').replace(/[./]/g, '-')
  const found = parseDay(date)
  if (found === null) return null
  const { year } = fieldsOf(found)
  return year >= YEARS.min && year <= YEARS.max ? found : null
}

/**
 * '$ 59.900', '-20.000,50', '59900 COP', and below zero what the client has in favour. Each cell is read alone, as a field is: what
 * the rest of its column looks like decides nothing, because one export mixes typed cells and computed ones. A cell that is a
 * number in its workbook comes as '59900' or '59900.50', never with three decimals, and so is exact.
 */
export const amountOfCell = (text: string): AmountReading => readSignedAmount(text)
