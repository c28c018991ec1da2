import { isDay, shortDayLabel } from '#domain/core/days.ts'
import type { EventName, RecordedEvent } from '#domain/core/event.ts'
import { pesos, pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { isPeriod, periodLabel } from '#domain/core/period.ts'
import type { Role } from '#domain/core/roles.ts'
import type { Topic } from './topics.ts'

/** The notifications of some events. */
export type RulesByEvent = Readonly<Partial<Record<EventName, readonly NotificationRule[]>>>

/** How to find the client of an event: by the entity of the event; `run`: every client with an invoice of the run. */
export type ConcernedClient =
  | 'payment'
  | 'attempt'
  | 'invoice'
  | 'note'
  | 'contract'
  | 'visit'
  | 'run'
  | 'pqr'
  | 'agreement'

/** The recipients of an event and the text of their notification. `staff`: roles; the actor of the event is not notified. */
export type NotificationRule = {
  readonly topic: Topic
  readonly staff?: readonly Role[]
  readonly client?: ConcernedClient
  /** Only this user, when the user has one of the roles of `staff`. Null: no user. */
  readonly user?: (event: RecordedEvent) => string | null
  /** Absent: always. */
  readonly when?: (event: RecordedEvent) => boolean
  readonly text: (event: RecordedEvent) => string
  /** The path of the web, which depends on the role of the recipient. */
  readonly href: (event: RecordedEvent, role: Role) => string
  /** Whether a separate email is sent for the event, so that the recipient does not receive two. */
  readonly hasOwnEmail?: (event: RecordedEvent) => boolean
}

export const textOf = (event: RecordedEvent, field: string): string => {
  const value = event.after?.[field] ?? event.before?.[field]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
/** Money in events is stored in pesos. */
export const amountOf = (event: RecordedEvent, field: string): string => {
  const value = event.after?.[field]
  return typeof value === 'number' ? pesosLabel(pesos(value)) : ''
}
export const monthOf = (event: RecordedEvent): string => {
  const text = textOf(event, 'period')
  return isPeriod(text) ? periodLabel(text).toLowerCase() : text
}
export const fixedPath = (path: string) => (): string => path
/** A screen of the financial desk; administrators have the same figures on the dashboard. */
export const atDesk =
  (path: string) =>
  (_event: RecordedEvent, role: Role): string =>
    role === 'admin' ? paths.dashboard : path
/** '14/12/2026' of a day in an event. */
export const shortDay = (event: RecordedEvent, field: string): string => {
  const text = textOf(event, field)
  return isDay(text) ? shortDayLabel(text) : text
}
export const contractPath = (event: RecordedEvent): string => paths.contract(textOf(event, 'no_contract'))
