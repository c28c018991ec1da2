import type { Day } from '#domain/core/days.ts'
import { type Money, minus, money, plus, ZERO } from '#domain/core/money.ts'
import type { Account } from '#domain/ledger/entry.ts'
import type { Chart, ChartUse } from './chart.ts'

/** The documents that make a voucher. `use`: credit in favour that pays an invoice. `turn`: a day of a closed turn of a cash box. */
const VOUCHER_KINDS = ['invoice', 'note', 'receipt', 'reversal', 'refund', 'use', 'adjustment', 'turn'] as const
export type VoucherKind = (typeof VOUCHER_KINDS)[number]

/** An entry of the journal with its document. */
export type VoucherEntry = {
  kind: VoucherKind
  /** The same for all the entries of one voucher. */
  key: string
  /** The number of the voucher in its kind, which no other one has. */
  consecutive: number
  /** The number of its document, as a person knows it. */
  prefix: string
  number: number
  posted_on: Day
  debit: Account
  credit: Account
  amount: Money
  third: { identification: string; name: string }
  /** The invoice that the receivable belongs to. */
  invoice: { prefix: string; number: number; due_on: Day } | null
  /** Of an invoice: its monthly fee without VAT, and the base with VAT. */
  fee: Money
  taxed: Money
  /**
   * Where the money of a receipt came in, and its withholdings. `cash_short`: of the reversal of cash that never was in its box, whose
   * closed turn posted it as missing.
   */
  received: { in: 'cash' | 'bank' | 'gateway' | 'cash_short'; retefuente: Money; reteiva: Money; reteica: Money }
  detail: string
}

/** A line of a voucher: an account, with the invoice that it closes or opens. */
export type VoucherLine = {
  account: string
  debit: Money
  credit: Money
  invoice: VoucherEntry['invoice']
  /** The base of a line of VAT. */
  base: Money | null
}

export type Voucher = Pick<VoucherEntry, 'kind' | 'consecutive' | 'prefix' | 'number' | 'third'> & {
  day: Day
  /** 'FE-3 Internet dic 2026'. */
  text: string
  lines: VoucherLine[]
}

/** Opening balances have no voucher: the system that they come from posted them. The credit note on one is of this system. */
export const hasVoucher = ({ kind, debit, credit }: Pick<VoucherEntry, 'kind' | 'debit' | 'credit'>): boolean =>
  kind === 'note' || (debit !== 'opening' && credit !== 'opening')

/**
 * The vouchers of some entries (`hasVoucher`), one for each document, in the order of the entries. Each is balanced to the centavo;
 * throws an Error when one is not.
 */
export function vouchersOf(entries: readonly VoucherEntry[], chart: Chart): Voucher[] {
  return [...Map.groupBy(entries.filter(hasVoucher), ({ key }) => key).values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const { kind, consecutive, prefix, number, third, posted_on, detail } = first
    const lines = linesOf(group, chart)
    const [debit, credit] = [sumOf(lines, 'debit'), sumOf(lines, 'credit')]
    if (debit !== credit) throw new Error(`the voucher ${prefix}-${number} is not balanced: ${debit} and ${credit}`)
    const text = `${prefix}-${number} ${detail}`.trim()
    return [{ kind, consecutive, prefix, number, third, day: posted_on, text, lines }]
  })
}

export const sumOf = (lines: readonly VoucherLine[], side: 'debit' | 'credit'): Money =>
  money(lines.reduce((total, line) => total + line[side], 0))

type Posting = { use: ChartUse; amount: Money; invoice: VoucherEntry['invoice']; base: Money | null }

/** The lines of one voucher: the postings of its entries, those of one account and invoice together. A debit is more than zero. */
function linesOf(entries: readonly VoucherEntry[], chart: Chart): VoucherLine[] {
  const postings = [
    ...entries.flatMap((entry) => [
      ...postingsOf(entry, entry.debit, entry.amount),
      ...postingsOf(entry, entry.credit, minus(ZERO, entry.amount)),
    ]),
    ...withheld(entries),
  ]
  const groups = Map.groupBy(postings, ({ use, invoice, amount }) =>
    [use, invoice?.prefix, invoice?.number, amount > 0].join(' '),
  )
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    const amount = money(group.reduce((total, one) => total + one.amount, 0))
    if (!first || amount === 0) return []
    const { use, invoice, base } = first
    const [debit, credit] = amount > 0 ? [amount, ZERO] : [ZERO, minus(ZERO, amount)]
    return [{ account: chart[use], debit, credit, invoice, base }]
  })
}

const posting = (use: ChartUse, amount: Money, rest: Partial<Posting> = {}): Posting => ({
  use,
  amount,
  invoice: null,
  base: null,
  ...rest,
})

/**
 * What one side of an entry posts: an account of the journal is one or two uses of the chart. `amount`: of a debit more than zero, of a
 * credit less. The withholdings are posted once, for the whole voucher.
 */
function postingsOf(entry: VoucherEntry, account: Account, amount: Money): Posting[] {
  switch (account) {
    case 'receivable':
      return [posting('clients', amount, { invoice: entry.invoice })]
    case 'credit':
      return [posting('advances', amount)]
    case 'vat':
      return [posting('vat', amount, { base: entry.taxed })]
    case 'cash':
      return [posting(entry.received.in, amount)]
    case 'withholding':
      return []
    case 'rounding':
    case 'adjustment':
      return [posting('rounding', amount)]
    case 'write_off':
    case 'recovery':
      return [posting(account, amount)]
    case 'revenue':
    case 'opening':
      return entry.kind === 'invoice' ? incomeOf(entry, amount) : [posting('returns', amount)]
  }
}

/** The income of an invoice: its monthly fee, and what it has besides. */
const incomeOf = ({ fee }: VoucherEntry, amount: Money): Posting[] => [
  posting('internet', minus(ZERO, fee)),
  posting('other_income', plus(amount, fee)),
]

/** The withholdings of a receipt by tax, or of its reversal. Its entries have the sum of them for each invoice. */
function withheld(entries: readonly VoucherEntry[]): Posting[] {
  const entry = entries.find(({ debit, credit }) => debit === 'withholding' || credit === 'withholding')
  if (!entry) return []
  const sign = entry.debit === 'withholding' ? 1 : -1
  return (['retefuente', 'reteiva', 'reteica'] as const).map((use) => posting(use, money(entry.received[use] * sign)))
}
