import { type Day, isDay, shortDayLabel } from '#domain/core/days.ts'
import { type Money, money, pesosLabel, sum } from '#domain/core/money.ts'
import { type FileProblem, MOVEMENTS_MAX, type Movement, PROBLEMS_MAX, type ReadFile } from './movement.ts'

/** A field of a record: its first and last position, from 1, and what it is called for a person. */
type Field = { from: number; to: number; name: string }

type Layout = {
  format: 'asobancaria_2001' | 'asobancaria_98'
  width: number
  detail: string
  header: Readonly<Record<'nit' | 'day' | 'bank' | 'account', Field>>
  fields: Readonly<Record<'reference' | 'amount' | 'sequence', Field>>
}

const field = (from: number, to: number, name: string): Field => ({ from, to, name })

/** The collection file of Asobancaria, version 2001. */
const LAYOUT_2001: Layout = {
  format: 'asobancaria_2001',
  width: 162,
  detail: '06',
  header: {
    nit: field(3, 12, 'el NIT'),
    day: field(13, 20, 'la fecha de recaudo'),
    bank: field(21, 23, 'el código del banco'),
    account: field(24, 40, 'la cuenta'),
  },
  fields: {
    reference: field(3, 50, 'la referencia'),
    amount: field(51, 64, 'el valor'),
    sequence: field(88, 94, 'la secuencia'),
  },
}

/** The same of 1998: without batches, means of payment or return reasons. */
const LAYOUT_98: Layout = {
  format: 'asobancaria_98',
  width: 128,
  detail: '02',
  header: {
    nit: field(3, 15, 'el NIT'),
    day: field(16, 23, 'la fecha de recaudo'),
    bank: field(24, 26, 'el código del banco'),
    account: field(27, 41, 'la cuenta'),
  },
  fields: {
    reference: field(3, 27, 'la referencia'),
    amount: field(28, 40, 'el valor'),
    sequence: field(43, 49, 'la secuencia'),
  },
}

const MODIFIER = field(53, 53, 'el modificador')
const MEANS = field(67, 68, 'el medio de pago')
const RETURN_REASON = field(95, 97, 'el motivo de devolución')
const COUNT = field(3, 11, 'el número de registros')
const TOTAL = field(12, 29, 'el total')

/** The character with which old programs end a file. */
const END_OF_FILE = String.fromCharCode(26)

/** Whether the first line of a file is the header of an Asobancaria file. */
export const isAsobancaria = (line: string): boolean => /^01\d{10}/.test(line.replace('\uFEFF', ''))

/**
 * Reads a collection file of Asobancaria, 2001 or 98: the second line says which. Lines may be trimmed or longer than their record.
 * Every control total must agree; otherwise the file has problems, and nothing of it is used.
 */
export function readAsobancaria(text: string): ReadFile {
  const lines = text
    .replace('\uFEFF', '')
    .split(/\r\n|\n|\r/)
    .map((line) => line.replaceAll(END_OF_FILE, ''))
  while (lines.at(-1)?.trim() === '') lines.pop()
  const layout = lines[1]?.startsWith('02') ? LAYOUT_98 : LAYOUT_2001
  const reading: Reading = { layout, problems: [], movements: [], counts: null, header: null, batch: null, end: null }
  for (const [index, line] of lines.entries()) {
    readRecord(reading, line.padEnd(layout.width, ' '), index + 1)
    if (reading.problems.length >= PROBLEMS_MAX) break
  }
  if (reading.end === null && reading.problems.length === 0)
    report(reading, lines.length, ': falta el registro 09, el archivo está incompleto. Descárgalo otra vez del banco')
  return resultOf(reading)
}

type Header = { nit: string; day: Day; bank: string; account: string; modifier: string }
type Batch = { line: number; first: number; service: string }
type Reading = {
  layout: Layout
  problems: FileProblem[]
  movements: Movement[]
  counts: 'details' | 'records' | null
  header: Header | null
  /** The open batch: the index of its first movement, and its agreement. */
  batch: Batch | null
  end: number | null
}

const report = (reading: Reading, line: number, message: string): void => void reading.problems.push({ line, message })

const textAt = (line: string, { from, to }: Field): string => line.slice(from - 1, to)

/** Why a field is wrong, with its positions. */
const wrongAt = ({ from, to, name }: Field, why: string): string =>
  `, ${from === to ? `posición ${from}` : `posiciones ${from} a ${to}`}: ${name} ${why}`

function readRecord(reading: Reading, line: string, number: number): void {
  const kind = line.slice(0, 2)
  if (reading.end !== null) return report(reading, number, ': hay datos después del registro 09')
  if (reading.header === null && kind !== '01')
    return report(reading, number, `: el archivo debe empezar con el registro 01, y empieza con «${kind}»`)
  if (kind === '01') return readHeader(reading, line, number)
  if (kind === reading.layout.detail) return readDetail(reading, line, number)
  if (kind === '09') return readEnd(reading, line, number)
  if (reading.layout.format === 'asobancaria_2001' && kind === '05') return openBatch(reading, line, number)
  if (reading.layout.format === 'asobancaria_2001' && kind === '08') return closeBatch(reading, line, number)
  report(reading, number, `: el tipo de registro «${kind}» no es de un archivo Asobancaria`)
}

