import { type AmountReading, readSignedAmount } from '#domain/core/amount.ts'
import { isNit } from '#domain/core/identity.ts'
import { type Money, minus, money, sum, toPesos, ZERO } from '#domain/core/money.ts'
import { dayOfCell, documentOf, isScientific, phoneOf } from './cells.ts'
import type { TargetColumn } from './columns.ts'
import { CELL_DEFAULTS, type ImportDefaults } from './defaults.ts'
import type { Cells } from './names.ts'
import type { SourceProfile } from './sources.ts'
import { type ServiceState, splitStateOfName, stateOf, stateOfPlan } from './states.ts'

/** A row of another system with the cells of Enlace. `state`: null when the file has none, or none that is known. */
export type PreparedRow = {
  cells: Cells
  external_id: string | null
  state: ServiceState | null
  /** The plan is a state: 'CORTE POR DEUDA'. */
  isPlanState: boolean
  /** The credit in favour, whatever the row owes; null when its only column is the balance. */
  credit: Money | null
  errors: { field: TargetColumn; message: string }[]
  /** What a person should look at, in a row that is written. */
  warnings: string[]
}

/** The texts of another system as Enlace reads them, with the defaults where a cell is empty. `profile`: null for the provider's own list. */
export function prepareRow(raw: Cells, profile: SourceProfile | null, defaults: ImportDefaults): PreparedRow {
  const cells: Cells = { ...raw }
  const row: PreparedRow = {
    cells,
    external_id: raw.external_id ?? null,
    state: null,
    isPlanState: false,
    credit: null,
    errors: [],
    warnings: [],
  }
  translateType(cells, profile)
  takeFallbacks(cells)
  if (profile !== null) prepareNames(row, profile)
  prepareState(row)
  preparePhones(row, profile !== null)
  prepareBalance(row)
  if (profile !== null) prepareEmail(row)
  const cutDay = cells.payment_date === undefined ? null : dayOfCell(cells.payment_date)
  if (cutDay !== null) cells.payment_date = String(Number(cutDay.slice(8)))
  takeDefaults(cells, defaults)
  return row
}

function translateType(cells: Cells, profile: SourceProfile | null): void {
  const words = profile?.types
  const word = words?.[(cells.type_identification ?? '').toLowerCase()]
  if (word === '') delete cells.type_identification
  else if (word !== undefined) cells.type_identification = word
}

const FALLBACKS = [
  ['other_address', 'address'],
  ['other_balance', 'opening_balance'],
  ['other_identification', 'identification'],
] as const

function takeFallbacks(cells: Cells): void {
  for (const [other, field] of FALLBACKS) {
    const text = cells[other]
    if (text !== undefined && cells[field] === undefined) cells[field] = text
  }
  const detail = cells.address_detail
  if (cells.address !== undefined && detail !== undefined && !cells.address.includes(detail))
    cells.address = `${cells.address}, ${detail}`
  if (cells.check_digit !== undefined && /^\d{9}$/.test(cells.identification ?? '')) {
    const nit = `${cells.identification}-${cells.check_digit}`
    if (isNit(nit)) cells.identification = nit
  }
  // Splynx writes an open date so.
  if (cells.date_contract === '0000-00-00') delete cells.date_contract
}

function prepareNames(row: PreparedRow, { hasStateInName }: SourceProfile): void {
  const { cells } = row
  if (cells.full_name === undefined) return
  if (hasStateInName) {
    const { name, state } = splitStateOfName(cells.full_name)
    cells.full_name = name
    row.state = state
  }
  if (!isNit(documentOf(cells))) cells.full_name = titleCase(cells.full_name)
}

const PARTICLES = /^(de|del|la|las|los|y)$/i

/** 'FELIPE ACUÑA' → 'Felipe Acuña'. A name that has lower case is left as it is. */
function titleCase(name: string): string {
  if (/\p{Ll}/u.test(name)) return name
  return name
    .toLowerCase()
    .replace(/\S+/gu, (word, at: number) =>
      at > 0 && PARTICLES.test(word) ? word : word.charAt(0).toUpperCase() + word.slice(1),
    )
}

function prepareState(row: PreparedRow): void {
  const { cells } = row
  if (cells.status !== undefined) {
    row.state = stateOf(cells.status)
    if (row.state === null)
      row.errors.push({
        field: 'status',
        message: `No conocemos el estado «${cells.status}»: escribe Activo, Suspendido o Retirado`,
      })
  }
  const ofPlan = cells.plan_code === undefined ? null : stateOfPlan(cells.plan_code)
  if (ofPlan === null) return
  row.isPlanState = true
  if (row.state === null || row.state === 'active') row.state = ofPlan
}

const LOST_DIGITS = 'Excel cambió el número y le quitó dígitos: da formato de texto a la columna y exporta de nuevo'
const MOBILE_DIGITS = 10

/**
 * '31585326483106740263' and '3106740263,6017654321' as one mobile and one landline; the other numbers become a warning. In the list
 * of a known system one number may be in the column of the other kind; in an own list a single number stays in its column.
 */
