import { addBusinessDays } from '#domain/core/calendar.ts'
import { addDays, type Day, daysBetween } from '#domain/core/days.ts'
import { type Money, sum, ZERO } from '#domain/core/money.ts'
import { isLateDelivery, sendByOn } from '#domain/invoices/due.ts'
import { type Emergency, emergencyCovering } from '#domain/parameters/emergency.ts'
import { dayOffOf, nextCutDay, type PolicyRules } from './policy.ts'

/** Why a contract with an overdue invoice is neither notified nor cut on a day. The list is in the order of the checks. */
export const SPARED_REASONS = [
  'company',
  'disputed',
  'agreement',
  'not_sent',
  'pending_payment',
  'credit',
  'promise',
  'minimum',
  'emergency',
  'too_early',
  'no_channel',
  'notice_waiting',
  'notice_running',
  'weekend',
  'holiday',
  'eve',
  'day_off',
] as const
export type SparedReason = (typeof SPARED_REASONS)[number]

export const SPARED_LABELS: Readonly<Record<SparedReason, string>> = {
  company: 'La empresa no está activa',
  disputed: 'Lo vencido está en reclamo',
  agreement: 'Tiene un acuerdo de pago al día',
  not_sent: 'La factura no se le ha entregado a tiempo',
  pending_payment: 'Tiene un pago en línea en proceso',
  credit: 'Su saldo a favor cubre lo vencido',
  promise: 'Prometió pagar y no se ha vencido la fecha',
  minimum: 'Debe menos del mínimo',
  emergency: 'Una emergencia suspende los cortes',
  too_early: 'Todavía no completa los días de mora',
  no_channel: 'No se le puede avisar por correo, por WhatsApp ni por mensaje de texto: avísale por otro medio',
  notice_waiting: 'El aviso todavía no ha salido',
  notice_running: 'Corren los días hábiles del aviso',
  weekend: 'Es fin de semana',
  holiday: 'Es festivo',
  eve: 'Es víspera de un día sin cortes',
  day_off: 'La empresa no corta ese día',
}

/** How long a delivered notice serves for a cut. An older one is given again. */
const NOTICE_VALID_DAYS = 30

/** An invoice of a contract whose last day to pay has passed. */
export type OverdueInvoice = {
  /** What is overdue, without its disputed amount. */
  overdue: Money
  disputed: Money
  /** The last day on which the oldest overdue part could be paid. */
  since: Day
  due_on: Day
  /** Whether it must be delivered before its term (R2.1): an invoice of a period of a client with an e-mail. */
  must_be_sent: boolean
  sent_on: Day | null
  /** It belongs to an agreement that is kept. */
  is_agreed: boolean
}

/** A notice of a cut that still serves. `delivered_on`: null while it waits to be sent. */
type GivenNotice = { given_on: Day; delivered_on: Day | null }

/** All that decides about one contract in service. */
export type ArrearsCase = {
  isCompanyActive: boolean
  invoices: readonly OverdueInvoice[]
  hasPendingPayment: boolean
  /** The credit in favour of its client. */
  credit: Money
  /** The last day of the promise that runs. */
  promise_until: Day | null
  notice: GivenNotice | null
  /** The client authorises collection messages by a channel that the company has, and has it (R5.3). */
  canBeNotified: boolean
}

/**
 * What is done with a contract on a day. `debt`: what counts for a cut, and all that is overdue when nothing counts. `cut_from`: the
 * first day on which it may be cut as things are; null when none is known.
 */
export type Decision = {
  action: 'cut' | 'notify' | 'none'
  reason: SparedReason | null
  debt: Money
  overdue_days: number
  cut_from: Day | null
}

/** The rules of a decision. `deliveryDays`: business days of 'billing.delivery_notice'. `emergencies`: on their days no service is cut (R2.22). */
export type DecisionRules = { policy: PolicyRules; deliveryDays: number; emergencies: readonly Emergency[] }

/**
 * Whether a contract is notified, cut, or neither on a day, and why (SUS-02, docs/decisions/0046). The same function makes the preview,
 * the nightly decision and the check under the lock of the account immediately before a cut.
 */
