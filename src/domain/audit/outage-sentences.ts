import type { EventName, RecordedEvent } from '#domain/core/event.ts'
import { fieldText } from './field-text.ts'

/** The municipality, the device or the several places of an outage. */
const placeOf = (event: RecordedEvent): string =>
  fieldText(event, 'places') || fieldText(event, 'city') || fieldText(event, 'device')

/** What happened to an outage and its places. */
export const OUTAGE_SENTENCES = {
  'outage.announced': (event) => `anunció una falla (${fieldText(event, 'cause')}) en ${placeOf(event)}`,
  'outage.place_added': (event) => `agregó ${placeOf(event)} a una falla (${fieldText(event, 'cause')})`,
  'outage.place_ended': (event) => `registró que el servicio volvió en ${placeOf(event)}: la falla sigue`,
  'outage.place_removed': (event) => `quitó ${placeOf(event)} de una falla: ${fieldText(event, 'reason')}`,
  'outage.ended': (event) => `registró el final de una falla de ${fieldText(event, 'lasted')} en ${placeOf(event)}`,
  'outage.corrected': (event) => `corrigió las horas de la falla de ${placeOf(event)}`,
  'outage.cancelled': (event) => `anuló la falla de ${placeOf(event)}`,
} as const satisfies Partial<Record<EventName, (event: RecordedEvent) => string>>