function preparePhones(row: PreparedRow, isKnown: boolean): void {
  const { cells } = row
  const found: string[] = []
  for (const field of ['phone', 'telephone', 'any_phone'] as const) {
    const text = cells[field]
    if (text === undefined) continue
    if (isScientific(text)) {
      row.errors.push({ field: field === 'any_phone' ? 'phone' : field, message: LOST_DIGITS })
      delete cells[field]
      continue
    }
    const numbers = numbersOf(text)
    // A text that is not several whole numbers is left for the field to refuse.
    if (numbers === null || (!isKnown && numbers.length === 1)) continue
    found.push(...numbers)
    delete cells[field]
  }
  if (found.length === 0) return
  const all = [...new Set(found)]
  const mobile = all.find((number) => number.startsWith('3'))
  const landline = all.find((number) => number.startsWith('60'))
  if (mobile !== undefined && cells.phone === undefined) cells.phone = mobile
  if (landline !== undefined && cells.telephone === undefined) cells.telephone = landline
  const others = all.filter((number) => number !== cells.phone && number !== cells.telephone)
  if (others.length > 0) row.warnings.push(`También trae el ${others.join(', ')}: queda en los datos de origen`)
}

/** The Colombian numbers of a cell; null unless all of it is whole numbers. */
function numbersOf(text: string): string[] | null {
  const parts = text
    .split(/[,;/|]/)
    .map((part) => phoneOf(part.trim()))
    .filter((part) => part !== '')
  const numbers = parts.flatMap((part) => (/^\d{20}$/.test(part) ? halvesOf(part) : [part]))
  return numbers.length > 0 && numbers.every((number) => /^(3\d|60)\d{8}$/.test(number)) ? numbers : null
}

const halvesOf = (digits: string): string[] => [digits.slice(0, MOBILE_DIGITS), digits.slice(MOBILE_DIGITS)]

/** The debt minus the credit, as one signed amount. A cell that is not an amount stays, for the field to refuse. */
function prepareBalance(row: PreparedRow): void {
  const { cells } = row
  const debt = readSourceAmount(cells.opening_balance)
  const credit = readSourceAmount(cells.credit_balance)
  const deposit = readSourceAmount(cells.deposit)
  if (cells.credit_balance === undefined && cells.deposit === undefined) {
    if (debt?.kind === 'amount') cells.opening_balance = pesosText(debt.amount)
    return
  }
  const unread = [debt, credit, deposit].some((reading) => reading !== null && reading.kind !== 'amount')
  if (unread) {
    row.errors.push({ field: 'opening_balance', message: 'El saldo no es un número: escribe solo el valor' })
    return
  }
  const favour = amountIn(credit)
  if (favour < 0) row.warnings.push('El saldo a favor viene negativo: no se tuvo en cuenta')
  const parts = [amountIn(debt), minus(ZERO, favour < 0 ? ZERO : favour), minus(ZERO, amountIn(deposit))]
  cells.opening_balance = pesosText(sum(parts))
  row.credit = sum(parts.map(creditIn))
}

const amountIn = (reading: AmountReading | null): Money => (reading?.kind === 'amount' ? reading.amount : ZERO)

/** The credit in favour of a balance: what it is below zero. */
export const creditIn = (balance: Money): Money => money(Math.abs(Math.min(0, balance)))

const pesosText = (amount: Money): string => toPesos(amount).toFixed(2)
const ONE_PESO = 100

/**
 * Reads '200,00', '$25000.00', 'S/. 40.00', '1, $25000.00' (how many, sum) and '1 S/. 50.00' (months, sum). Less than one peso is
 * the rounding of the other system: zero. Null without a text.
 */
export function readSourceAmount(text: string | undefined): AmountReading | null {
  if (text === undefined) return null
  const written = /^\d+\s*,\s*(\$.+)$/.exec(text)?.[1] ?? /^\d+\s+((?:s\/\.?|\$).+)$/i.exec(text)?.[1] ?? text
  const reading = readSignedAmount(written.replace(/^(-?)\s*s\/\.?\s*/i, '$1').trim())
  return reading.kind === 'amount' && Math.abs(reading.amount) < ONE_PESO ? { kind: 'amount', amount: ZERO } : reading
}

/** 'Correo' of other systems also has notes: only a text with '@' is an address; of two the first. */
function prepareEmail(row: PreparedRow): void {
  const { cells } = row
  if (cells.email === undefined) return
  if (cells.email.includes('@')) {
    cells.email = cells.email.split(/[,;\s]+/).find((part) => part.includes('@')) ?? cells.email
    return
  }
  row.warnings.push(`«${cells.email}» no es un correo: queda en los datos de origen`)
  delete cells.email
}

function takeDefaults(cells: Cells, defaults: ImportDefaults): void {
  for (const field of CELL_DEFAULTS) {
    const text = defaults[field]
    if (text !== undefined && cells[field] === undefined) cells[field] = text
  }
  const isNitText = isNit(cells.identification ?? '')
  if (defaults.type_identification !== undefined && cells.type_identification === undefined && !isNitText)
    cells.type_identification = defaults.type_identification
}
