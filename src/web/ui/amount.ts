import { readAmount } from '#domain/core/amount.ts'
import { commaAmount, type Money, toPesos } from '#domain/core/money.ts'

/** The thousands separator of a field: dots as in Colombia, or the commas of the plan forms (PLN-04, PLN-07). */
export type AmountStyle = 'dots' | 'commas'

const SEPARATORS: Readonly<Record<AmountStyle, string>> = { dots: '.', commas: ',' }

/** The text of a field. `isGrouped`: the field added the thousands separators, the user typed none. */
export type FieldText = { text: string; isGrouped: boolean }

/** A change of a field: its new text, the caret position, and the character that a key added ('' for a deletion; null for a pasted or filled text). */
export type FieldEdit = { text: string; caret: number; key: string | null }

/**
 * The text after a change. A text with only digits is grouped during the edit. From the first other character on, the field shows
 * the typed text without its own separators: 22.565 and a dot is '22565.', for 22565.5. A pasted text does not change. So the
 * text always has the value that the user typed.
 */
export function afterEdit(before: FieldText, edit: FieldEdit, style: AmountStyle): FieldText & { caret: number } {
  if (!before.isGrouped || edit.key === null) return grouped(edit.text, edit.caret, style)
  const typedAt = edit.key === '' ? -1 : edit.caret - 1
  const withoutSeparators = (until: number): string =>
    edit.text
      .slice(0, until)
      .replaceAll(SEPARATORS[style], (separator, index: number) => (index === typedAt ? separator : ''))
  return grouped(withoutSeparators(edit.text.length), withoutSeparators(edit.caret).length, style)
}

function grouped(text: string, caret: number, style: AmountStyle): FieldText & { caret: number } {
  if (!/^[1-9]\d*$/.test(text)) return { text, caret, isGrouped: text === '' }
  const withSeparators = text.replace(/\B(?=(\d{3})+$)/g, SEPARATORS[style])
  return { text: withSeparators, caret: caretAfter(withSeparators, caret), isGrouped: true }
}

/** The position after the given number of digits. */
function caretAfter(text: string, digits: number): number {
  let seen = 0
  for (let position = 0; position < text.length; position += 1) {
    if (seen === digits) return position
    if (/\d/.test(text[position] ?? '')) seen += 1
  }
  return text.length
}

/** An amount as a field shows it: '22.565', '22.565,50', or with the commas of the plan forms '22,565.50'. */
export function shownAmount(amount: Money, style: AmountStyle): string {
  const commas = commaAmount(amount)
  return style === 'commas' ? commas : commas.replace(/[.,]/g, (separator) => (separator === ',' ? '.' : ','))
}

/** The pesos of a field: undefined for an empty text, NaN (which every schema rejects) for a text that is not one amount. */
export function amountOf(typed: string): number | undefined {
  if (typed.trim() === '') return undefined
  const reading = readAmount(typed)
  return reading.kind === 'amount' ? toPesos(reading.amount) : Number.NaN
}

/** A number that is not money, such as a quantity or a day: '2', '1,5'. Undefined for an empty text. */
export const numberOf = (typed: string): number | undefined =>
  typed.trim() === '' ? undefined : Number(typed.replace(',', '.'))
