import * as z from 'zod/mini'
import { isHoliday } from '#domain/core/calendar.ts'
import { addDays, type Day, DayText, dayLabel, weekdayOf, ZONE } from '#domain/core/days.ts'
import { pesos, pesosField } from '#domain/core/money.ts'
import { refuseField } from '#domain/core/refusal.ts'

/** 'trial': the decisions of each day are stored, and no notice is sent and no service is cut. */
export const POLICY_MODES = ['off', 'trial', 'on'] as const
export type PolicyMode = (typeof POLICY_MODES)[number]
export const POLICY_MODE_LABELS: Readonly<Record<PolicyMode, string>> = {
  off: 'Apagada',
  trial: 'En prueba',
  on: 'Encendida',
}

/** The days of trial before a policy may be switched on. */
const TRIAL_DAYS = 7
const DAYS_OFF_MAX = 60
const UNTRIED_COPY = `Cambiaste a quién se suspende: guárdala «En prueba», y en ${TRIAL_DAYS} días la enciendes`

const wholeNumber = (field: string, min: number, max: number) =>
  z
    .int({ error: `${field} debe ser un número entero` })
    .check(
      z.minimum(min, { error: `${field} va de ${min} a ${max}` }),
      z.maximum(max, { error: `${field} va de ${min} a ${max}` }),
    )
const flag = z.boolean({ error: 'Responde sí o no' })

/** How a company collects: when it reminds, cuts and reconnects. The bounds are those of the table `collection_policies`. */
export const NewPolicy = z.strictObject({
  mode: z.enum(POLICY_MODES, { error: 'Elige apagada, en prueba o encendida' }),
  /** Days from the last day to pay to the first day on which the service may be cut. */
  overdue_days: wholeNumber('Días de mora', 1, 120),
  /** A smaller overdue debt is never cut. */
  minimum_debt: pesosField().check(
    z.refine((amount) => amount >= 0, { error: 'La deuda mínima no puede ser negativa' }),
  ),
  /** Days before the due day of the reminder; null: none is sent. */
  reminder_days: z.nullable(wholeNumber('Días antes del vencimiento', 1, 15)),
  /** Complete business days between the notice and the cut. */
  notice_days: wholeNumber('Días hábiles de aviso', 1, 15),
  avoids_weekends: flag,
  avoids_eves: flag,
  /** Hours in Bogotá between which services are cut; `to_hour` is not included. */
  from_hour: wholeNumber('La hora inicial', 6, 17),
  to_hour: wholeNumber('La hora final', 7, 18),
  /** More days without cuts. The holidays of the law never have cuts. */
  days_off: z.array(DayText).check(z.maxLength(DAYS_OFF_MAX, { error: `Son ${DAYS_OFF_MAX} días como máximo` })),
  /** The longest promise to pay; zero: clients make none. */
  promise_days: wholeNumber('Días de la promesa', 0, 30),
  /** Promises of one contract in six months. */
  promise_uses: wholeNumber('Promesas en seis meses', 1, 12),
  promise_reconnects: flag,
  /** Whether the full payment reconnects the service by itself. */
  reconnects: flag,
  brake_percent: wholeNumber('El freno', 1, 100),
})
export type NewPolicy = z.output<typeof NewPolicy>

/** A saved policy. `can_switch_on_on`: the day from which the trial is long enough; null without a trial. */
export const Policy = z.object({
  ...NewPolicy.shape,
  version: z.number(),
  trial_from: z.nullable(DayText),
  can_switch_on_on: z.nullable(DayText),
  /** The least notice by law or by decision of the product. */
  notice_days_min: z.number(),
  changed_by: z.nullable(z.string()),
  changed_at: z.nullable(z.iso.datetime()),
})
export type Policy = z.output<typeof Policy>

/** The part of a policy that decides. */
export type PolicyRules = NewPolicy & { version: number; trial_from: Day | null }

/** The policy of a company that saved none: off. */
export const FIRST_POLICY: PolicyRules = {
  version: 0,
  mode: 'off',
  trial_from: null,
  overdue_days: 10,
  minimum_debt: pesos(10_000),
  reminder_days: 3,
  notice_days: 2,
  avoids_weekends: true,
  avoids_eves: true,
  from_hour: 8,
  to_hour: 16,
  days_off: [],
  promise_days: 5,
  promise_uses: 2,
  promise_reconnects: false,
  reconnects: true,
  brake_percent: 5,
}

