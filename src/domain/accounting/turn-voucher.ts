import type { Day } from '#domain/core/days.ts'
import { type Money, minus, sum, ZERO } from '#domain/core/money.ts'
import type { Chart } from './chart.ts'
import type { Voucher, VoucherLine } from './voucher.ts'

/** A day of a closed turn of a cash box with what its voucher posts; its payments, reversals and refunds have vouchers of their own. */
export type TurnToPost = {
  number: number
  /** The number of the voucher: that of the turn, unless another voucher of a turn has it. */
  consecutive: number
  day: Day
  /** Whether the turn was closed on that day. */
  is_closing: boolean
  /** The company: the money moves between its own accounts. */
  third: Voucher['third']
  expenses: Money
  deposits: Money
  /** Counted less expected. */
  difference: Money
}

/**
 * The voucher of a day of a turn, 'CJ-12': what left the box on that day, and on the day of its closing also the difference. Balanced by
 * construction: each part has its two lines.
 */
export function turnVoucher(turn: TurnToPost, chart: Chart): Voucher {
  const { number, consecutive, day, is_closing, third, expenses, deposits, difference } = turn
  const [short, over] = difference < 0 ? [minus(ZERO, difference), ZERO] : [ZERO, difference]
  return {
    kind: 'turn',
    consecutive,
    prefix: 'CJ',
    number,
    third,
    day,
    text: `CJ-${number} ${is_closing ? 'Cierre' : 'Salidas'} de caja`,
    lines: [
      lineOf(chart.petty_expense, expenses, ZERO),
      lineOf(chart.bank, deposits, ZERO),
      lineOf(chart.cash_short, short, ZERO),
      lineOf(chart.cash, over, ZERO),
      lineOf(chart.cash, ZERO, sum([expenses, deposits, short])),
      lineOf(chart.cash_over, ZERO, over),
    ].filter(({ debit, credit }) => debit > 0 || credit > 0),
  }
}

const lineOf = (account: string, debit: Money, credit: Money): VoucherLine => ({
  account,
  debit,
  credit,
  invoice: null,
  base: null,
})
