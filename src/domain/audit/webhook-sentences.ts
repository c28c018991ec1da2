import type { EventName, RecordedEvent } from '#domain/core/event.ts'

const nameOf = ({ before, after }: RecordedEvent): string => {
  const name = after?.['name'] ?? before?.['name']
  return typeof name === 'string' ? name : ''
}

/** What happened to the outgoing webhooks of a company. */
export const WEBHOOK_SENTENCES = {
  'outgoing_webhook.created': (event) => `creó el webhook ${nameOf(event)}`,
  'outgoing_webhook.changed': (event) => `cambió el webhook ${nameOf(event)}`,
  'outgoing_webhook.removed': (event) => `quitó el webhook ${nameOf(event)}`,
  'outgoing_webhook.rotated': (event) => `cambió el secreto del webhook ${nameOf(event)}`,
  'outgoing_webhook.tested': (event) => `probó el webhook ${nameOf(event)}`,
  'outgoing_webhook.resent': (event) => `envió de nuevo un evento al webhook ${nameOf(event)}`,
  'outgoing_webhook.paused': (event) => `puso en pausa el webhook ${nameOf(event)}: lleva tres días sin recibir`,
} as const satisfies Partial<Record<EventName, (event: RecordedEvent) => string>>
