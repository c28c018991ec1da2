import type { EventName, RecordedEvent } from '#domain/core/event.ts'
import { TEMPLATE_STATUS_LABELS, TEMPLATE_STATUSES } from '#domain/integrations/whatsapp.ts'
import { fieldText } from './field-text.ts'

/** What happened to the WhatsApp of a company. */
export const WHATSAPP_SENTENCES = {
  'whatsapp.settings_saved': (event) =>
    `eligió los avisos que salen por WhatsApp${fieldText(event, 'price') === '' ? '' : ` y el precio de un mensaje desde el ${fieldText(event, 'starts_on')}`}`,
  'whatsapp.templates_requested': (event) => `pidió a Meta ${fieldText(event, 'count')} plantillas de WhatsApp`,
  'whatsapp.template_changed': (event) =>
    `anotó que la plantilla de WhatsApp «${fieldText(event, 'label')}» quedó ${statusOf(event)}`,
  'whatsapp.stopped': (event) => `apagó WhatsApp: ${fieldText(event, 'problem')}`,
  'sms.notices_saved': () => 'eligió los avisos que salen por mensaje de texto',
  'sms.price_saved': () => 'escribió cuánto cuesta cada parte de un mensaje de texto',
  'client.replied': (event) =>
    `recibió una respuesta por WhatsApp de ${fieldText(event, 'client') === '' ? 'un número sin cliente' : fieldText(event, 'client')}`,
} as const satisfies Partial<Record<EventName, (event: RecordedEvent) => string>>

function statusOf(event: RecordedEvent): string {
  const status = TEMPLATE_STATUSES.find((known) => known === event.after?.['status'])
  return status === undefined ? '' : TEMPLATE_STATUS_LABELS[status].toLowerCase()
}
