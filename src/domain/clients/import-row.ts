import * as z from 'zod/mini'
import { type Day, parseDay } from '#domain/core/days.ts'
import { type Money, parsePesos, ZERO } from '#domain/core/money.ts'
import { findMunicipality, folded, isPlaceProblem, type Municipality } from '#domain/places/place.ts'
import { type IdentificationType, NewClient } from './client.ts'
import type { ColumnMatch, ImportColumn, TargetColumn } from './import-columns.ts'

export type RowError = { field: ImportColumn; message: string }

/** A good row: the client, where it is, and what its contract starts from, when the row has a plan. */
export type ImportRow = {
  client: NewClient
  place: Municipality
  plan_code: string | null
  date_contract: Day | null
  opening_balance: Money
}

/** What a row is checked against besides itself. `seen`: documents of the rows before it. */
export type RowContext = { plans: ReadonlySet<string>; seen: ReadonlySet<string> }

type Cells = Partial<Record<TargetColumn, string>>

/** The cells of a row by what they mean, trimmed; empty ones are left out. */
export function cellsOf(row: readonly string[], matches: readonly ColumnMatch[]): Cells {
  const cells: Cells = {}
  for (const [index, { field }] of matches.entries()) {
    const text = (row[index] ?? '').replace(/\s+/g, ' ').trim()
    if (field !== null && text !== '') cells[field] = text
  }
  return cells
}

/** Reads one row: everything that is wrong with it, or the client that it means. */
export function readRow(cells: Cells, context: RowContext): { errors: RowError[] } | { row: ImportRow } {
  const named = withNames(cells)
  const type = typeOf(cells)
  const errors: RowError[] = []
  const wrong = (field: ImportColumn, message: string): null => {
    if (!errors.some((error) => error.field === field)) errors.push({ field, message })
    return null
  }
  const identification = plainDocument(cells.identification ?? '', type)
  if (cells.identification === undefined) wrong('identification', 'Falta la identificación')
  else if (/e\+?\d+$/i.test(cells.identification) && /\d[.,]\d/.test(cells.identification))
    wrong('identification', 'Excel cambió el número: da formato de texto a la columna y guarda de nuevo')
  else if (context.seen.has(identification)) wrong('identification', 'Esta identificación está repetida en el archivo')
  if (type === null)
    wrong('type_identification', 'El tipo de documento no se conoce: usa CC, CE, NIT, TI, PPT, PEP o PA')
  for (const field of NAMES) {
    if (isFormula(named[field])) wrong(field, 'El texto empieza como una fórmula: quita el signo del comienzo')
  }
  const dateContract =
    cells.date_contract === undefined
      ? null
      : (parseDay(cells.date_contract) ??
        wrong('date_contract', 'Esa fecha no existe: escríbela como 31/12/2026 o 2026-12-31'))
  const opening =
    cells.opening_balance === undefined
      ? ZERO
      : (parsePesos(cells.opening_balance) ??
        wrong('opening_balance', 'El saldo no es un número: escribe solo el valor, por ejemplo 59900'))
  const planCode = cells.plan_code?.toUpperCase().replace(/[^A-Z0-9]/g, '') ?? null
  if (planCode !== null && !context.plans.has(planCode))
    wrong('plan_code', `No existe el plan «${cells.plan_code}»: créalo primero o corrige el código`)
  const place = findMunicipality(cells.department ?? '', cells.city ?? '')
  if (isPlaceProblem(place)) wrong(place.field, place.message)
  const stratum = wholeOf(cells.stratum)
  if (cells.stratum === undefined && type !== 'NIT') wrong('stratum', 'Falta el estrato: sin él no se puede facturar')
  const parsed = z.safeParse(NewClient, {
    type_identification: type ?? 'CC',
    identification: identification === '' ? '0000' : identification,
    ...named,
    ...(cells.email === undefined ? {} : { email: cells.email }),
    ...(cells.phone === undefined ? {} : { phone: phoneOf(cells.phone) }),
    ...(cells.telephone === undefined ? {} : { telephone: phoneOf(cells.telephone) }),
    ...(stratum === undefined ? {} : { stratum }),
    address: cells.address ?? '',
    department: cells.department ?? 'x',
    city: cells.city ?? 'x',
    ...(dateContract === null ? {} : { date_contract: dateContract }),
    ...(cells.payment_date === undefined ? {} : { payment_date: wholeOf(cells.payment_date) }),
  })
  for (const issue of parsed.error?.issues ?? []) wrong(columnOf(issue.path[0]), issue.message)
  if (!parsed.success || errors.length > 0 || isPlaceProblem(place) || opening === null) return { errors }
  return {
    row: { client: parsed.data, place, plan_code: planCode, date_contract: dateContract, opening_balance: opening },
  }
}

