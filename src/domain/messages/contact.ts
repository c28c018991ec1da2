import * as z from 'zod/mini'
import { atTimeLabel, type Day, dayLabel, dayOf, instantField, weekdayOf } from '#domain/core/days.ts'
import { CHANNELS, type Channel, type Contact, type ContactRules, mayContact } from './contact-rules.ts'

/** The channels by which a person of the desk contacts a client; the e-mails are sent by the product. */
const DESK_CHANNELS = ['call', 'sms', 'whatsapp'] as const satisfies readonly Channel[]
export const DeskChannel = z.enum(DESK_CHANNELS, { error: 'Elige por dónde lo contactas' })
export type DeskChannel = z.output<typeof DeskChannel>

export const CONTACT_LABELS: Readonly<Record<Channel, string>> = {
  email: 'correo',
  call: 'llamada',
  sms: 'mensaje de texto',
  whatsapp: 'WhatsApp',
}

/** Why the law does not allow a contact about a debt. The check of the table `desk_contacts` has the same values. */
export const CONTACT_FAULTS = ['not_authorised', 'hours', 'once_a_day', 'one_channel'] as const
export type ContactFault = (typeof CONTACT_FAULTS)[number]

/** A contact was made at most so many days before it is recorded. */
export const CONTACT_BACK_DAYS = 5

/** A contact of the desk. Without `contacted_at` it is about to be made; with it, it was made. */
export const NewContact = z.strictObject({
  client_id: z.uuid(),
  channel: DeskChannel,
  contacted_at: z.optional(instantField('Di cuándo lo contactaste')),
})

/** Whether a client may be contacted now by a channel. `problem`: why not, and when and by which channel; null when it may. */
export const ContactOption = z.object({
  channel: z.enum(CHANNELS),
  fault: z.nullable(z.enum(CONTACT_FAULTS)),
  problem: z.nullable(z.string()),
  /** The first instant at which the law allows it; null when the client does not authorise the channel. */
  from: z.nullable(z.iso.datetime()),
})
export type ContactOption = z.output<typeof ContactOption>

/** What decides about the contacts with a client: the rules in force, its authorised channels and its earlier contacts. */
export type ContactFacts = { rules: ContactRules; authorised: ReadonlySet<Channel>; past: readonly Contact[] }

/** What the law says of a contact about a debt by each channel at an instant (R5.2, R5.3). */
export function contactOptions(facts: ContactFacts, at: Date): ContactOption[] {
  const firsts = CHANNELS.filter((channel) => facts.authorised.has(channel)).map((channel) => ({
    channel,
    from: firstAllowed(facts, channel, at),
  }))
  return CHANNELS.map((channel): ContactOption => {
    const from = firsts.find((one) => one.channel === channel)?.from
    if (from === undefined) {
      const problem = `No autoriza cobros por ${CONTACT_LABELS[channel]}. ${permitted(firsts, at)}`
      return { channel, fault: 'not_authorised', problem, from: null }
    }
    const decision = mayContact(facts.rules, { kind: 'cobranza', channel }, facts.past, at)
    const found = decision.may
      ? { fault: null, problem: null }
      : { fault: decision.reason, problem: `${reasonOf(decision.reason, facts)}. ${permitted(firsts, at)}` }
    return { channel, ...found, from: from.toISOString() }
  })
}

type FirstAllowed = { channel: Channel; from: Date }

/** Each decision that refuses names a later instant, in the same or the next week. */
const STEPS_MAX = 5

function firstAllowed({ rules, past }: ContactFacts, channel: Channel, at: Date): Date {
  let from = at
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const decision = mayContact(rules, { kind: 'cobranza', channel }, past, from)
    if (decision.may) return from
    from = decision.until
  }
  throw new RangeError(`no contact by ${channel} is allowed from ${at.toISOString()} on`)
}

function reasonOf(fault: Exclude<ContactFault, 'not_authorised'>, { rules, past }: ContactFacts): string {
  if (fault === 'hours') {
    const { weekday, saturday } = rules
    return `La ley permite cobrar de lunes a viernes de ${hours(weekday)} y los sábados de ${hours(saturday)}, nunca en domingo ni festivo`
  }
  if (fault === 'once_a_day') return `Ese día ya se le contactó por ${lastChannel(past)}`
  return `Esa semana ya se le contactó por ${lastChannel(past)}`
}

const clockOf = (minutes: number): string => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
const hours = ({ from, to }: { from: number; to: number }): string => `${clockOf(from)} a ${clockOf(to)}`

function lastChannel(past: readonly Contact[]): string {
  const last = past.toSorted((a, b) => b.at.getTime() - a.at.getTime())[0]
  return last === undefined ? 'otro medio' : CONTACT_LABELS[last.channel]
}

const NO_CHANNEL = 'No autoriza ningún medio: avísale por carta, o registra su autorización en la ficha'

/** When and by which channel a contact is allowed: 'Se puede por correo ahora; por llamada o WhatsApp, desde el …'. */
function permitted(firsts: readonly FirstAllowed[], at: Date): string {
  if (firsts.length === 0) return NO_CHANNEL
  const ordered = firsts.toSorted((a, b) => a.from.getTime() - b.from.getTime())
  const byInstant = Map.groupBy(ordered, ({ from }) => from.getTime())
  const parts = [...byInstant].map(([from, channels]) => {
    const when = from <= at.getTime() ? 'ahora' : `desde el ${whenLabel(new Date(from))}`
    return `por ${choiceLabel(channels.map(({ channel }) => CONTACT_LABELS[channel]))}, ${when}`
  })
  return `Se puede ${parts.join('; ')}`
}

const choices = new Intl.ListFormat('es', { type: 'disjunction' })
const choiceLabel = (labels: readonly string[]): string => choices.format(labels)

const WEEKDAYS = ['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado'] as const

const whenLabel = (instant: Date): string => {
  const on: Day = dayOf(instant)
  return `${WEEKDAYS[weekdayOf(on)] ?? ''} ${dayLabel(on)} ${atTimeLabel(instant)}`
}
