import { isHoliday } from '#domain/core/calendar.ts'
import { addDays, type Day, dayOf, startOfDay, timeInBogota, weekdayOf } from '#domain/core/days.ts'
import { type Parameter, valueInForce } from '#domain/parameters/parameter.ts'

/** The legal kinds of message (R5.6). Only 'transaccional' may be sent at any hour. */
const MESSAGE_KINDS = ['transaccional', 'cobranza', 'comercial'] as const
export type MessageKind = (typeof MESSAGE_KINDS)[number]

/** A channel of contact. The weekly limit counts channels, not messages. */
export const CHANNELS = ['email', 'sms', 'whatsapp', 'call'] as const
export type Channel = (typeof CHANNELS)[number]

/** How far back the contacts lie that decide about one of now: its week, and a day for the hour of Bogotá. */
export const CONTACTS_WINDOW_MS = 8 * 86_400_000

/** The hours and limits for contact with a debtor on a day (Ley 2300 de 2023). `from`, `to`: minutes since midnight in Bogotá. */
export type ContactRules = {
  weekday: { from: number; to: number }
  saturday: { from: number; to: number }
  channelsPerWeek: number
  contactsPerDay: number
}

export const contactRulesOn = (parameters: readonly Parameter[], on: Day): ContactRules => ({
  weekday: {
    from: valueInForce(parameters, 'contact.weekday_from', on),
    to: valueInForce(parameters, 'contact.weekday_to', on),
  },
  saturday: {
    from: valueInForce(parameters, 'contact.saturday_from', on),
    to: valueInForce(parameters, 'contact.saturday_to', on),
  },
  channelsPerWeek: valueInForce(parameters, 'contact.channels_per_week', on),
  contactsPerDay: valueInForce(parameters, 'contact.contacts_per_day', on),
})

/** The hours of a day, the end not included; null on Sundays and holidays, when no contact is allowed (R5.2). */
function windowOf(rules: ContactRules, value: Day): { from: number; to: number } | null {
  if (isHoliday(value)) return null
  const weekday = weekdayOf(value)
  if (weekday === 0) return null
  return weekday === 6 ? rules.saturday : rules.weekday
}

/** The first instant from `at` on at which the law allows contact with a debtor; `at` itself when it is allowed. */
export function nextAllowed(rules: ContactRules, at: Date): Date {
  const today = dayOf(at)
  const open = windowOf(rules, today)
  const minute = minuteOf(at)
  if (open && minute >= open.from && minute < open.to) return at
  if (open && minute < open.from) return instantAt(today, open.from)
  return firstFrom(rules, addDays(today, 1))
}

/** The days searched for one with contact hours. Holidays are one or two in a row. */
const DAYS_AHEAD_MAX = 15

function firstFrom(rules: ContactRules, from: Day): Date {
  for (let ahead = 0; ahead < DAYS_AHEAD_MAX; ahead += 1) {
    const value = addDays(from, ahead)
    const open = windowOf(rules, value)
    if (open) return instantAt(value, open.from)
  }
  throw new RangeError(`no day with contact hours from ${from} on`)
}

/** A past contact with a client. */
export type Contact = { at: Date; channel: Channel }

/** Whether a message may be sent now; if not, the reason and the first instant at which it may. */
export type ContactDecision =
  | { may: true }
  | { may: false; reason: 'hours' | 'once_a_day' | 'one_channel'; until: Date }

/**
 * Whether a message may be sent now, and if not, from which instant (R5.2, R5.3). `past`: the contacts of this client of the kinds
 * 'cobranza' and 'comercial'. A 'transaccional' message is always allowed.
 */
export function mayContact(
  rules: ContactRules,
  message: { kind: MessageKind; channel: Channel },
  past: readonly Contact[],
  now: Date,
): ContactDecision {
  if (message.kind === 'transaccional') return { may: true }
  const today = dayOf(now)
  const monday = mondayOf(today)
  const week = past.filter(({ at }) => dayOf(at) >= monday && dayOf(at) <= today)
  const otherChannels = new Set(week.map(({ channel }) => channel).filter((channel) => channel !== message.channel))
  if (otherChannels.size >= rules.channelsPerWeek) {
    return { may: false, reason: 'one_channel', until: firstFrom(rules, addDays(monday, 7)) }
  }
  if (week.filter(({ at }) => dayOf(at) === today).length >= rules.contactsPerDay) {
    return { may: false, reason: 'once_a_day', until: firstFrom(rules, addDays(today, 1)) }
  }
  const until = nextAllowed(rules, now)
  return until.getTime() === now.getTime() ? { may: true } : { may: false, reason: 'hours', until }
}

const mondayOf = (value: Day): Day => addDays(value, -((weekdayOf(value) + 6) % 7))

function minuteOf(at: Date): number {
  const [hour = '0', minute = '0'] = timeInBogota(at).split(':')
  return Number(hour) * 60 + Number(minute)
}

const instantAt = (value: Day, minute: number): Date => new Date(startOfDay(value).getTime() + minute * 60_000)
