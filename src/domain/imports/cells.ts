import { IDENTIFICATION_LABELS, IDENTIFICATION_TYPES, type IdentificationType } from '#domain/clients/client.ts'
import { type AmountReading, readSignedAmount } from '#domain/core/amount.ts'
import { type Day, fieldsOf, parseDay } from '#domain/core/days.ts'
import { isNit } from '#domain/core/identity.ts'
import { comparableText } from '#domain/places/place.ts'
import { CELL_MAX_CHARS, type ColumnMatch, type TargetColumn } from './columns.ts'
import type { Cells } from './names.ts'

/** The cells of a row by target column, trimmed. Without empty cells and those of `longCellsOf`. */
export function cellsOf(row: readonly string[], matches: readonly ColumnMatch[]): Cells {
  const cells: Cells = {}
  for (const [index, { field }] of matches.entries()) {
    if (field === null || isLong(row[index])) continue
    const text = (row[index] ?? '').replace(/\s+/g, ' ').trim()
    // Files of Enlace have an apostrophe before a text that a spreadsheet would run as a formula: it is removed.
    if (text !== '') cells[field] = text.replace(/^'(?=[=+@-])/, '')
  }
  return cells
}

const isLong = (text = ''): boolean => text.length > CELL_MAX_CHARS

/** The columns whose cell in this row is too long; a row with such a cell is refused. */
export const longCellsOf = (row: readonly string[], matches: readonly ColumnMatch[]): TargetColumn[] =>
  matches.flatMap(({ field }, index) => (field !== null && isLong(row[index]) ? [field] : []))

export const LONG_CELL_COPY = `La celda tiene más de ${CELL_MAX_CHARS} caracteres: revisa que las comillas del archivo se cierren`

const compact = (text: string): string => comparableText(text).replace(/[^a-z0-9]/g, '')

/** Other texts for the kinds of document, with the codes of DIAN (R7.1). */
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

/** The document type of a row, null when it is unknown. A row without a type is a NIT if its check digit is correct, else a cédula. */
export function typeOf(cells: Cells): IdentificationType | null {
  if (cells.type_identification === undefined) return isNit(cells.identification ?? '') ? 'NIT' : 'CC'
  return TYPES.get(compact(cells.type_identification)) ?? null
}

/** The document of a row as it is stored. Accepts '1.020.345-678', '1020345678.0' and a NIT of ten digits without its hyphen. */
export function documentOf(cells: Cells): string {
  const text = withoutZeroDecimals(cells.identification ?? '')
    .replace(/[.,\s]/g, '')
    .toUpperCase()
  if (typeOf(cells) !== 'NIT') return text.replace(/-/g, '')
  const hyphened = text.replace(/^(\d{9})(\d)$/, '$1-$2')
  return isNit(hyphened) ? hyphened : text
}

const CEDULA_DIGITS_MIN = 4

/** Whether a cédula of a list is too short: other systems have '123' where the document was not known. */
export const isShortCedula = (type: IdentificationType, text: string): boolean =>
  type === 'CC' && /^\d+$/.test(text) && text.length < CEDULA_DIGITS_MIN

/** The message for a document that does not have the format of its kind. */
export function documentProblem(type: IdentificationType, text: string): string {
  if (type === 'NIT') return 'El dígito de verificación del NIT no coincide: escríbelo como 900123456-8'
  if (type === 'PA') return 'El pasaporte lleva entre 5 y 15 letras y dígitos'
  if (type === 'CC' && /^\d+$/.test(text)) return 'La cédula lleva entre 4 y 15 dígitos'
  if (/^\d+$/.test(text)) return 'El número de documento lleva entre 3 y 15 dígitos'
  return `${type === 'CC' ? 'La cédula' : 'El documento'} solo lleva dígitos`
}

/** Whether a spreadsheet has turned a long number into '1,02E+09'. */
export const isScientific = (text: string): boolean => /^\d+([.,]\d+)?e\+\d+$/i.test(text)

/** '+57 310 674 0263' and '(604) 444 55 66' as ten digits; any other text unchanged, which the field then refuses. */
export function phoneOf(text: string): string {
  const digits = withoutZeroDecimals(text).replace(/[\s().+-]/g, '')
  return /^\d+$/.test(digits) ? digits.replace(/^(00)?57(?=\d{10}$)/, '') : text
}

/** 'Estrato 3', '3.0' → 3; NaN for a text that is not a number. */
export const stratumOf = (text: string): number => wholeOf(text.replace(/^(estrato|e)\s*/i, ''))

export const wholeOf = (text: string): number => Number(withoutZeroDecimals(text))

/** An integer without the decimals that other programs add: '3107654321.0' → '3107654321'. */
const withoutZeroDecimals = (text: string): string => text.replace(/^(\d+)[.,]0{1,2}$/, '$1')

const YEARS = { min: 1990, max: 2100 } as const

/** Reads dd/mm/aaaa or aaaa-mm-dd, also with dots or slashes and a time of day. Null when it is not a day, or its year is outside YEARS. */
export function dayOfCell(text: string): Day | null {
  const date = text.replace(/[T ]\d{1,2}:\d{2}.*$/, '').replace(/[./]/g, '-')
  const parsed = parseDay(date)
  if (parsed === null) return null
  const { year } = fieldsOf(parsed)
  return year >= YEARS.min && year <= YEARS.max ? parsed : null
}

/**
 * Reads '$ 59.900', '-20.000,50', '59900 COP'; less than zero is a credit in favour of the client. Each cell is read separately from
 * the rest of its column, because one export mixes typed and computed cells. A numeric cell of a workbook arrives as '59900' or
 * '59900.50', never with three decimals, so its reading is exact.
 */
export const amountOfCell = (text: string): AmountReading => readSignedAmount(text)