export function decide(found: ArrearsCase, rules: DecisionRules, on: Day): Decision {
  const { policy, deliveryDays, emergencies } = rules
  const counted = found.invoices.flatMap((invoice) => {
    const since = countedSince(invoice, deliveryDays)
    return since === null || since >= on ? [] : [{ ...invoice, since }]
  })
  const owed = counted.length > 0 ? counted : found.invoices.filter(({ overdue }) => overdue > 0)
  const debt = sum(owed.map(({ overdue }) => overdue))
  const since = owed.map((invoice) => invoice.since).toSorted()[0] ?? on
  const overdue_days = daysBetween(since, on)
  const spared = (reason: SparedReason, cut_from: Day | null = null): Decision => ({
    action: 'none',
    reason,
    debt,
    overdue_days,
    cut_from,
  })

  if (!found.isCompanyActive) return spared('company')
  if (counted.length === 0) return spared(uncountedReason(found.invoices))
  if (found.hasPendingPayment) return spared('pending_payment')
  if (found.credit >= debt) return spared('credit')
  if (found.promise_until !== null && found.promise_until >= on)
    return spared('promise', addDays(found.promise_until, 1))
  if (debt < policy.minimum_debt) return spared('minimum')
  if (emergencyCovering(emergencies, on)) return spared('emergency')

  const firstCut = addDays(since, policy.overdue_days)
  const notice = validNotice(found.notice, since, on)
  if (notice === null) {
    const planned = later(firstCut, addDays(addBusinessDays(on, policy.notice_days), 1))
    const cut_from = firstCutFrom(rules, planned)
    if (on < addBusinessDays(firstCut, -(policy.notice_days + 1))) return spared('too_early', cut_from)
    if (isAfterNotice(rules, { on, planned, cut_from })) return spared('emergency', cut_from)
    if (!found.canBeNotified) return spared('no_channel')
    return { action: 'notify', reason: null, debt, overdue_days, cut_from }
  }
  if (notice.delivered_on === null) return spared('notice_waiting')
  const afterNotice = addDays(addBusinessDays(notice.delivered_on, policy.notice_days), 1)
  const cut_from = firstCutFrom(rules, later(firstCut, afterNotice))
  if (on < afterNotice) return spared('notice_running', cut_from)
  if (on < firstCut) return spared('too_early', cut_from)
  const dayOff = dayOffOf(policy, on)
  if (dayOff !== null) return spared(dayOff, firstCutFrom(rules, on))
  return { action: 'cut', reason: null, debt, overdue_days, cut_from: on }
}

/** The first day from one on, on which the policy cuts and no emergency forbids it; null when an emergency has no known end. */
function firstCutFrom({ policy, emergencies }: DecisionRules, from: Day): Day | null {
  let on = nextCutDay(policy, from)
  for (;;) {
    const emergency = emergencyCovering(emergencies, on)
    if (emergency === undefined) return on
    if (emergency.valid_to === null) return null
    on = nextCutDay(policy, addDays(emergency.valid_to, 1))
  }
}

/** Whether an emergency moves the first cut to a day on which a notice of today does not serve any more, or to an unknown one. */
const isAfterNotice = (
  { policy }: DecisionRules,
  { on, planned, cut_from }: { on: Day; planned: Day; cut_from: Day | null },
): boolean =>
  cut_from === null || (cut_from > nextCutDay(policy, planned) && daysBetween(on, cut_from) > NOTICE_VALID_DAYS)

/**
 * The last day without arrears of an invoice: later when it was delivered late, because its client had less time (R2.1). Null when it
 * does not count: it is agreed, not delivered, or nothing of it is overdue.
 */
export function countedSince(invoice: OverdueInvoice, deliveryDays: number): Day | null {
  if (invoice.is_agreed || invoice.overdue <= 0) return null
  if (!invoice.must_be_sent) return invoice.since
  if (invoice.sent_on === null) return null
  const isLate = isLateDelivery(sendByOn(invoice.due_on, deliveryDays), invoice.sent_on, invoice.sent_on)
  return isLate ? later(invoice.since, addBusinessDays(invoice.sent_on, deliveryDays)) : invoice.since
}

/** What is owed of the cause of a cut: the invoices that counted on its day, with what is overdue of them now. */
export const causeOf = (invoices: readonly OverdueInvoice[], deliveryDays: number, cutOn: Day): Money =>
  sum(
    invoices.flatMap((invoice) => {
      const since = countedSince(invoice, deliveryDays)
      return since === null || since >= cutOn ? [] : [invoice.overdue]
    }),
  )

function uncountedReason(invoices: readonly OverdueInvoice[]): SparedReason {
  const owed = invoices.filter(({ overdue }) => overdue > 0)
  if (owed.length === 0) return invoices.some(({ disputed }) => disputed > ZERO) ? 'disputed' : 'too_early'
  if (owed.some(({ is_agreed, must_be_sent, sent_on }) => !is_agreed && must_be_sent && sent_on === null))
    return 'not_sent'
  return owed.every(({ is_agreed }) => is_agreed) ? 'agreement' : 'too_early'
}

/** A notice serves for the debt that it named, and not for ever. */
const validNotice = (notice: GivenNotice | null, since: Day, on: Day): GivenNotice | null =>
  notice !== null && notice.given_on > since && daysBetween(notice.given_on, on) <= NOTICE_VALID_DAYS ? notice : null

const later = (first: Day, second: Day): Day => (first > second ? first : second)
