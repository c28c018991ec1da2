import { boundsOf } from './days.ts'
import {
  type Contract,
  type Invoice,
  type Ledger,
  type Line,
  lineOf,
  monthPrice,
  monthVat,
  sum,
  todayOf,
} from './ledger.ts'
import { applyNote, type Note, noteOf } from './money.ts'

type Place = { invoice: Invoice; position: number; line: Line }

const totalOf = (line: Line): number => line.base + line.vat
const creditedOf = (line: Line): number => line.credited.base + line.credited.vat

/** Corrects the billed months of a contract whose days from `from` on have changed: notes for what is less, an adjustment for what is more. */
export function correctMonths(ledger: Ledger, contract: Contract, from: string): void {
  const today = todayOf(ledger)
  const open = contract.pauses.find((pause) => pause.to === null)
  const months = ledger.invoices.filter((one) => one.kind === 'period' && one.contract === contract)
  for (const month of months.toSorted((a, b) => (a.period < b.period ? -1 : 1))) {
    const [first, last] = boundsOf(month.period, contract.cutDay)
    const served = contract.activeTo !== null && contract.activeTo < last ? contract.activeTo : last
    const isUnknown = open !== undefined && open.from <= served && served >= first && last >= today
    if (last < from || isUnknown) continue
    correctMonth(ledger, contract, month)
  }
}

function correctMonth(ledger: Ledger, contract: Contract, month: Invoice): void {
  const { rate, treatment } = monthVat(month)
  const price = monthPrice(contract, month.period)
  const due = price === 0 ? 0 : totalOf(lineOf(price, rate, ledger.includesVat))
  const plan = placesOf(month, (line) => line.kind === 'plan')
  const [own] = plan
  const adjusting = ledger.invoices.flatMap((one) => placesOf(one, (line) => line.month === month)).toReversed()
  const places = [...adjusting, ...plan]
  const isAnnulled =
    own !== undefined && (own.line.isAnnulled || creditedOf(own.line) - own.line.corrected >= totalOf(own.line))
  // What was billed with another treatment is given back, and what is due is charged with the right one.
  const wrong = isAnnulled ? [] : places.filter(({ line }) => treatment !== null && line.treatment !== treatment)
  const right = places.filter((place) => !wrong.includes(place))
  const given = sum(wrong.map(({ line }) => creditedOf(line) - line.corrected))
  const more = isAnnulled ? 0 : due - given - sum(right.map(({ line }) => totalOf(line) - line.corrected))
  const charged =
    more > 1 ? (ledger.includesVat ? more : Math.floor((more * 200 + 100 + rate) / (2 * (100 + rate)))) : 0
  setAdjustment(contract, month, charged)
  credit(ledger, wrong, sum(wrong.map(({ line }) => totalOf(line) - creditedOf(line))))
  const less = isAnnulled || charged > 0 ? 0 : sum(right.map(({ line }) => totalOf(line) - creditedOf(line))) - due
  if (less > 1) credit(ledger, right, less)
}

/** After the note of a person: a month of whose plan it left nothing has no adjustment that waits any more. */
export function annulMonth(invoice: Invoice, parts: readonly { line: Line; note: Note }[]): void {
  for (const { line, note } of parts) {
    if (note.subtotal + note.vat <= 0 || creditedOf(line) < totalOf(line)) continue
    line.isAnnulled = true
    const { contract } = invoice
    if (line.kind === 'plan' && contract) contract.waiting = contract.waiting.filter(({ month }) => month !== invoice)
  }
}

const placesOf = (invoice: Invoice, matches: (line: Line) => boolean): Place[] =>
  invoice.lines.flatMap((line, index) => (matches(line) ? [{ invoice, position: index + 1, line }] : []))

/** The adjustment of a month that waits for the next invoice. A changed one is the newest. */
function setAdjustment(contract: Contract, month: Invoice, price: number): void {
  const before = contract.waiting.find((one) => one.month === month)
  if ((before?.price ?? 0) === price) return
  contract.waiting = contract.waiting.filter((one) => one !== before)
  if (price > 0)
    contract.waiting.push({
      kind: 'month',
      price,
      month,
      notBefore: '',
      on: boundsOf(month.period, contract.cutDay)[0],
    })
}

function credit(ledger: Ledger, places: readonly Place[], less: number): void {
  let left = less
  for (const { invoice, position, line } of places) {
    const amount = Math.min(left, totalOf(line) - creditedOf(line))
    if (amount <= 0) continue
    const outcome = noteOf(invoice, { position, amount })
    if (typeof outcome === 'string') throw new Error(`the correction of ${invoice.period} is refused: ${outcome}`)
    applyNote(ledger, invoice, outcome.parts)
    line.corrected += amount
    left -= amount
  }
}
