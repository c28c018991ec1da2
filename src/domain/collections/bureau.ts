import * as z from 'zod/mini'
import { addBusinessDays } from '#domain/core/calendar.ts'
import { addDays, addMonths, type Day, DayText } from '#domain/core/days.ts'
import { type Money, PesosSum, pesos, pesosField, shareOf, ZERO } from '#domain/core/money.ts'
import { lineOfText } from '#domain/core/text.ts'
import { MESSAGE_STATUSES } from '#domain/messages/message.ts'

/** The states of a case that is not over, the most urgent first. `settled` also before the day on which it is closed. */
const OPEN_BUREAU_STATES = [
  'update_due',
  'dispute_due',
  'reportable',
  'waiting',
  'second_notice',
  'notice',
  'no_consent',
  'held',
  'reported',
] as const
export const CLOSED_BUREAU_STATES = ['updated', 'settled', 'left_out'] as const
export const BUREAU_STATES = [...OPEN_BUREAU_STATES, ...CLOSED_BUREAU_STATES] as const
export type BureauState = (typeof BUREAU_STATES)[number]
export type BureauOutcome = (typeof CLOSED_BUREAU_STATES)[number]

export const BUREAU_STATE_LABELS: Readonly<Record<BureauState, string>> = {
  update_due: 'Pagó: falta actualizar',
  dispute_due: 'Reclamó: falta avisar a la central',
  reportable: 'Se puede reportar',
  waiting: 'Corren los días del aviso',
  second_notice: 'Segundo aviso pendiente',
  notice: 'Aviso pendiente',
  no_consent: 'Falta autorización',
  held: 'Detenido',
  reported: 'Reportado',
  updated: 'Actualizado',
  settled: 'Pagó antes del reporte',
  left_out: 'Fuera de la lista',
}

/** Why a case waits although its client was notified. */
const BUREAU_HOLDS = ['disputed', 'agreement', 'promise', 'pending_payment', 'credit', 'not_overdue'] as const
export type BureauHold = (typeof BUREAU_HOLDS)[number]
export const BUREAU_HOLD_LABELS: Readonly<Record<BureauHold, string>> = {
  disputed: 'Lo vencido está en reclamo',
  agreement: 'Tiene un acuerdo de pago al día',
  promise: 'Prometió pagar y no se ha vencido la fecha',
  pending_payment: 'Tiene un pago en línea en proceso',
  credit: 'Su saldo a favor cubre lo vencido',
  not_overdue: 'Tiene más plazo para pagar',
}

/** The numbers of the law on a day (R2.16). `smallDebt`: the largest small debt; null without a minimum wage in force: then each debt is small. */
export type BureauRules = { noticeDays: number; updateMonths: number; smallDebt: Money | null; smallNotices: number }

/** 15 % of the monthly minimum wage: a debt of exactly that is small. */
export const smallDebtOf = (minimumWage: Money, shareBps: number): Money => shareOf(minimumWage, shareBps)

/** A notice that left on a day. `debt`: what it named, less what was paid since: what comes due later was not named. */
export type SentNotice = { on: Day; debt: Money }

/** All that decides about one case on a day. */
export type BureauFacts = {
  outcome: BureauOutcome | null
  reported_on: Day | null
  /** What the bureau has, and what of it is not paid; null before the report. */
  reported: { debt: Money; left: Money } | null
  /** What is not paid of its invoices, also what of them was written off. */
  unpaid: Money
  /** The part of it that is overdue, without what is disputed or agreed. */
  debt: Money
  hold: BureauHold | null
  isAuthorised: boolean
  /** The day of the first claim about it that is open, came after the report and that the bureau was not notified of; null without one. */
  disputed_on: Day | null
  /** The notices that left, each with its day and the debt that it named. One that failed or waits is none. */
  sent: readonly SentNotice[]
  /** The first day on which something was paid or annulled that the bureau does not know; null without one. */
  paid_on: Day | null
}

/**
 * What is next for a case on a day, and its day: of `waiting` and `reportable` the first day of the report, of `update_due` and
 * `dispute_due` the last one to notify the bureau. A debt up to `smallDebt` needs `smallNotices` on different days, and the days run from the last one.
 * A payment of a part of a reported debt is updated too (Ley 1266 de 2008, art. 12).
 */
export function bureauState(
  facts: BureauFacts,
  rules: BureauRules,
  today: Day,
): { state: BureauState; on: Day | null } {
  const { outcome, reported_on, reported, unpaid, debt } = facts
  const next = (state: BureauState, on: Day | null = null) => ({ state, on })
  if (outcome !== null) return next(outcome)
  if (reported_on !== null) {
    const { disputed_on, paid_on } = facts
    // The claim first: its days are fewer than those of a payment.
    if (disputed_on !== null) return next('dispute_due', addBusinessDays(disputed_on, DISPUTE_DAYS))
    const isPaid = reported !== null && reported.left < reported.debt
    return isPaid ? next('update_due', updateBy(paid_on ?? reported_on, rules)) : next('reported')
  }
  if (unpaid === ZERO) return next('settled')
  if (!facts.isAuthorised) return next('no_consent')
  if (facts.hold !== null || debt === ZERO) return next('held')
  const days = noticedDays(facts.sent, debt)
  const last = days.at(-1)
  if (last === undefined) return next('notice')
  if (days.length < noticesNeeded(debt, rules)) return next('second_notice')
  const from = addDays(last, rules.noticeDays)
  return next(today < from ? 'waiting' : 'reportable', from)
}

