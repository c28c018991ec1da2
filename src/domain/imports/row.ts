import * as z from 'zod/mini'
import { type IdentificationType, isIdentification, NewClient } from '#domain/clients/client.ts'
import { amountProblem } from '#domain/core/amount.ts'
import type { Day } from '#domain/core/days.ts'
import { type Money, minus, pesosLabel, ZERO } from '#domain/core/money.ts'
import { beginsLikeFormula } from '#domain/core/text.ts'
import { comparableText, isPlaceProblem, type Municipality, type PlaceProblem } from '#domain/places/place.ts'
import {
  amountOfCell,
  dayOfCell,
  documentOf,
  documentProblem,
  isScientific,
  isShortCedula,
  phoneOf,
  stratumOf,
  typeOf,
  wholeOf,
} from './cells.ts'
import { IMPORT_COLUMNS, type ImportColumn, type TargetColumn } from './columns.ts'
import type { ImportDefaults } from './defaults.ts'
import { type Cells, NAMES, type Names, namesOf } from './names.ts'
import { type FoundPlan, planOfText, priceOfCell } from './plan-names.ts'
import { creditIn, type PreparedRow } from './source-cells.ts'
import type { SourceProfile } from './sources.ts'

export type RowError = { field: TargetColumn; message: string }

/** A valid row: the client, its municipality, and the data of its contract when the row has a plan. */
export type ImportRow = {
  client: NewClient
  place: Municipality
  plan_code: string | null
  /** What the list says that the service costs. */
  list_price: Money | null
  date_contract: Day | null
  opening_balance: Money
  /** The code of the row in the other system; null in a list without one. */
  external_id: string | null
  status: 'active' | 'suspended'
  suspended_on: Day | null
  warnings: string[]
}

/**
 * The context of a row. `planOf`: the plan that a text names, or null. `seen`: the documents of the previous rows with their names, and
 * the codes of the other system.
 */
export type RowContext = {
  planOf(text: string): FoundPlan | null
  seen: { documents: ReadonlyMap<string, string>; codes: ReadonlySet<string> }
  placeOf(department: string, city: string): Municipality | PlaceProblem
  profile: SourceProfile | null
  defaults: ImportDefaults
}

type AddError = (field: TargetColumn, message: string) => null

/** Reads one row whose texts are already those of Enlace (prepareRow): all its errors, one for each field, or its client. */
export function parsePreparedRow(
  prepared: PreparedRow,
  context: RowContext,
): { errors: RowError[] } | { row: ImportRow } {
  const { cells } = prepared
  const errors: RowError[] = [...prepared.errors]
  const addError: AddError = (field, message) => {
    if (!errors.some((error) => error.field === field)) errors.push({ field, message })
    return null
  }
  const type = typeOf(cells)
  const identification = documentOf(cells)
  const names = namesOf(cells, type === 'NIT')
  checkDocument(cells, type, identification, addError)
  checkRepeated(prepared, identification, context.seen, addError)
  checkNames(names, type === 'NIT', addError)
  const date_contract =
    cells.date_contract === undefined
      ? null
      : (dayOfCell(cells.date_contract) ??
        addError('date_contract', 'Esa fecha no existe: escríbela como 31/12/2026 o 2026-12-31'))
  const balance = readBalance(cells.opening_balance, addError)
  const opening_balance = balance === null ? null : openingOf(balance, prepared.credit, context.defaults)
  const plan_code = readPlan(prepared, context, addError)
  if (prepared.state === 'retired' && balance === 0 && opening_balance === 0 && context.defaults.retired !== 'all')
    addError('status', 'Está retirado y no debe nada: se deja por fuera')
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
  const { external_id, state, warnings } = prepared
  const status = state === 'suspended' ? 'suspended' : 'active'
  const suspended_on = cells.suspended_on === undefined ? null : dayOfCell(cells.suspended_on)
  const low = lowBalance(cells, opening_balance)
  return {
    row: {
      client: parsed.data,
      place,
      plan_code,
      list_price: plan_code === null ? null : priceOfCell(cells.plan_price),
      date_contract,
      opening_balance,
      external_id,
      status,
      suspended_on,
      warnings: low === null ? warnings : [...warnings, low],
    },
  }
}

/** What is written of a balance: its credit alone when the debts come later, invoice by invoice, and that credit pays them then. */
const openingOf = (balance: Money, credit: Money | null, { balances }: ImportDefaults): Money =>
  balances === 'invoices' ? minus(ZERO, credit ?? creditIn(balance)) : balance

/** The plan of a service that is provided. Null for a retired or free one, for one that has not begun, and for a state instead of a plan. */
function readPlan(
  { cells: { plan_code: text }, state, isPlanState, warnings }: PreparedRow,
  context: RowContext,
  addError: AddError,
): string | null {
  if (text === undefined) return null
  if (state === 'free') warnings.push('Es gratis: entra sin contrato, porque un contrato tiene valor')
  if (state === 'none') warnings.push('Su servicio no ha empezado: entra sin contrato')
  if (state === 'free' || state === 'none' || state === 'retired') return null
  const code = context.planOf(text)?.code ?? null
  if (code !== null) return code
  if (isPlanState) {
    warnings.push(`«${text}» es un estado y no un plan: entra sin contrato hasta que digas cuál es su plan`)
    return null
  }
  return addError('plan_code', `No existe el plan «${text}»: dinos cuál de tus planes es, o créalo primero`)
}

/** A balance below this part of the price of the plan is probably in thousands. */
const LOW_BALANCE_PART = 10

function lowBalance({ plan_code, plan_price }: Cells, balance: Money | null): string | null {
  const price = planOfText(plan_code ?? '', plan_price).price
  if (balance === null || balance <= 0 || price === null || balance * LOW_BALANCE_PART > price) return null
  return `El saldo de ${pesosLabel(balance)} es muy bajo frente al plan de ${pesosLabel(price)}: revísalo`
}

/** A document may be in several rows when each has its own code in the other system: they are services of one client. */
function checkRepeated(
  { cells, external_id }: PreparedRow,
  identification: string,
  { documents, codes }: RowContext['seen'],
  addError: AddError,
): void {
  const name = documents.get(identification)
  if (external_id !== null && codes.has(external_id))
    addError('external_id', `El código ${external_id} está repetido en el archivo`)
  if (cells.identification === undefined || name === undefined) return
  if (external_id === null) addError('identification', 'Esta identificación está repetida en el archivo')
  else if (name !== rowName(cells)) addError('identification', 'Este documento ya está en otra fila con otro nombre')
}

/** The cells that together are the name of a row. */
export const NAME_FIELDS = [
  'business_name',
  'full_name',
  'first_names',
  'first_name',
  'last_names',
  'last_name',
] as const satisfies readonly TargetColumn[]

/** The name of a row, to see whether two rows are of one client. */
export const rowName = (cells: Cells): string => comparableText(NAME_FIELDS.map((field) => cells[field]).join(' '))

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
  addError: AddError,
): void {
  if (type === null)
    addError('type_identification', 'El tipo de documento no se conoce: usa CC, CE, NIT, TI, PPT, PEP o PA')
  if (cells.identification === undefined) addError('identification', 'Falta la identificación')
  else if (isScientific(cells.identification))
    addError('identification', 'Excel cambió el número: da formato de texto a la columna y guarda de nuevo')
  else if (!isIdentification(type ?? 'PA', identification) || isShortCedula(type ?? 'PA', identification))
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
