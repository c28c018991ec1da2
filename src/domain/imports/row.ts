import * as z from 'zod/mini'
import { type IdentificationType, isIdentification, NewClient } from '#domain/clients/client.ts'
import { amountProblem } from '#domain/core/amount.ts'
import type { Day } from '#domain/core/days.ts'
import { type Money, ZERO } from '#domain/core/money.ts'
import { beginsLikeFormula } from '#domain/core/text.ts'
import { isPlaceProblem, type Municipality, type PlaceProblem } from '#domain/places/place.ts'
import {
  amountOfCell,
  dayOfCell,
  documentOf,
  documentProblem,
  isScientific,
  phoneOf,
  stratumOf,
  typeOf,
  wholeOf,
} from './cells.ts'
import { IMPORT_COLUMNS, type ImportColumn, type TargetColumn } from './columns.ts'
import { type Cells, NAMES, type Names, namesOf } from './names.ts'
import type { FoundPlan } from './plan-names.ts'

export type RowError = { field: TargetColumn; message: string }

/** A valid row: the client, its municipality, and the data of its contract when the row has a plan. */
export type ImportRow = {
  client: NewClient
  place: Municipality
  plan_code: string | null
  date_contract: Day | null
  opening_balance: Money
}

/** The context of a row. `planOf`: the plan that a text names, or null. `seen`: documents of the previous rows. */
export type RowContext = {
  planOf(text: string): FoundPlan | null
  seen: ReadonlySet<string>
  placeOf(department: string, city: string): Municipality | PlaceProblem
}

type AddError = (field: ImportColumn, message: string) => null

/** Reads one row: all its errors, one for each field, or its client. */
export function parseImportRow(cells: Cells, context: RowContext): { errors: RowError[] } | { row: ImportRow } {
  const errors: RowError[] = []
  const addError: AddError = (field, message) => {
    if (!errors.some((error) => error.field === field)) errors.push({ field, message })
    return null
  }
  const type = typeOf(cells)
  const identification = documentOf(cells)
  const names = namesOf(cells, type === 'NIT')
  checkDocument(cells, type, identification, context.seen, addError)
  checkNames(names, type === 'NIT', addError)
  const date_contract =
    cells.date_contract === undefined
      ? null
      : (dayOfCell(cells.date_contract) ??
        addError('date_contract', 'Esa fecha no existe: escríbela como 31/12/2026 o 2026-12-31'))
  const opening_balance = readBalance(cells.opening_balance, addError)
  const plan_code = cells.plan_code === undefined ? null : (context.planOf(cells.plan_code)?.code ?? null)
  if (cells.plan_code !== undefined && plan_code === null)
    addError('plan_code', `No existe el plan «${cells.plan_code}»: dinos cuál de tus planes es, o créalo primero`)
  const place = readPlace(cells, context, addError)
  const parsed = z.safeParse(NewClient, {
    ...fieldsOf(cells, type, addError),
    ...names,
    type_identification: type ?? 'CC',
    identification,
    ...(date_contract === null ? {} : { date_contract }),
  })
  const issues = parsed.error?.issues ?? []
  // The checks of the complete client (code 'custom') would repeat the errors found above.
  for (const issue of issues.filter(({ code }) => code !== 'custom' || errors.length === 0))
    addError(columnOf(issue.path[0]), issue.message)
  if (!parsed.success || errors.length > 0 || place === null || opening_balance === null) return { errors }
  return { row: { client: parsed.data, place, plan_code, date_contract, opening_balance } }
}

function readBalance(text: string | undefined, addError: AddError): Money | null {
  if (text === undefined) return ZERO
  const reading = amountOfCell(text)
  if (reading.kind === 'amount') return reading.amount
  return addError(
    'opening_balance',
    (reading.kind === 'ambiguous' ? amountProblem(reading) : null) ??
      'El saldo no es un número: escribe solo el valor, por ejemplo 59900',
  )
}

function checkDocument(
  cells: Cells,
  type: IdentificationType | null,
  identification: string,
  seen: ReadonlySet<string>,
  addError: AddError,
): void {
  if (type === null)
    addError('type_identification', 'El tipo de documento no se conoce: usa CC, CE, NIT, TI, PPT, PEP o PA')
  if (cells.identification === undefined) addError('identification', 'Falta la identificación')
  else if (isScientific(cells.identification))
    addError('identification', 'Excel cambió el número: da formato de texto a la columna y guarda de nuevo')
  else if (seen.has(identification)) addError('identification', 'Esta identificación está repetida en el archivo')
  else if (!isIdentification(type ?? 'PA', identification))
    addError('identification', documentProblem(type ?? 'PA', identification))
}

function checkNames(names: Names, isBusiness: boolean, addError: AddError): void {
  for (const field of NAMES) {
    if (beginsLikeFormula(names[field] ?? ''))
      addError(field, 'El texto empieza como una fórmula: quita el signo del comienzo')
  }
  if (names.business_name !== undefined) return
  if (isBusiness && names.first_name === undefined) {
    addError('business_name', 'Falta la razón social')
    return
  }
  if (names.first_name === undefined) addError('first_name', 'Falta el nombre, o la razón social')
  if (names.last_name === undefined) addError('last_name', 'Falta el apellido')
}

function readPlace(cells: Cells, context: RowContext, addError: AddError): Municipality | null {
  if (cells.department === undefined) addError('department', 'Falta el departamento')
  if (cells.city === undefined) addError('city', 'Falta el municipio')
  if (cells.department === undefined || cells.city === undefined) return null
  const place = context.placeOf(cells.department, cells.city)
  return isPlaceProblem(place) ? addError(place.field, place.message) : place
}

/** The other fields of NewClient. The estrato determines the VAT of a home and is required; for a business it is optional. */
function fieldsOf(cells: Cells, type: IdentificationType | null, addError: AddError): object {
  const isBusiness = type === 'NIT'
  const stratum = cells.stratum === undefined ? undefined : stratumOf(cells.stratum)
  if (stratum === undefined && !isBusiness) addError('stratum', 'Falta el estrato: sin él no se puede facturar')
  const anyPhone = cells.any_phone === undefined ? undefined : phoneOf(cells.any_phone)
  const isLandline = anyPhone?.startsWith('60') ?? false
  const phone = cells.phone === undefined ? (isLandline ? undefined : anyPhone) : phoneOf(cells.phone)
  const telephone = cells.telephone === undefined ? (isLandline ? anyPhone : undefined) : phoneOf(cells.telephone)
  return {
    ...(cells.email === undefined ? {} : { email: cells.email }),
    ...(phone === undefined ? {} : { phone }),
    ...(telephone === undefined ? {} : { telephone }),
    ...(stratum === undefined || (isBusiness && stratum === 0) ? {} : { stratum }),
    address: cells.address ?? '',
    department: cells.department ?? '',
    city: cells.city ?? '',
    ...(cells.payment_date === undefined ? {} : { payment_date: wholeOf(cells.payment_date) }),
  }
}

const isColumn = (name: PropertyKey | undefined): name is ImportColumn =>
  IMPORT_COLUMNS.some((column) => column === name)
const columnOf = (key: PropertyKey | undefined): ImportColumn => (isColumn(key) ? key : 'identification')
