import type { Correction } from '#domain/contracts/correction.ts'
import { addDays, type Day } from '#domain/core/days.ts'
import { baseIncluded, type Money, minus, ZERO } from '#domain/core/money.ts'
import { type DayRange, periodLabel } from '#domain/core/period.ts'
import { correctPlan, type PlanCorrection } from '#domain/invoices/correction.ts'
import { creditNoteParts, noteTotals } from '#domain/invoices/credit-note.ts'
import type { CreditNote } from '#domain/invoices/invoice.ts'
import { planLine } from '#domain/invoices/issue.ts'
import type { Parameter } from '#domain/parameters/parameter.ts'
import { type LineVat, lineAmounts } from '#domain/taxes/charge.ts'
import type { TaxRegime } from '#domain/taxes/regime.ts'
import { serviceVat, vatRulesOn } from '#domain/taxes/vat.ts'
import { readTaxRegimes } from '#server/companies/tax-regimes.ts'
import type { BilledPeriods, PlannedChange } from '#server/contracts/billed-periods.ts'
import {
  listWaitingAdjustments,
  setWaitingAdjustment,
  type WaitingAdjustment,
} from '#server/contracts/pending-charges.ts'
import type { Tx } from '#server/core/tx.ts'
import { lockAccounts } from '#server/ledger/accounts.ts'
import { readParameters } from '#server/parameters/parameters.ts'
import { getConnectionInvoice } from './connection-queries.ts'
import {
  type CorrectedContract,
  getBilledElsewhereUntil,
  getBilledUntil,
  getCorrectedContract,
  listMonthHolders,
  listMonthInvoices,
  listPlanLines,
  type MonthInvoice,
} from './correction-queries.ts'
import { issueCreditNote, listCreditedLines } from './credit-notes.ts'
import { recordNote } from './note-use.ts'
import { listRanPeriods } from './run-queries.ts'
import { listUnsettled, settleEarlierHolders, waitingBefore } from './settle-holder.ts'
import { creditWholeContract } from './void-contract.ts'

/** The corrections of billed periods, for the module of contracts. */
export const invoicedPeriods: BilledPeriods = {
  correct: correctBilledPeriods,
  preview: async (tx, contractId, { planned, ...changed }, today) => {
    const contract = await getCorrectedContract(tx, contractId)
    if (contract === null) return []
    const months = await planCorrections(tx, { contract: withChange(contract, planned), changed, today, planned })
    const corrections: Correction[] = []
    for (const { month, notes, waiting } of months) {
      for (const note of notes) {
        const amount = await totalOfCorrection(tx, note)
        corrections.push({ period: month.period, kind: 'credit', amount, document: null })
      }
      corrections.push(...waiting.corrections)
    }
    return corrections
  },
  billedUntil: getBilledUntil,
  billedElsewhereUntil: getBilledElsewhereUntil,
  ranPeriods: listRanPeriods,
  creditAll: creditWholeContract,
  connectionInvoice: getConnectionInvoice,
  waitingBefore,
  listUnsettled,
  settleEarlierHolders,
}

/**
 * Corrects the billed periods of a contract that a change touches (docs/decisions/0028): compares the plan line that is due with what
 * is billed less the notes and adjustments already made. Less due is a credit note, more due a charge on the next invoice. Call it
 * with the contract locked, after the change; a second call corrects nothing.
 */
export async function correctBilledPeriods(
  tx: Tx,
  contractId: string,
  changed: DayRange,
  today: Day,
): Promise<Correction[]> {
  const contract = await getCorrectedContract(tx, contractId)
  if (contract === null) return []
  // The accounts are locked before the notes are read: a note of a person at the same time is not credited twice.
  const holders = await listMonthHolders(tx, contract.id, changed)
  await lockAccounts(tx, [...new Set([contract.client_id, ...holders])])
  const corrections: Correction[] = []
  for (const { month, notes, waiting } of await planCorrections(tx, { contract, changed, today, planned: {} })) {
    const description = adjustmentLabel(month)
    if (waiting.corrections.length > 0) {
      const charge = waiting.price === null ? null : { description, price: waiting.price }
      await setWaitingAdjustment(tx, { id: month.id, contract_id: contract.id, from_on: month.bounds.from_on }, charge)
      corrections.push(...waiting.corrections)
    }
    for (const note of notes) {
      const { number, total } = await correctionNote(
        tx,
        note,
        { concept: description, takes_last_days: endsWithin(contract, month) },
        today,
      )
      corrections.push({ period: month.period, kind: 'credit', amount: total, document: number })
    }
  }
  return corrections
}

const adjustmentLabel = ({ period }: MonthInvoice): string => `Ajuste de la mensualidad de ${periodLabel(period)}`

const endsWithin = ({ active_to }: CorrectedContract, { bounds }: MonthInvoice): boolean =>
  active_to !== null && active_to < bounds.to_on

type MonthCorrection = {
  month: MonthInvoice
  notes: PlanCorrection['notes']
  /** The adjustment that waits for the next invoice: its price after the correction, and what changes of it. */
  waiting: { price: Money | null; corrections: Correction[] }
}

