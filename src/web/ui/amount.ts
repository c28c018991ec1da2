import { readAmount } from '#domain/core/amount.ts'
import { commaAmount, type Money } from '#domain/core/money.ts'

/** The marks of a field: dots for thousands as in Colombia, or the commas that the plan forms show (PLN-04, PLN-07). */
export type AmountStyle = 'dots' | 'commas'

const GROUP: Readonly<Record<AmountStyle, string>> = { dots: '.', commas: ',' }

/** What a field shows. `isGrouped`: the marks of thousands in it are the field's own, none was typed. */
export type Shown = { text: string; isGrouped: boolean }

/** A change of a field: its new text, where the caret is, and what one key added ('' when it took away). Null: pasted or filled. */
export type Edit = { text: string; caret: number; key: string | null }

/**
 * The text after a change. Digits alone are grouped while they are typed. From the first other character on, the field shows
 * exactly what was typed, without its own marks: 22.565 and a dot is '22565.', for 22565.5. What is pasted stays as it is. So
 * the text always reads as what the person wrote.
 */
export function afterEdit(before: Shown, edit: Edit, style: AmountStyle): Shown & { caret: number } {
  if (!before.isGrouped || edit.key === null) return whole(edit.text, edit.caret, style)
  const typedAt = edit.key === '' ? -1 : edit.caret - 1
  const kept = (until: number): string =>
    edit.text.slice(0, until).replaceAll(GROUP[style], (mark, index: number) => (index === typedAt ? mark : ''))
  return whole(kept(edit.text.length), kept(edit.caret).length, style)
}

function whole(text: string, caret: number, style: AmountStyle): Shown & { caret: number } {
  if (!/^[1-9]\d*$/.test(text)) return { text, caret, isGrouped: text === '' }
  const grouped = text.replace(/\B(?=(\d{3})+$)/g, GROUP[style])
  return { text: grouped, caret: caretAfter(grouped, caret), isGrouped: true }
}

/** The place behind so many digits. */
function caretAfter(text: string, digits: number): number {
  let seen = 0
  for (let place = 0; place < text.length; place += 1) {
    if (seen === digits) return place
    if (/\d/.test(text[place] ?? '')) seen += 1
  }
  return text.length
}

/** An amount as a field shows it: '22.565', '22.565,50', or with the commas of the plan forms '22,565.50'. */
export function shownAmount(amount: Money, style: AmountStyle): string {
  const commas = commaAmount(amount)
  return style === 'commas' ? commas : commas.replace(/[.,]/g, (mark) => (mark === ',' ? '.' : ','))
}

/** The pesos of a field: undefined when nothing was typed, not a number (which no schema takes) when it is not one amount. */
export function amountOf(typed: string): number | undefined {
  if (typed.trim() === '') return undefined
  const reading = readAmount(typed)
  return reading.kind === 'amount' ? reading.amount / 100 : Number.NaN
}

/** A number that is not money, a quantity or a day: '2', '1,5'. Undefined when nothing was typed. */
export const numberOf = (typed: string): number | undefined =>
  typed.trim() === '' ? undefined : Number(typed.replace(',', '.'))
