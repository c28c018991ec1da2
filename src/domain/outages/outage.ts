import * as z from 'zod/mini'
import { DAY_MS } from '#domain/core/durations.ts'
import { Pesos, PesosSum } from '#domain/core/money.ts'
import { PeriodText } from '#domain/core/period.ts'
import { Refusal, refuseField } from '#domain/core/refusal.ts'
import type { Role } from '#domain/core/roles.ts'
import { listLabel } from '#domain/core/text.ts'
import { PricedMinutes } from './compensation.ts'

/** The states of an outage, of its instants. */
export const OUTAGE_STATES = ['open', 'ended', 'cancelled'] as const
export type OutageState = (typeof OUTAGE_STATES)[number]
export const OUTAGE_STATE_LABELS: Readonly<Record<OutageState, string>> = {
  open: 'En curso',
  ended: 'Terminada',
  cancelled: 'Anulada',
}

/** The longest outage, and how long ago the earliest one may begin. */
export const OUTAGE_DAYS_MAX = 31
const PAST_DAYS_MAX = 180
/** How long ago an outage may begin that a technician or the network writes alone (docs/decisions/0059). */
const ALONE_DAYS_MAX = 7
/** Clocks differ a little. */
const AHEAD_MS = 300_000

/** A network device, as an outage names it. */
export const OutageDevice = z.object({ id: z.uuid(), name: z.string() })
export type OutageDevice = z.output<typeof OutageDevice>

const where = {
  /** Null for a device. */
  department: z.nullable(z.string()),
  city: z.nullable(z.string()),
  /** With its name when it was announced. Null for a municipality. */
  device: z.nullable(OutageDevice),
}

/** The most places of one outage. */
export const OUTAGE_PLACES_MAX = 50

/** A place of an outage, a municipality or a network device, with its hours without service. */
export const OutagePlace = z.object({
  id: z.uuid(),
  ...where,
  started_at: z.iso.datetime(),
  ended_at: z.nullable(z.iso.datetime()),
})
export type OutagePlace = z.output<typeof OutagePlace>

/** An outage in the list of the staff. Its hours are those of its places: the first beginning, and the last end when every place has one. */
export const Outage = z.object({
  id: z.uuid(),
  state: z.enum(OUTAGE_STATES),
  /** Where its first place is. */
  ...where,
  /** In the order in which they were announced, without those that were taken away. */
  places: z.array(OutagePlace),
  cause: z.string(),
  started_at: z.iso.datetime(),
  expected_end_at: z.nullable(z.iso.datetime()),
  ended_at: z.nullable(z.iso.datetime()),
  /** Why it was cancelled or corrected. */
  reason: z.nullable(z.string()),
  is_notified: z.boolean(),
  created_by: z.string(),
  /** How many contracts had no service. */
  contracts: z.number(),
})
export type Outage = z.output<typeof Outage>

/** An outage with what it costs: the compensation of its months, also of other outages in them, of its contracts. */
export const OutageDetail = z.extend(Outage, {
  compensation: z.object({
    /** What invoices already gave back, and what waits for the next one. */
    billed: PesosSum,
    waiting: PesosSum,
    contracts: z.number(),
  }),
})
export type OutageDetail = z.output<typeof OutageDetail>

/** A contract without service in an outage, with its client of today. */
export const OutageContract = z.object({
  id: z.uuid(),
  no_contract: z.string(),
  client: z.object({ id: z.uuid(), name: z.string(), identification: z.string() }),
  phone: z.nullable(z.string()),
  address: z.string(),
  city: z.string(),
  /** Without service, of those that count: zero while the outage is open, and for a contract that was suspended during all of it. */
  minutes: z.number(),
  /** What is given back for the months of the outage, also for others in them: on invoices, and on the next one. */
  billed: PesosSum,
  waiting: PesosSum,
})
export type OutageContract = z.output<typeof OutageContract>

/** An outage as a client reads it: with the hours of the places of its contract. */
const OwnOutage = z.object({
  id: z.uuid(),
  is_open: z.boolean(),
  /** The municipality; null when only a device of the contract has the outage. */
  city: z.nullable(z.string()),
  /** The name of the device, for the staff; a client does not read it. */
  device: z.nullable(z.string()),
  cause: z.string(),
  started_at: z.iso.datetime(),
  expected_end_at: z.nullable(z.iso.datetime()),
  ended_at: z.nullable(z.iso.datetime()),
  no_contract: z.string(),
  /** What an open outage would give back if the service returned now: zero below the threshold. Null for an ended one. */
  so_far: z.nullable(PesosSum),
  /** The minutes of an open outage by price: more than one when the price changed during it. Empty for an ended one. */
  so_far_prices: z.array(PricedMinutes),
})