async function planCorrections(
  tx: Tx,
  change: { contract: CorrectedContract; changed: DayRange; today: Day; planned: PlannedChange },
): Promise<MonthCorrection[]> {
  const { contract, changed, today, planned } = change
  const months = (await listMonthInvoices(tx, contract, changed)).filter((month) => isSettled(contract, month, today))
  if (months.length === 0) return []
  const ids = months.map(({ id }) => id)
  const parameters = await readParameters(tx)
  const regimes = await readTaxRegimes(tx)
  const lines = await listPlanLines(tx, ids)
  const adjustments = await listWaitingAdjustments(tx, ids)
  return months.flatMap((stored) => {
    const month = withoutMove(withTerms(stored, planned.terms), planned.cancelled_transfer)
    const vat = vatOf(month, parameters, regimes)
    if (vat === null) return []
    const posted = lines.get(month.id) ?? []
    const { notes, charge } = correctPlan(
      dueOf(contract, month, vat),
      {
        line: posted.find((line) => !line.is_adjustment) ?? null,
        adjustments: posted.filter((line) => line.is_adjustment),
      },
      month.moved_by === null ? null : vat.treatment,
    )
    const waiting = waitingOf(contract, month, vat, { charge, before: adjustments.get(month.id) ?? null })
    return [{ month, notes, waiting }]
  })
}

/**
 * Whether the days of service of a period are known. While a suspension is open they are not known until the cut, so that the same
 * suspension does not make a note and then a charge; its end or the cut corrects the period.
 */
function isSettled(contract: CorrectedContract, { bounds }: MonthInvoice, today: Day): boolean {
  if (bounds.to_on < today) return true
  const last = contract.active_to !== null && contract.active_to < bounds.to_on ? contract.active_to : bounds.to_on
  return !contract.suspensions.some(({ from_on, to_on }) => to_on === null && from_on <= last && last >= bounds.from_on)
}

const withTerms = (month: MonthInvoice, terms: PlannedChange['terms']): MonthInvoice =>
  terms !== undefined && terms.from_on <= month.bounds.from_on
    ? { ...month, plan_name: terms.plan_name, price: terms.price }
    : month

/** The month as it is when the transfer that decided its address is cancelled. */
const withoutMove = (month: MonthInvoice, cancelled: string | undefined): MonthInvoice =>
  month.unmoved !== null && month.moved_by === cancelled ? { ...month, ...month.unmoved } : month

/** The VAT of the service by the rules of the day on which the month was invoiced. */
const vatOf = (month: MonthInvoice, parameters: readonly Parameter[], regimes: readonly TaxRegime[]) =>
  serviceVat(month, vatRulesOn(parameters, month.issued_on, regimes))

function dueOf(contract: CorrectedContract, month: MonthInvoice, vat: LineVat): Money {
  const service = { from_on: contract.active_from, to_on: contract.active_to }
  return planLine({ ...contract, ...month, service }, month.bounds, vat)?.total ?? ZERO
}

function waitingOf(
  contract: CorrectedContract,
  { period }: MonthInvoice,
  vat: LineVat,
  { charge, before }: { charge: Money; before: WaitingAdjustment | null },
): MonthCorrection['waiting'] {
  const rate = vat.treatment === 'gravado' ? vat.rate_bps : 0
  const price = contract.prices_include_vat ? charge : baseIncluded(charge, rate).base
  const earlier = before?.price ?? ZERO
  if (price === earlier) return { price: before?.price ?? null, corrections: [] }
  const totalOf = (amount: Money): Money => lineAmounts(amount, 1, vat, contract.prices_include_vat).total
  const more = minus(totalOf(price), totalOf(earlier))
  const correction: Correction =
    more > 0
      ? { period, kind: 'charge', amount: more, document: null }
      : { period, kind: 'withdrawal', amount: minus(ZERO, more), document: null }
  return { price: price === 0 ? null : price, corrections: [correction] }
}

/** What the credit note of a correction will be of. */
async function totalOfCorrection(
  tx: Tx,
  { invoice_id, position, amount }: PlanCorrection['notes'][number],
): Promise<Money> {
  const lines = await listCreditedLines(tx, invoice_id)
  return noteTotals(creditNoteParts(lines, [{ position, amount }], { takesDiscounts: true })).total
}

/** Issues the credit note of a correction. A discount that it takes waits again, so that the note may be of less. */
async function correctionNote(
  tx: Tx,
  { invoice_id, position, amount }: PlanCorrection['notes'][number],
  { concept, takes_last_days }: { concept: string; takes_last_days: boolean },
  today: Day,
): Promise<CreditNote> {
  const lines = [{ position, amount }]
  const note = await issueCreditNote(
    tx,
    invoice_id,
    { concept, lines, is_correction: true, takes_last_days, takes_discounts: true },
    today,
  )
  await recordNote(tx, invoice_id, note)
  return note
}

/** The contract as the change would leave it. */
function withChange(contract: CorrectedContract, change: PlannedChange): CorrectedContract {
  const { active_to, suspended_to, keeps_pauses = false, pause } = change
  const suspensions = contract.suspensions.flatMap((range) => {
    if (suspended_to === undefined || (range.to_on !== null && range.to_on <= suspended_to)) return [range]
    if (keeps_pauses && range.kind !== 'arrears') return [range]
    // A pause that is planned for later stays.
    if (range.to_on !== null && range.from_on > addDays(suspended_to, 1)) return [range]
    return range.from_on > suspended_to ? [] : [{ ...range, to_on: suspended_to }]
  })
  if (pause !== undefined) suspensions.push({ kind: 'voluntary', ...pause })
  return { ...contract, suspensions, active_to: active_to ?? contract.active_to }
}