/** The different days of the notices of a debt, the first one first. One that named less is no notice of the rest. */
export const noticedDays = (sent: readonly SentNotice[], debt: Money): Day[] =>
  [...new Set(sent.flatMap((notice) => (notice.debt >= debt ? [notice.on] : [])))].toSorted()

/** How many notices on different days a debt needs. */
export const noticesNeeded = (debt: Money, { smallDebt, smallNotices }: BureauRules): number =>
  smallDebt === null || debt <= smallDebt ? smallNotices : 1

const MONTH_DAYS = 30
/** The business days in which a bureau must show that a reported debt is in dispute (Ley 1266 de 2008, art. 16). */
const DISPUTE_DAYS = 2

/** The last day to report a payment: within the month, which is never more than 30 days. */
const updateBy = (paidOn: Day, { updateMonths }: BureauRules): Day => {
  const [month, days] = [addMonths(paidOn, updateMonths), addDays(paidOn, MONTH_DAYS * updateMonths)]
  return month < days ? month : days
}

const daysField = (max: number) =>
  z
    .int({ error: 'Escribe los días con un número entero' })
    .check(z.minimum(1, { error: `Van de 1 a ${max} días` }), z.maximum(max, { error: `Van de 1 a ${max} días` }))

/** When a client in arrears enters the queue. The bounds are those of the table `bureau_policies`. */
export const NewBureauPolicy = z.strictObject({
  is_on: z.boolean({ error: 'Elige encendida o apagada' }),
  bureau: lineOfText('Escribe el nombre de la central de riesgo', 80),
  overdue_days: daysField(720),
  minimum_debt: pesosField().check(
    z.refine((amount) => amount >= 0, { error: 'La deuda mínima no puede ser negativa' }),
  ),
})
export type NewBureauPolicy = z.output<typeof NewBureauPolicy>

/** The policy of a company that saved none. */
export const FIRST_BUREAU_POLICY: NewBureauPolicy & { version: number } = {
  version: 0,
  is_on: false,
  bureau: 'DataCrédito',
  overdue_days: 60,
  minimum_debt: pesos(50_000),
}

/** A saved policy, with the notice to an invented client. `small_debt`: null while no minimum wage is in force. */
export const BureauPolicy = z.object({
  ...NewBureauPolicy.shape,
  version: z.number(),
  changed_by: z.nullable(z.string()),
  changed_at: z.nullable(z.iso.datetime()),
  notice_days: z.number(),
  small_debt: z.nullable(PesosSum),
  notice: z.object({ subject: z.string(), text: z.string() }),
})
export type BureauPolicy = z.output<typeof BureauPolicy>

/** One notice of a case and what became of it. A notice counts when it was sent; one on paper, on the day on which it was handed over. */
export const BureauNotice = z.object({
  id: z.uuid(),
  debt: PesosSum,
  written_on: DayText,
  is_on_paper: z.boolean(),
  status: z.enum(MESSAGE_STATUSES),
  sent_at: z.nullable(z.iso.datetime()),
  problem: z.nullable(z.string()),
})
export type BureauNotice = z.output<typeof BureauNotice>

/**
 * A case of the queue. `debt`: what is overdue of it now; what the bureau has, after the report. `left`: what of it is not paid. `noticed_on`:
 * the days of the notices that count for that debt. `problem`: why its notice cannot leave.
 */
export const BureauCase = z.object({
  id: z.uuid(),
  client: z.object({ id: z.uuid(), name: z.string(), identification: z.string() }),
  state: z.enum(BUREAU_STATES),
  on: z.nullable(DayText),
  hold: z.nullable(z.enum(BUREAU_HOLDS)),
  problem: z.nullable(z.string()),
  debt: PesosSum,
  left: PesosSum,
  invoices: z.array(z.object({ id: z.uuid(), number: z.string(), since: DayText, debt: PesosSum })),
  notices: z.array(BureauNotice),
  noticed_on: z.array(DayText),
  notices_needed: z.number(),
  opened_on: DayText,
  paid_on: z.nullable(DayText),
  reported_on: z.nullable(DayText),
  reported_by: z.nullable(z.string()),
  closed_on: z.nullable(DayText),
  closed_by: z.nullable(z.string()),
  reason: z.nullable(z.string()),
})
export type BureauCase = z.output<typeof BureauCase>

/** The head of the list: how many cases each state has, and the first last day of an update. */
export const BureauSummary = z.object({
  is_on: z.boolean(),
  counts: z.record(z.enum(BUREAU_STATES), z.number()),
  update_by: z.nullable(DayText),
  /** The first last day to notify the bureau of a claim. */
  dispute_by: z.nullable(DayText),
})
export type BureauSummary = z.output<typeof BureauSummary>