/** The day from which a policy in trial may be switched on. */
export const canSwitchOnOn = (trialFrom: Day | null): Day | null =>
  trialFrom === null ? null : addDays(trialFrom, TRIAL_DAYS)

/** What a trial of a policy is for: who is cut, and after which notice. */
type TriedRules = Pick<PolicyRules, 'overdue_days' | 'minimum_debt' | 'notice_days'>

/** Whether a policy cuts someone whom another one does not cut, or earlier. */
const cutsMore = (next: TriedRules, before: TriedRules): boolean =>
  next.overdue_days < before.overdue_days ||
  next.minimum_debt < before.minimum_debt ||
  next.notice_days < before.notice_days

/**
 * The first day of the trial of a policy that is saved today. Throws a Refusal on the field that is wrong: a policy is switched on
 * after TRIAL_DAYS of trial, which begin again when it cuts more, and the notice has at least the days of `noticeMin`.
 */
export function assertPolicy(
  next: NewPolicy,
  before: Pick<PolicyRules, 'mode' | 'trial_from'> & TriedRules,
  { today, noticeMin }: { today: Day; noticeMin: number },
): Day | null {
  if (next.to_hour <= next.from_hour)
    throw refuseField('refused', 'policy.to_hour', 'La hora final va después de la inicial')
  if (next.notice_days < noticeMin)
    throw refuseField('refused', 'policy.notice_days', `El aviso previo es de ${noticeMin} días hábiles como mínimo`)
  if (next.mode === 'off') return null
  if (before.mode === 'on') return before.trial_from
  const isTried = before.mode === 'trial' && !cutsMore(next, before)
  const trialFrom = isTried ? before.trial_from : today
  if (next.mode === 'trial') return trialFrom
  if (before.mode === 'trial' && !isTried) throw refuseField('refused', 'policy.mode', UNTRIED_COPY)
  const on = before.mode === 'trial' ? canSwitchOnOn(before.trial_from) : null
  if (on === null)
    throw refuseField('refused', 'policy.mode', `Primero pruébala ${TRIAL_DAYS} días: guárdala «En prueba»`)
  if (today < on)
    throw refuseField('refused', 'policy.mode', `Sigue en prueba: la puedes encender desde el ${dayLabel(on)}`)
  return trialFrom
}

/** Why services are not cut on a day. */
export type DayOff = 'holiday' | 'eve' | 'weekend' | 'day_off'

/** The reason why no service is cut on a day; null when it may be. */
export function dayOffOf(
  policy: Pick<PolicyRules, 'avoids_weekends' | 'avoids_eves' | 'days_off'>,
  on: Day,
): DayOff | null {
  if (isHoliday(on)) return 'holiday'
  if (policy.days_off.includes(on)) return 'day_off'
  const weekday = weekdayOf(on)
  if (policy.avoids_weekends && (weekday === 0 || weekday === 6)) return 'weekend'
  const tomorrow = addDays(on, 1)
  return policy.avoids_eves && (isHoliday(tomorrow) || policy.days_off.includes(tomorrow)) ? 'eve' : null
}

/** The days searched for one with cuts: more than the longest list of days off. */
const DAYS_AHEAD_MAX = DAYS_OFF_MAX * 3

/** The first day from one on, on which services may be cut. */
export function nextCutDay(policy: Parameters<typeof dayOffOf>[0], from: Day): Day {
  for (let ahead = 0; ahead < DAYS_AHEAD_MAX; ahead += 1) {
    const on = addDays(from, ahead)
    if (dayOffOf(policy, on) === null) return on
  }
  return addDays(from, DAYS_AHEAD_MAX)
}

const hourFormat = new Intl.DateTimeFormat('en-GB', { timeZone: ZONE, hour: '2-digit', hourCycle: 'h23' })

/** The hour in Bogotá, from 0 to 23. */
export const hourOf = (instant: Date): number => Number(hourFormat.format(instant))

/** Whether services may be cut at an instant of a day with cuts. */
export const isCutHour = ({ from_hour, to_hour }: Pick<PolicyRules, 'from_hour' | 'to_hour'>, at: Date): boolean =>
  hourOf(at) >= from_hour && hourOf(at) < to_hour

/** The most cuts of a day without an approval: the share of the contracts in service, and at least one. */
export const cutsMax = (inService: number, brakePercent: number): number =>
  Math.max(1, Math.floor((inService * brakePercent) / 100))