/** The document of a row as it would be stored, to tell repeated ones. */
export const documentOf = (cells: Cells): string => plainDocument(cells.identification ?? '', typeOf(cells))

const NAMES = ['first_name', 'second_name', 'last_name', 'second_lastname', 'business_name'] as const
type Names = Partial<Record<(typeof NAMES)[number], string>>

/** A spreadsheet runs a text that begins like this; a name never does. */
const isFormula = (text: string | undefined): boolean => text !== undefined && /^[=+@\t-]/.test(text)

/** First and second name and surname, also where the file has them joint. Of four words two are surnames, of three one is. */
function withNames(cells: Cells): Names {
  const own: Names = {}
  for (const field of NAMES) {
    const text = cells[field]
    if (text !== undefined) own[field] = text
  }
  const isBusiness = typeOf(cells) === 'NIT'
  if (cells.full_name !== undefined) {
    if (isBusiness) return { business_name: cells.full_name, ...own }
    const words = cells.full_name.split(' ')
    const names = words.length > 3 ? 2 : 1
    return {
      ...twoOf(words.slice(0, names), 'first_name', 'second_name'),
      ...twoOf(words.slice(names), 'last_name', 'second_lastname'),
      ...own,
    }
  }
  if (
    isBusiness &&
    own.business_name === undefined &&
    cells.first_names !== undefined &&
    cells.last_names === undefined
  ) {
    return { business_name: cells.first_names, ...own }
  }
  return {
    ...twoOf(cells.first_names?.split(' ') ?? [], 'first_name', 'second_name'),
    ...twoOf(cells.last_names?.split(' ') ?? [], 'last_name', 'second_lastname'),
    ...own,
  }
}

function twoOf(words: readonly string[], first: (typeof NAMES)[number], second: (typeof NAMES)[number]): Names {
  const [head, ...rest] = words
  return { ...(head ? { [first]: head } : {}), ...(rest.length > 0 ? { [second]: rest.join(' ') } : {}) }
}

const TYPES: Readonly<Record<string, IdentificationType>> = {
  cc: 'CC',
  cedula: 'CC',
  'cedula de ciudadania': 'CC',
  ce: 'CE',
  'cedula de extranjeria': 'CE',
  nit: 'NIT',
  ti: 'TI',
  'tarjeta de identidad': 'TI',
  ppt: 'PPT',
  pep: 'PEP',
  pa: 'PA',
  pasaporte: 'PA',
  'c c': 'CC',
  'c e': 'CE',
}

/** The type that a row says; without one, a document with a check digit is a NIT and the rest cédulas. */
function typeOf(cells: Cells): IdentificationType | null {
  if (cells.type_identification === undefined) return /^[\d.\s]+-\d$/.test(cells.identification ?? '') ? 'NIT' : 'CC'
  return TYPES[folded(cells.type_identification)] ?? null
}

function plainDocument(text: string, type: IdentificationType | null): string {
  const clean = text.replace(/[.,\s]/g, '').toUpperCase()
  return type === 'NIT' ? clean : clean.replace(/-/g, '')
}

/** '+57 310 674 0263' and '(604) 444 55 66' as ten digits. */
const phoneOf = (text: string): string => text.replace(/[^\d]/g, '').replace(/^57(?=\d{10}$)/, '')

const wholeOf = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Number(text.replace(/[.,]0+$/, ''))

const COLUMNS: ReadonlySet<string> = new Set<string>([
  ...NAMES,
  'type_identification',
  'identification',
  'email',
  'phone',
  'telephone',
  'stratum',
  'department',
  'city',
  'address',
  'date_contract',
  'payment_date',
])
const isColumn = (name: string): name is ImportColumn => COLUMNS.has(name)
const columnOf = (at: PropertyKey | undefined): ImportColumn =>
  typeof at === 'string' && isColumn(at) ? at : 'identification'
