import * as z from 'zod/mini'
import { addBusinessDays } from '#domain/core/calendar.ts'
import { addDays, type Day, DayText, dayLabel } from '#domain/core/days.ts'
import { Refusal, refuseField } from '#domain/core/refusal.ts'
import { type Parameter, valueInForce } from '#domain/parameters/parameter.ts'
import { VoidRefund } from './refund.ts'
import { ASKED_CHANNEL_LABELS, ASKED_CHANNELS, type VersionChannel } from './version.ts'

/** How a client asked for its retraction: in one of the ways that the desk records, or by itself in the portal. */
const RETRACTION_CHANNELS = [...ASKED_CHANNELS, 'portal'] as const
export type RetractionChannel = (typeof RETRACTION_CHANNELS)[number]
export const RETRACTION_CHANNEL_LABELS: Readonly<Record<RetractionChannel, string>> = {
  ...ASKED_CHANNEL_LABELS,
  portal: 'En el portal',
}

/**
 * The retraction that a contract still admits. Null when it is not signed or is over, or when its service began on the day of the
 * signature. After the service began it is one that was asked for before.
 */
export const OpenRetraction = z.object({
  /** The last day to ask for it. */
  until: DayText,
  /** Whether the law gives it for sure: the contract was signed at a distance. Otherwise the desk knows how it was sold. */
  is_distance: z.boolean(),
  /** The first day of service: the client must have asked before it. Null while there is none. */
  began_on: z.nullable(DayText),
})
export type OpenRetraction = z.output<typeof OpenRetraction>

/** The retraction that was recorded, and what is paid back of it until which day: `refund` is null when nothing was paid. */
export const MadeRetraction = z.object({
  retracted_on: DayText,
  channel: z.enum(RETRACTION_CHANNELS),
  refund_by: DayText,
  refund: VoidRefund.shape.refund,
})
export type MadeRetraction = z.output<typeof MadeRetraction>

/** The terms of a day: business days to ask for it, and calendar days to return what was paid. */
export type RetractionRules = { days: number; refundDays: number }

/** Throws Refusal when a parameter has no value on that day. */
export const retractionRulesOn = (parameters: readonly Parameter[], on: Day): RetractionRules => ({
  days: valueInForce(parameters, 'contract.retraction_days', on),
  refundDays: valueInForce(parameters, 'contract.retraction_refund', on),
})

/** The last day on which a contract that was signed on a day can be retracted. */
export const lastDayToRetract = (signedOn: Day, { days }: RetractionRules): Day => addBusinessDays(signedOn, days)

/** The last day to return what was paid. */
export const refundBy = (askedOn: Day, { refundDays }: RetractionRules): Day => addDays(askedOn, refundDays)

/** Whether a signature of this channel was made at a distance: by a link, or by the client alone in the portal. */
export const isDistance = (channel: VersionChannel | null): boolean => channel === 'link' || channel === 'portal'

type Request = { askedOn: Day; signedOn: Day; beganOn: Day | null; today: Day }

/**
 * Throws a Refusal for a day that is not between the signature and today, is after the last day, or on which the service had begun: the
 * day of the request decides, also when it is recorded later (Ley 1480 de 2011, art. 47). Returns nothing.
 */
export function assertInTime({ askedOn, signedOn, beganOn, today }: Request, rules: RetractionRules): void {
  if (askedOn > today) throw refuseField('refused', 'asked_on', 'El día en que lo pidió no puede ser futuro')
  if (askedOn < signedOn)
    throw refuseField('refused', 'asked_on', 'El día en que lo pidió no puede ser anterior a la firma')
  if (beganOn !== null && askedOn >= beganOn) throw new Refusal('conflict', begunCopy(beganOn))
  const last = lastDayToRetract(signedOn, rules)
  if (askedOn > last) throw refuseField('refused', 'asked_on', lateCopy(last))
}

/** Throws a Refusal for a client that asks for it too late, or that signed in the office. */
export function assertOwnRetraction({ until, is_distance, began_on }: OpenRetraction, today: Day): void {
  if (began_on !== null) throw new Refusal('conflict', begunCopy(began_on))
  if (today > until) throw new Refusal('refused', lateCopy(until))
  if (!is_distance)
    throw new Refusal('refused', 'Firmaste con la empresa al lado: para retractarte, escríbele o llámala')
}

const begunCopy = (beganOn: Day): string =>
  `El servicio ya empezó, el ${dayLabel(beganOn)}, con el acuerdo del cliente: se retira. Solo hay retracto si se pidió antes de ese día`
const lateCopy = (last: Day): string => `El plazo para retractarse terminó el ${dayLabel(last)}`

/** 'Retracto del 20 de noviembre de 2026 (Ley 1480 de 2011, art. 47)': the reason of the void contract. */
export const retractionReason = (askedOn: Day): string =>
  `Retracto del ${dayLabel(askedOn)} (Ley 1480 de 2011, art. 47)`
