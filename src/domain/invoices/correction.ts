import { type Money, minus, money, plus, sum, ZERO } from '#domain/core/money.ts'
import type { VatTreatment } from '#domain/taxes/charge.ts'

/** A posted line, VAT included, with what notes took off it: those of a person, and those of earlier corrections. */
export type PostedLine = {
  invoice_id: string
  position: number
  total: Money
  vat_treatment: VatTreatment
  credited_by_hand: Money
  credited_by_correction: Money
  /** Whether the note that left nothing of it was of a person. */
  ended_by_hand: boolean
}

/** What was billed of the plan in a period: the line of the month, and the adjustments in later invoices, the oldest first. */
export type BilledPlan = { line: PostedLine | null; adjustments: readonly PostedLine[] }

/** The notes that a correction makes, and the amount that the next invoice must charge; all of them VAT included. */
export type PlanCorrection = { notes: { invoice_id: string; position: number; amount: Money }[]; charge: Money }

/** A charge without VAT in its price, plus its VAT, may differ by a centavo from the amount that it corrects. */
const ROUNDING = 1

/**
 * The correction of the plan line of a billed period. Less due: notes, on the newest adjustment first and on the line of the month
 * last. More due: a charge. A note of a person is never charged again, nor returned twice; a month that a person credited completely
 * is not corrected. Twice gives the same. `treatment`: of a month whose VAT is of another address than it was billed with; what was
 * billed with another treatment is given back whole, and what is due is charged with this one. Null: the VAT did not change.
 */
export function correctPlan(
  due: Money,
  { line, adjustments }: BilledPlan,
  treatment: VatTreatment | null = null,
): PlanCorrection {
  if (line !== null && isAnnulled(line)) return { notes: [], charge: ZERO }
  const billed = [...adjustments.toReversed(), ...(line === null ? [] : [line])]
  const wrong = billed.filter((one) => treatment !== null && one.vat_treatment !== treatment)
  const returned = wrong.flatMap((one) => noteOf(one, restOf(one)))
  const given = sum(wrong.map((one) => one.credited_by_hand))
  const { notes, charge } = correctLines(
    due,
    billed.filter((one) => !wrong.includes(one)),
    given,
  )
  return { notes: [...returned, ...notes], charge }
}

/** Whether a person credited a line completely: all of it, or all that the corrections before had left. */
export const isAnnulled = (line: Pick<PostedLine, 'total' | 'credited_by_hand' | 'ended_by_hand'>): boolean =>
  line.ended_by_hand || line.credited_by_hand >= line.total

/** `given`: what a person gave back of the lines with another VAT, the newest line first. */
function correctLines(due: Money, lines: readonly PostedLine[], given: Money): PlanCorrection {
  const more = minus(due, plus(given, sum(lines.map((one) => minus(one.total, one.credited_by_correction)))))
  if (more > ROUNDING) return { notes: [], charge: more }
  let surplus = minus(sum(lines.map(restOf)), due)
  if (surplus <= ROUNDING) return { notes: [], charge: ZERO }
  const notes: PlanCorrection['notes'] = []
  for (const one of lines) {
    const amount = money(Math.max(0, Math.min(surplus, restOf(one))))
    notes.push(...noteOf(one, amount))
    surplus = minus(surplus, amount)
  }
  return { notes, charge: ZERO }
}

const noteOf = ({ invoice_id, position }: PostedLine, amount: Money): PlanCorrection['notes'] =>
  amount > 0 ? [{ invoice_id, position, amount }] : []

const restOf = (line: PostedLine): Money => minus(line.total, plus(line.credited_by_hand, line.credited_by_correction))