/** What a contract of a client gets back for a month. `invoice`: the one that gave it back; null while it waits for the next one. */
const OwnCompensation = z.object({
  no_contract: z.string(),
  month: PeriodText,
  minutes: z.number(),
  /** The same minutes by price: more than one when the price changed in the month. */
  prices: z.array(PricedMinutes),
  amount: Pesos,
  invoice: z.nullable(z.string()),
})

/** The outages of the last weeks of a client, and what is given back for them. */
export const OwnOutages = z.object({ outages: z.array(OwnOutage), compensations: z.array(OwnCompensation) })
export type OwnOutages = z.output<typeof OwnOutages>

/** A place in a title: 'Medellín', or 'Torre Norte'. */
export const placeName = ({ city, device }: Pick<OutagePlace, 'city' | 'device'>): string => city ?? device?.name ?? ''

/** More places than these are counted and not named. */
const NAMED_MAX = 3

/** Where an outage is, in a title: 'Medellín y Torre Norte', or 'Medellín, Bello y 3 lugares más'. */
export function placesLabel(names: readonly string[]): string {
  if (names.length <= NAMED_MAX) return listLabel(names)
  const named = names.slice(0, NAMED_MAX - 1)
  return listLabel([...named, `${names.length - named.length} lugares más`])
}

export const outagePlace = ({ places }: Pick<Outage, 'places'>): string => placesLabel(places.map(placeName))

type Instants = { started_at: Date; ended_at: Date | null }

/** Throws Refusal on the field of an outage whose times cannot be. `path`: before the names of the fields. */
export function assertOutageTimes({ started_at, ended_at }: Instants, now: Date, path = ''): void {
  if (started_at.getTime() > now.getTime() + AHEAD_MS) {
    throw refuseField('refused', `${path}started_at`, 'La falla no puede empezar en el futuro')
  }
  if (now.getTime() - started_at.getTime() > PAST_DAYS_MAX * DAY_MS) {
    throw refuseField(
      'refused',
      `${path}started_at`,
      `La falla empezó hace más de ${PAST_DAYS_MAX} días: revisa la fecha`,
    )
  }
  if (ended_at === null) return
  if (ended_at <= started_at) {
    throw refuseField('refused', `${path}ended_at`, 'La falla termina después de que empieza')
  }
  if (ended_at.getTime() > now.getTime() + AHEAD_MS) {
    throw refuseField('refused', `${path}ended_at`, 'Todavía no es esa hora: escribe cuándo volvió el servicio')
  }
  if (ended_at.getTime() - started_at.getTime() > OUTAGE_DAYS_MAX * DAY_MS) {
    throw refuseField(
      'refused',
      `${path}ended_at`,
      `Una falla dura hasta ${OUTAGE_DAYS_MAX} días: registra otra para el resto`,
    )
  }
}

/** Throws Refusal on the field for an outage of long ago that is not written by the financial desk: it gives back sums. */
export function assertOwnDays(started_at: Date, { role, now }: { role: Role; now: Date }, path: string): void {
  if (role === 'financial' || now.getTime() - started_at.getTime() <= ALONE_DAYS_MAX * DAY_MS) return
  throw refuseField(
    'refused',
    `${path}started_at`,
    `Una falla que empezó hace más de ${ALONE_DAYS_MAX} días la registra la mesa financiera: avísale`,
  )
}

const ACTIONS: Readonly<Record<'add' | 'end' | 'correct' | 'cancel' | 'remove', readonly OutageState[]>> = {
  add: ['open'],
  end: ['open'],
  // A place that ended, also while another one lasts.
  correct: ['open', 'ended'],
  cancel: ['open', 'ended'],
  remove: ['open', 'ended'],
}

export const canOutage = (action: keyof typeof ACTIONS, state: OutageState): boolean => ACTIONS[action].includes(state)

/** Throws Refusal for an action that the state of the outage does not allow. */
export function assertOutageAction(action: keyof typeof ACTIONS, state: OutageState): void {
  if (canOutage(action, state)) return
  const copies: Readonly<Record<OutageState, string>> = {
    open: 'La falla sigue en curso',
    ended: action === 'add' ? 'La falla ya terminó: anuncia otra' : 'La falla ya tiene final: corrígela',
    cancelled: 'La falla está anulada',
  }
  throw new Refusal('conflict', copies[state])
}

/** Throws Refusal for the correction of a place that has no end yet. */
export function assertPlaceEnded({ ended_at }: { ended_at: unknown }): void {
  if (ended_at === null) throw new Refusal('conflict', 'La falla sigue en curso: primero regístrale el final')
}

/** Throws Refusal for the removal of the only place: that is a cancellation, which keeps the place. */
export function assertOtherPlaces(places: readonly unknown[]): void {
  if (places.length < 2) throw new Refusal('conflict', 'Es el único lugar de la falla: anula la falla')
}
