import type { RecordedEvent } from '#domain/core/event.ts'
import { fieldText } from './field-text.ts'

const PROVIDERS: Readonly<Record<string, string>> = {
  factus: 'Factus',
  whatsapp: 'WhatsApp',
  sms: 'los mensajes de texto',
}

/** The external system of an event, as a sentence names it. */
export const providerOf = (event: RecordedEvent): string => PROVIDERS[fieldText(event, 'provider')] ?? 'Wompi'
