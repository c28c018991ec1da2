import * as z from 'zod/mini'
import { type AmountReading, amountProblem } from '#domain/core/amount.ts'
import { type Day, DayText } from '#domain/core/days.ts'
import { type Money, minus, money, Pesos, pesosLabel, ZERO } from '#domain/core/money.ts'
import { lineOfText } from '#domain/core/text.ts'
import { amountOfCell, dayOfCell } from './cells.ts'
import { headingText } from './columns.ts'
import type { OpeningColumn, OpeningSource } from './opening-sources.ts'
import { readSourceAmount } from './source-cells.ts'

/** The columns of a file of old documents: what each client owed when the company began with Enlace, one row for each document. */
export const OPENING_COLUMNS = ['identification', 'number', 'issued_on', 'due_on', 'balance'] as const

export const OPENING_LABELS: Readonly<Record<(typeof OPENING_COLUMNS)[number], string>> = {
  identification: 'Número de documento',
  number: 'Número de la factura',
  issued_on: 'Fecha de emisión',
  due_on: 'Fecha de vencimiento',
  balance: 'Saldo',
}

/** The headings of each column besides its label, as `headingText` returns them. */
const SYNONYMS: Readonly<Record<(typeof OPENING_COLUMNS)[number], readonly string[]>> = {
  identification: ['identificacion', 'cedula', 'documento', 'nit', 'cedula o nit', 'numero de identificacion'],
  number: ['factura', 'numero', 'numero factura', 'no factura', 'comprobante'],
  issued_on: ['emision', 'emitida', 'fecha emision', 'fecha', 'fecha factura', 'fecha de factura'],
  due_on: ['vencimiento', 'vence', 'fecha vencimiento', 'fecha limite', 'fecha limite de pago'],
  balance: ['saldo', 'saldo pendiente', 'deuda', 'valor pendiente'],
}

/** One row of the file. `errors` is empty for a document that can be written, and for one that is owed no more (`is_left_out`). */
export const OpeningRow = z.object({
  line: z.number(),
  identification: z.string(),
  name: z.string(),
  number: z.string(),
  issued_on: z.nullable(DayText),
  due_on: z.nullable(DayText),
  balance: Pesos,
  /** Paid, void or no invoice: nothing of it is written. */
  is_left_out: z.boolean(),
  errors: z.array(z.string()),
})
export type OpeningRow = z.output<typeof OpeningRow>

/** A document that can be written. */
export type OldDocument = { client_id: string; number: string; issued_on: Day; due_on: Day; balance: Money }

export type OpeningPositions = Partial<Record<OpeningColumn, number>>
export type OpeningCells = Readonly<Partial<Record<OpeningColumn, string>>>

/** The position of each column by the headings of a file, those of its system when it is known; undefined for a missing one. */
export function openingPositions(headings: readonly string[], source: OpeningSource | null): OpeningPositions {
  const texts = headings.map(headingText)
  const positions: OpeningPositions = {}
  if (source !== null) {
    for (const [index, text] of texts.entries()) {
      const column = source.columns[text]
      if (column !== undefined) positions[column] ??= index
    }
    return positions
  }
  for (const column of OPENING_COLUMNS) {
    const known = [column.replaceAll('_', ' '), headingText(OPENING_LABELS[column]), ...SYNONYMS[column]]
    const position = texts.findIndex((text) => known.includes(text))
    if (position >= 0) positions[column] = position
  }
  return positions
}

/** What each needed column may be replaced by in the list of a known system. */
const INSTEAD: Readonly<Partial<Record<OpeningColumn, readonly OpeningColumn[]>>> = {
  identification: ['code', 'name', 'company_name'],
  number: ['part'],
  balance: ['total'],
}

/** The labels of the columns that a file needs and has not. */
export const missingOpeningColumns = (positions: OpeningPositions): string[] =>
  OPENING_COLUMNS.filter((column) =>
    [column, ...(INSTEAD[column] ?? [])].every((each) => positions[each] === undefined),
  ).map((column) => OPENING_LABELS[column])

const NUMBER_MAX = 40
const NumberText = lineOfText('Escribe el número de la factura', NUMBER_MAX)

/** A client of the file. `hasOpening`: it has opening debts already. */
export type OpeningClient = { id: string; name: string; identification: string; hasOpening: boolean }

/** Whose a row is: its document, its code in the other system, or its name. */
export type ClientKey = { identification: string; code: string | null; name: string }

export const clientKeyOf = (cells: OpeningCells): ClientKey => ({
  identification: identificationOf(cells.identification ?? ''),
  code: cells.code ?? null,
  name: cells.company_name ?? [cells.name, cells.last_name].filter((part) => part !== undefined).join(' '),
})

type Context = {
  today: Day
  seen: Set<string>
  source: OpeningSource | null
  /** The client of a row, or why there is none. */
  clientOf: (key: ClientKey) => OpeningClient | string
}

/** A row with its document, and the client that it is of. */
export type ReadOpeningRow = { row: OpeningRow; document: OldDocument | null; client_id: string | null }

