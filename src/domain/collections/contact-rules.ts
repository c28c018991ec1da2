import { isHoliday } from '#domain/core/calendar.ts'
import { addDays, type Day, dayOf, weekdayOf, ZONE } from '#domain/core/days.ts'
import { type Parameter, parameterInForce } from '#domain/parameters/parameter.ts'

/** What a message is, by what the law asks of it (R5.6). Only the first kind may leave at any hour. */
const MESSAGE_KINDS = ['transaccional', 'cobranza', 'comercial'] as const
export type MessageKind = (typeof MESSAGE_KINDS)[number]

/** A way to reach somebody. The week's limit counts ways, not messages. */
export const CHANNELS = ['email', 'sms', 'whatsapp', 'call'] as const
export type Channel = (typeof CHANNELS)[number]

/** When and how often a debtor may be contacted, on a day (Ley 2300 of 2023). Hours are minutes of the Bogotá day. */
export type ContactRules = {
  weekday: { from: number; to: number }
  saturday: { from: number; to: number }
  channelsPerWeek: number
  contactsPerDay: number
}

export const contactRulesOn = (parameters: readonly Parameter[], on: Day): ContactRules => ({
  weekday: {
    from: parameterInForce(parameters, 'contact.weekday_from', on),
    to: parameterInForce(parameters, 'contact.weekday_to', on),
  },
  saturday: {
    from: parameterInForce(parameters, 'contact.saturday_from', on),
    to: parameterInForce(parameters, 'contact.saturday_to', on),
  },
  channelsPerWeek: parameterInForce(parameters, 'contact.channels_per_week', on),
  contactsPerDay: parameterInForce(parameters, 'contact.contacts_per_day', on),
})

/** The hours of a day, the end not included; null on Sundays and holidays, when nobody is contacted (R5.2). */
function windowOf(rules: ContactRules, value: Day): { from: number; to: number } | null {
  if (isHoliday(value)) return null
  const weekday = weekdayOf(value)
  if (weekday === 0) return null
  return weekday === 6 ? rules.saturday : rules.weekday
}

/** The first instant from `at` on when the law lets a debtor be contacted; `at` itself when it is one. */
export function nextAllowed(rules: ContactRules, at: Date): Date {
  const today = dayOf(at)
  const open = windowOf(rules, today)
  const minute = minuteOf(at)
  if (open && minute >= open.from && minute < open.to) return at
  if (open && minute < open.from) return instantAt(today, open.from)
  return firstFrom(rules, addDays(today, 1))
}

/** Never far: holidays come one or two at a time. */
const DAYS_AHEAD_MAX = 15

function firstFrom(rules: ContactRules, from: Day): Date {
  for (let ahead = 0; ahead < DAYS_AHEAD_MAX; ahead += 1) {
    const value = addDays(from, ahead)
    const open = windowOf(rules, value)
    if (open) return instantAt(value, open.from)
  }
  throw new RangeError(`no day to contact anybody from ${from} on`)
}

/** A contact that was made. */
export type Contact = { at: Date; channel: Channel }

/** Why a message may not be sent now: wait until an instant, or another week. */
export type Verdict = { may: true } | { may: false; reason: 'hours' | 'once_a_day' | 'one_channel'; until: Date }

/**
 * Whether a message may leave now, and if not from when on (R5.2, R5.3). `past`: the contacts of this client that were collection
 * or advertising. A message about the service itself is not asked.
 */
export function mayContact(
  rules: ContactRules,
  message: { kind: MessageKind; channel: Channel },
  past: readonly Contact[],
  now: Date,
): Verdict {
  if (message.kind === 'transaccional') return { may: true }
  const today = dayOf(now)
  const monday = mondayOf(today)
  const week = past.filter(({ at }) => dayOf(at) >= monday && dayOf(at) <= today)
  const others = new Set(week.map(({ channel }) => channel).filter((channel) => channel !== message.channel))
  if (others.size >= rules.channelsPerWeek) {
    return { may: false, reason: 'one_channel', until: firstFrom(rules, addDays(monday, 7)) }
  }
  if (week.filter(({ at }) => dayOf(at) === today).length >= rules.contactsPerDay) {
    return { may: false, reason: 'once_a_day', until: firstFrom(rules, addDays(today, 1)) }
  }
  const until = nextAllowed(rules, now)
  return until.getTime() === now.getTime() ? { may: true } : { may: false, reason: 'hours', until }
}

const mondayOf = (value: Day): Day => addDays(value, -((weekdayOf(value) + 6) % 7))

const clock = new Intl.DateTimeFormat('en-GB', { timeZone: ZONE, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

function minuteOf(at: Date): number {
  const [hour = '0', minute = '0'] = clock.format(at).split(':')
  return Number(hour) * 60 + Number(minute)
}

/** Colombia has kept one hour all year since 1993. */
const instantAt = (value: Day, minute: number): Date =>
  new Date(Date.parse(`${value}T00:00:00-05:00`) + minute * 60_000)
