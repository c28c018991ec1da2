import type { RecordedEvent } from '#domain/core/event.ts'

/** The sentence of an event, without its actor. */
export type Sentence = (event: RecordedEvent) => string

/** A field of the event as text: from `after` or, for something removed, from `before`. */
export const fieldText = (event: RecordedEvent, field: string): string => {
  const value = event.after?.[field] ?? event.before?.[field]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
