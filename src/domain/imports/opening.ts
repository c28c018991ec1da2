import * as z from 'zod/mini'
import { amountProblem } from '#domain/core/amount.ts'
import { type Day, DayText } from '#domain/core/days.ts'
import { type Money, Pesos, ZERO } from '#domain/core/money.ts'
import { lineOfText } from '#domain/core/text.ts'
import { comparableText } from '#domain/places/place.ts'
import { amountOfCell, dayOfCell } from './cells.ts'

/** The columns of a file of old documents: what each client owed when the company began with Enlace, one row for each document. */
export const OPENING_COLUMNS = ['identification', 'number', 'issued_on', 'due_on', 'balance'] as const
type OpeningColumn = (typeof OPENING_COLUMNS)[number]

export const OPENING_LABELS: Readonly<Record<OpeningColumn, string>> = {
  identification: 'Número de documento',
  number: 'Número de la factura',
  issued_on: 'Fecha de emisión',
  due_on: 'Fecha de vencimiento',
  balance: 'Saldo',
}

/** The headings of each column besides its label, as `headingOf` returns them. */
const SYNONYMS: Readonly<Record<OpeningColumn, readonly string[]>> = {
  identification: ['identificacion', 'cedula', 'documento', 'nit', 'cedula o nit', 'numero de identificacion'],
  number: ['factura', 'numero', 'numero factura', 'no factura', 'comprobante'],
  issued_on: ['emision', 'emitida', 'fecha emision', 'fecha', 'fecha factura', 'fecha de factura'],
  due_on: ['vencimiento', 'vence', 'fecha vencimiento', 'fecha limite', 'fecha limite de pago'],
  balance: ['saldo', 'saldo pendiente', 'deuda', 'valor pendiente'],
}

/** One row of the file. `errors` is empty for a document that can be written. */
export const OpeningRow = z.object({
  line: z.number(),
  identification: z.string(),
  name: z.string(),
  number: z.string(),
  issued_on: z.nullable(DayText),
  due_on: z.nullable(DayText),
  balance: Pesos,
  errors: z.array(z.string()),
})
export type OpeningRow = z.output<typeof OpeningRow>

/** A document that can be written. */
export type OldDocument = { client_id: string; number: string; issued_on: Day; due_on: Day; balance: Money }

const headingOf = (text: string): string =>
  comparableText(text.slice(0, 120))
    .replace(/[^a-z0-9ñ]+/g, ' ')
    .trim()

/** The position of each column by the headings of a file; undefined for a missing one. */
export function openingPositions(headings: readonly string[]): Partial<Record<OpeningColumn, number>> {
  const texts = headings.map(headingOf)
  return Object.fromEntries(
    OPENING_COLUMNS.flatMap((column) => {
      const known = [column.replaceAll('_', ' '), headingOf(OPENING_LABELS[column]), ...SYNONYMS[column]]
      const position = texts.findIndex((text) => known.includes(text))
      return position < 0 ? [] : [[column, position]]
    }),
  )
}

const NUMBER_MAX = 40
const NumberText = lineOfText('Escribe el número de la factura', NUMBER_MAX)

/** A client of the file, by its document. */
export type OpeningClient = { id: string; name: string; hasOpening: boolean }

/** Reads the text of one row. `clientOf`: the client with a document; `seen`: the documents of the previous rows. */
export function readOpeningRow(
  { line, cells }: { line: number; cells: Readonly<Partial<Record<OpeningColumn, string>>> },
  context: { today: Day; seen: Set<string>; clientOf: (identification: string) => OpeningClient | undefined },
): { row: OpeningRow; document: OldDocument | null } {
  const errors: string[] = []
  const identification = identificationOf(cells.identification ?? '')
  const number = cells.number ?? ''
  const client = context.clientOf(identification)
  const issued_on = readDay(cells.issued_on, OPENING_LABELS.issued_on, errors)
  const due_on = readDay(cells.due_on, OPENING_LABELS.due_on, errors)
  const balance = readBalance(cells.balance, errors)
  if (client === undefined) errors.push('No hay un cliente con ese documento: cárgalo primero')
  else if (client.hasOpening) errors.push('Este cliente ya tiene saldo inicial')
  if (number === '' || number.length > NUMBER_MAX) errors.push('Escribe el número de la factura, hasta 40 caracteres')
  else if (!z.safeParse(NumberText, number).success)
    errors.push('Quita del número los caracteres que no se pueden leer')
  const key = `${identification} ${number.toLowerCase()}`
  if (context.seen.has(key)) errors.push('Esta factura está repetida en el archivo')
  context.seen.add(key)
  if (issued_on !== null && issued_on > context.today) errors.push('La fecha de emisión no puede ser futura')
  if (issued_on !== null && due_on !== null && due_on < issued_on)
    errors.push('Vence antes de su emisión: revisa las fechas')
  const row = {
    line,
    identification,
    name: client?.name ?? '',
    number,
    issued_on,
    due_on,
    balance: balance ?? ZERO,
    errors,
  }
  if (errors.length > 0 || client === undefined || issued_on === null || due_on === null || balance === null)
    return { row, document: null }
  return { row, document: { client_id: client.id, number, issued_on, due_on, balance } }
}

/** The document of a row as it is stored: without dots or blanks; the hyphen of a NIT stays. */
export const identificationOf = (text: string): string => text.replace(/[.,\s]/g, '').toUpperCase()

function readDay(text: string | undefined, label: string, errors: string[]): Day | null {
  const day = text === undefined ? null : dayOfCell(text)
  if (day === null) errors.push(`${label}: escríbela como 31/12/2026 o 2026-12-31`)
  return day
}

function readBalance(text: string | undefined, errors: string[]): Money | null {
  const reading = text === undefined ? null : amountOfCell(text)
  if (reading?.kind === 'amount' && reading.amount > 0) return reading.amount
  errors.push(
    (reading?.kind === 'ambiguous' ? amountProblem(reading) : null) ??
      'El saldo es lo que debe, mayor que cero: por ejemplo 59900',
  )
  return null
}