/** Reads the text of one row. `seen`: the documents of the previous rows. */
export function readOpeningRow(
  { line, cells }: { line: number; cells: OpeningCells },
  { today, seen, source, clientOf }: Context,
): ReadOpeningRow {
  const key = clientKeyOf(cells)
  const balance = balanceOf(cells, source)
  const number = cells.number ?? (cells.part === undefined ? '' : `${cells.part}-${cells.issued_on ?? ''}`)
  const shown = { line, identification: key.identification, name: key.name, number, issued_on: null, due_on: null }
  if (isSettled(cells, source, balance))
    return { row: { ...shown, balance: ZERO, is_left_out: true, errors: [] }, document: null, client_id: null }
  const errors: string[] = []
  const client = clientOf(key)
  if (isCreditNote(cells, source)) return readCreditNote(shown, balance, client)
  const issued_on = readDay(cells.issued_on, OPENING_LABELS.issued_on, errors)
  const due_on = readDay(cells.due_on, OPENING_LABELS.due_on, errors)
  const amount = amountOf(balance, errors)
  if (typeof client === 'string') errors.push(client)
  else if (client.hasOpening) errors.push('Este cliente ya tiene saldo inicial')
  if (number === '' || number.length > NUMBER_MAX) errors.push('Escribe el número de la factura, hasta 40 caracteres')
  else if (!z.safeParse(NumberText, number).success)
    errors.push('Quita del número los caracteres que no se pueden leer')
  const owner = typeof client === 'string' ? key.identification : client.id
  const repeated = `${owner} ${number.toLowerCase()}`
  if (seen.has(repeated)) errors.push('Esta factura está repetida en el archivo')
  seen.add(repeated)
  if (issued_on !== null && issued_on > today) errors.push('La fecha de emisión no puede ser futura')
  if (issued_on !== null && due_on !== null && due_on < issued_on)
    errors.push('Vence antes de su emisión: revisa las fechas')
  const found = { ...shown, issued_on, due_on, balance: amount ?? ZERO, is_left_out: false, errors }
  if (typeof client === 'string') return { row: found, document: null, client_id: null }
  const row = { ...found, identification: client.identification, name: client.name }
  const isWrong = errors.length > 0 || issued_on === null || due_on === null || amount === null
  const document = isWrong ? null : { client_id: client.id, number, issued_on, due_on, balance: amount }
  return { row, document, client_id: client.id }
}

/** Whether the list of a known system says that a row is owed no more, or is no invoice. */
function isSettled(cells: OpeningCells, source: OpeningSource | null, balance: AmountReading | null): boolean {
  if (source === null) return false
  const { status, kind, paid_on } = cells
  if (status !== undefined && source.closed.includes(headingText(status))) return true
  const isInvoice = source.invoice === undefined || kind === undefined || headingText(kind) === source.invoice
  if (!isInvoice && !isCreditNote(cells, source)) return true
  return paid_on !== undefined || (balance?.kind === 'amount' && balance.amount === ZERO)
}

const isCreditNote = ({ kind }: OpeningCells, source: OpeningSource | null): boolean =>
  source?.creditNote !== undefined && kind !== undefined && headingText(kind) === source.creditNote

/** A credit note that is not used up: the company owes it to its client, and nothing of it is written here. */
function readCreditNote(
  shown: Omit<OpeningRow, 'balance' | 'is_left_out' | 'errors'>,
  balance: AmountReading | null,
  client: OpeningClient | string,
): ReadOpeningRow {
  const found = typeof client === 'string' ? null : client
  const { name, identification } = found ?? shown
  const amount = balance?.kind === 'amount' ? ` de ${pesosLabel(money(Math.abs(balance.amount)))}` : ''
  const error = `Es una nota crédito sin usar: registra a mano el saldo a favor${amount} de ${name || identification} y quita esta fila`
  const row = { ...shown, name, identification, balance: ZERO, is_left_out: false, errors: [error] }
  return { row, document: null, client_id: found?.id ?? null }
}

/** What is owed of a row: its balance, else its total less what was paid. Null without a text. */
function balanceOf(cells: OpeningCells, source: OpeningSource | null): AmountReading | null {
  const read = (text: string): AmountReading => (source === null ? amountOfCell(text) : sourceAmount(text))
  if (cells.balance !== undefined) return read(cells.balance)
  if (cells.total === undefined) return null
  const total = read(cells.total)
  const paid = cells.paid === undefined ? null : read(cells.paid)
  if (paid === null || total.kind !== 'amount') return total
  return paid.kind === 'amount' ? { kind: 'amount', amount: minus(total.amount, paid.amount) } : paid
}

const sourceAmount = (text: string): AmountReading => readSourceAmount(text) ?? amountOfCell(text)

/** The document of a row as it is stored: without dots or blanks; the hyphen of a NIT stays. */
const identificationOf = (text: string): string => text.replace(/[.,\s]/g, '').toUpperCase()

function readDay(text: string | undefined, label: string, errors: string[]): Day | null {
  const day = text === undefined ? null : dayOfCell(text)
  if (day === null) errors.push(`${label}: escríbela como 31/12/2026 o 2026-12-31`)
  return day
}

function amountOf(reading: AmountReading | null, errors: string[]): Money | null {
  if (reading?.kind === 'amount' && reading.amount > 0) return reading.amount
  errors.push(
    (reading?.kind === 'ambiguous' ? amountProblem(reading) : null) ??
      'El saldo es lo que debe, mayor que cero: por ejemplo 59900',
  )
  return null
}

/**
 * The documents that are written when the rows with errors stay out: those of the clients without such a row, because a client gets its
 * opening documents once and together.
 */
export function documentsToWrite(read: readonly ReadOpeningRow[]): OldDocument[] {
  const wrong = new Set(read.filter(({ row }) => row.errors.length > 0).map(({ client_id }) => client_id))
  return read.flatMap(({ document }) => (document === null || wrong.has(document.client_id) ? [] : [document]))
}
