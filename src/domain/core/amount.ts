import { type Money, minus, money, PESOS_MAX, pesosLabel, toPesos, ZERO } from './money.ts'

/** The reasons why a text is not an amount. */
type AmountError = 'not_a_number' | 'negative' | 'grouping' | 'decimals' | 'too_large'

/** The result of reading a text as an amount of pesos. `ambiguous`: both readings are possible, and the user must choose. */
export type AmountReading =
  | { kind: 'amount'; amount: Money }
  | { kind: 'ambiguous'; asDecimals: Money; asThousands: Money }
  | { kind: 'invalid'; reason: AmountError }

/**
 * Reads an amount as users in Colombia and spreadsheets write it. An ambiguous text is never guessed. The grammar:
 *
 *     text    = [currency] number [closing] [currency]
 *     number  = whole [mark [d [d]]]           mark = '.' | ','     d = digit
 *     whole   = d+ | group (sep ddd)+          group = d | dd | ddd, without a zero first
 *     sep     = the same '.', ',', "'" or space each time; as mark only the other one of '.' and ','
 *             | "'" for the millions and '.' or ',' for the thousands: 1'500.000
 *     closing = '.-' | ',-' | '.=' | ',='      currency = '$' | 'COP' | 'COL$' | 'pesos' | 'M/cte'
 *
 * An amount has two decimals at most, so three digits after a mark are thousands: 22.565 and 22,565 are 22565. The only texts
 * with two readings are those whose last mark has three digits after it, the third a zero, where the part before is not one to
 * three digits grouped by that mark: 22565.500, 0.500, 1.234,500. The last three digits are either decimals, of which the third
 * has no value, or thousands without correct grouping.
 */
export function readAmount(text: string): AmountReading {
  const { isNegative, number } = withoutSign(normalised(text))
  return isNegative ? invalid('negative') : readNumber(number)
}

/** The same as readAmount(), for a cell that may be less than zero: -20.000, $ -20.000, (20.000). */
export function readSignedAmount(text: string): AmountReading {
  const { isNegative, number } = withoutSign(normalised(text))
  const reading = readNumber(number)
  if (!isNegative) return reading
  if (reading.kind === 'amount') return { kind: 'amount', amount: negated(reading.amount) }
  if (reading.kind === 'invalid') return reading
  return { ...reading, asDecimals: negated(reading.asDecimals), asThousands: negated(reading.asThousands) }
}

/** The message that a field shows for a reading that is not one amount: the text to write instead. Null for one amount. */
export function amountProblem(reading: AmountReading): string | null {
  if (reading.kind === 'amount') return null
  if (reading.kind === 'invalid') return PROBLEMS[reading.reason]
  const { asDecimals, asThousands } = reading
  const choices = `${ungrouped(asDecimals)} o ${ungrouped(asThousands)}`
  return `¿${pesosLabel(asDecimals)} o ${pesosLabel(asThousands)}? Escribe ${choices}, sin separar los miles`
}

const PROBLEMS: Readonly<Record<AmountError, string>> = {
  not_a_number: 'Escribe el valor en números, por ejemplo 22.565',
  negative: 'El valor no puede ser menor que cero',
  grouping: 'Los miles no van de tres en tres: escribe el valor sin separarlos, por ejemplo 22565,50',
  decimals: 'El valor admite máximo dos decimales, por ejemplo 22.565,50',
  too_large: 'El valor es demasiado grande',
}

/** '1234,50': without marks of thousands. */
const ungrouped = (amount: Money): string =>
  amount % 100 === 0 ? String(toPesos(amount)) : toPesos(amount).toFixed(2).replace('.', ',')

const negated = (amount: Money): Money => minus(ZERO, amount)
const invalid = (reason: AmountError): AmountReading => ({ kind: 'invalid', reason })

/** The text with one kind of space, apostrophe and minus, and without its currency and its closing dash. */
const normalised = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[’´`]/g, "'")
    .replace(/[\u2212\u2013\u2014]/g, '-')
    .trim()
    .replace(/^(-?) ?(?:col ?\$|cop ?\$?|\$) ?/i, '$1')
    .replace(/ ?(?:cop|pesos|m\/?cte\.?)$/i, '')
    .replace(/(\d)[.,][-=]$/, '$1')

function withoutSign(text: string): { isNegative: boolean; number: string } {
  const number = /^- ?(.*)$/.exec(text)?.[1] ?? /^\((.*)\)$/.exec(text)?.[1]
  return { isNegative: number !== undefined, number: number ?? text }
}

/** The accepted formats: the whole part, with its marks of thousands, and the decimals. The text may end in a mark without decimals. */
const FORMATS = [
  /^(\d+)(?:[.,](\d{0,2}))?$/,
  /^([1-9]\d{0,2}(?:\.\d{3})+)(?:,(\d{0,2})|\.)?$/,
  /^([1-9]\d{0,2}(?:,\d{3})+)(?:\.(\d{0,2})|,)?$/,
  /^([1-9]\d{0,2}(?: \d{3})+)(?:[.,](\d{0,2}))?$/,
  /^([1-9]\d{0,2}(?:'\d{3})+)(?:[.,](\d{0,2}))?$/,
  /^([1-9]\d{0,2}'\d{3}\.\d{3})(?:,(\d{0,2}))?$/,
  /^([1-9]\d{0,2}'\d{3},\d{3})(?:\.(\d{0,2}))?$/,
] as const

/** Three digits after the last mark, the third a zero, where that mark does not group the part before it. */
const AMBIGUOUS = [
  /^(\d{4,}|0\d*|[1-9]\d{0,2}(?:(?: \d{3})+|(?:,\d{3})+|(?:'\d{3}){2,}|'\d{3},\d{3}))\.(\d\d)0$/,
  /^(\d{4,}|0\d*|[1-9]\d{0,2}(?:(?: \d{3})+|(?:\.\d{3})+|(?:'\d{3}){2,}|'\d{3}\.\d{3})),(\d\d)0$/,
] as const

function readNumber(text: string): AmountReading {
  // ',50' is half a peso.
  const number = text.replace(/^(?=[.,]\d)/, '0')
  for (const format of FORMATS) {
    const match = format.exec(number)
    if (match) return amountFrom(match[1] ?? '', match[2] ?? '')
  }
  for (const format of AMBIGUOUS) {
    const match = format.exec(number)
    if (match) return bothReadings(match[1] ?? '', match[2] ?? '')
  }
  if (!/^\d[\d., ']*$/.test(number)) return invalid('not_a_number')
  return invalid(/^(?:\d+|[\d. ']+(?=,)|[\d, ']+(?=\.))[.,]\d{3,}$/.test(number) ? 'decimals' : 'grouping')
}

function bothReadings(whole: string, decimals: string): AmountReading {
  const [small, large] = [amountFrom(whole, decimals), amountFrom(`${whole}${decimals}0`, '')]
  if (large.kind !== 'amount' || small.kind !== 'amount') return invalid('decimals')
  if (large.amount === small.amount) return small
  return { kind: 'ambiguous', asDecimals: small.amount, asThousands: large.amount }
}

/** A number of more digits than this is refused as too large before it is converted. */
const DIGITS_MAX = 13

function amountFrom(whole: string, decimals: string): AmountReading {
  const digits = whole.replace(/\D/g, '').replace(/^0+(?=\d)/, '')
  if (digits.length > DIGITS_MAX) return invalid('too_large')
  const count = Number(digits) * 100 + Number(decimals.padEnd(2, '0'))
  return count > PESOS_MAX * 100 ? invalid('too_large') : { kind: 'amount', amount: money(count) }
}