function readHeader(reading: Reading, line: string, number: number): void {
  const { header: fields, format } = reading.layout
  if (reading.header !== null) return report(reading, number, ': hay un segundo registro 01')
  const [nit, date] = [textAt(line, fields.nit), textAt(line, fields.day)]
  const onDay = `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`
  if (!/^\d+$/.test(nit)) return report(reading, number, wrongAt(fields.nit, 'debe tener solo números'))
  if (!isDay(onDay))
    return report(reading, number, wrongAt(fields.day, `«${date}» no es una fecha AAAAMMDD que exista`))
  reading.header = {
    nit: nit.replace(/^0+/, ''),
    day: onDay,
    bank: textAt(line, fields.bank).trim(),
    account: textAt(line, fields.account).trim(),
    modifier: format === 'asobancaria_2001' ? textAt(line, MODIFIER).trim() : '',
  }
}

function openBatch(reading: Reading, line: string, number: number): void {
  if (reading.batch !== null)
    return report(reading, number, ': empieza un lote y el anterior no cerró con su registro 08')
  reading.batch = { line: number, first: reading.movements.length, service: line.slice(2, 15).trim() }
}

function readDetail(reading: Reading, line: string, number: number): void {
  const { layout, header, batch, movements } = reading
  if (header === null) return
  if (layout.format === 'asobancaria_2001' && batch === null)
    return report(reading, number, ': hay un pago (06) antes del registro 05 de su lote')
  if (movements.length >= MOVEMENTS_MAX)
    return report(reading, number, `: el archivo tiene más de ${MOVEMENTS_MAX} pagos, pídelo al banco por partes`)
  const amount = numberAt(reading, line, number, layout.fields.amount)
  if (amount === null) return
  const reference = textAt(line, layout.fields.reference).trim().replace(/^0+/, '')
  const sequence = textAt(line, layout.fields.sequence).trim()
  const is2001 = layout.format === 'asobancaria_2001'
  const [means, reason] = is2001 ? [textAt(line, MEANS), textAt(line, RETURN_REASON).trim()] : ['', '']
  movements.push({
    line: number,
    on_day: header.day,
    amount: money(amount),
    reference,
    description: means.trim() === '' ? '' : (MEANS_LABELS[means] ?? `Medio ${means}`),
    method: CASH_MEANS.has(means) ? 'consignacion' : 'transferencia',
    key: [batch?.service ?? '', header.account, header.day, header.bank, sequence, reference, amount, reason].join('|'),
    problem: reason === '' || reason === '000' ? (amount === 0 ? 'outgoing' : null) : 'returned',
  })
}

/** An amount or a count; null, with its problem, when it is not made of digits. */
function numberAt(reading: Reading, line: string, number: number, at: Field): number | null {
  const text = textAt(line, at)
  const value = Number(text)
  if (/^\d+$/.test(text) && Number.isSafeInteger(value)) return value
  report(reading, number, wrongAt(at, `debe tener solo números y dice «${text.trim()}»`))
  return null
}

/** The means of payment that are money or cheques at a counter of the bank. */
const CASH_MEANS: ReadonlySet<string> = new Set(['01', '02', '03'])
const MEANS_LABELS: Readonly<Record<string, string>> = {
  '01': 'Efectivo en ventanilla',
  '02': 'Cheque',
  '03': 'Buzón de autoservicio',
  '11': 'Débito por teléfono',
  '12': 'Cajero automático',
  '13': 'Datáfono',
  '14': 'Débito automático',
  '15': 'Internet',
  '21': 'Tarjeta de crédito en ventanilla',
  '25': 'Tarjeta de crédito por internet',
}

function closeBatch(reading: Reading, line: string, number: number): void {
  const { batch, movements } = reading
  if (batch === null) return report(reading, number, ': hay un registro 08 sin el 05 que abre su lote')
  reading.batch = null
  assertControl(reading, line, number, { movements: movements.slice(batch.first), others: 2, of: 'lote' })
}

function readEnd(reading: Reading, line: string, number: number): void {
  if (reading.batch !== null) return report(reading, number, ': el último lote no cerró con su registro 08')
  reading.end = number
  assertControl(reading, line, number, { movements: reading.movements, others: 2, of: 'archivo' })
}

type Control = { movements: readonly Movement[]; others: number; of: string }

/** The count and the total of a control record. Banks count the details only; some programs also count the header and the control. */
function assertControl(reading: Reading, line: string, number: number, { movements, others, of }: Control): void {
  const [count, total] = [numberAt(reading, line, number, COUNT), numberAt(reading, line, number, TOTAL)]
  if (count === null || total === null) return
  const added = sum(movements.map(({ amount }) => amount))
  if (count !== movements.length && count !== movements.length + others)
    report(reading, number, wrongAt(COUNT, `dice ${count} y el ${of} tiene ${movements.length}`))
  else if (reading.counts === null) reading.counts = count === movements.length ? 'details' : 'records'
  if (total !== added)
    report(
      reading,
      number,
      wrongAt(TOTAL, `dice ${pesosLabel(money(total))} y los pagos del ${of} suman ${pesosLabel(added)}`),
    )
}

function resultOf({ layout, problems, movements, counts, header }: Reading): ReadFile {
  if (problems.length > 0 || header === null) return { problems }
  const { nit, day, bank, account, modifier } = header
  return {
    file: {
      format: layout.format,
      nit,
      source: `Banco ${bank}, ${shortDayLabel(day)}${modifier === '' ? '' : `, modificador ${modifier}`}`,
      header_key: [layout.format, bank, account, day, modifier].join('|'),
      counts,
      headings: [],
      movements,
    },
  }
}

/** The sum of what came in, without what the bank returned. */
export const receivedTotal = (movements: readonly Movement[]): Money =>
  sum(movements.flatMap(({ amount, problem }) => (problem === null ? [amount] : [])))
