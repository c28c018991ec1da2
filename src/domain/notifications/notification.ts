import type { RecordedEvent } from '#domain/core/event.ts'
import { paths } from '#domain/core/paths.ts'
import type { Role } from '#domain/core/roles.ts'
import { isOnlineMethod } from '#domain/integrations/online-method.ts'
import { COLLECTION_RULES } from './collection-rules.ts'
import { CONTRACT_RULES } from './contract-rules.ts'
import { PQR_RULES } from './pqr-rules.ts'
import { amountOf, atDesk, fixedPath, monthOf, type NotificationRule, type RulesByEvent, textOf } from './rule.ts'
import { TOPICS, type Topic } from './topics.ts'
import { WHATSAPP_RULES } from './whatsapp-rules.ts'

const isOnline = (event: RecordedEvent): boolean => isOnlineMethod(textOf(event, 'method'))
/** What another payment took the place of did not fail: it may even have been paid. */
const hasFailed = (event: RecordedEvent): boolean =>
  ['declined', 'error', 'expired'].includes(textOf(event, 'status')) && event.after?.['replaced'] !== true

/** '. Ya te lo habíamos devuelto: quedan por pagar $ 30.000,00 en COBRO-1', of a payment that was voided after its money was returned. */
const owedOf = (event: RecordedEvent, returned: string): string =>
  textOf(event, 'owed_number') === ''
    ? ''
    : `. ${returned}: quedan por pagar ${amountOf(event, 'owed')} en ${textOf(event, 'owed_number')}`

/** ': Reconexión de un corte por una deuda que no se debía. Debes $ 1.500,00 menos de la factura FV-1', of a credit note. */
const givenOf = (event: RecordedEvent): string =>
  textOf(event, 'given') === '' ? '' : `: ${textOf(event, 'concept')}. ${textOf(event, 'given')}`

/** The financial desk corrects the client or the invoice; the administrator sees the documents. */
const documentPath = (event: RecordedEvent, role: Role): string => {
  if (role === 'admin') return paths.electronic
  const number = textOf(event, 'number')
  return number.startsWith('NC-') ? paths.notes : `${paths.invoices}?q=${encodeURIComponent(number)}`
}

/** The notification rules of each event. A user is notified once of an event: by the first rule for the role. */
export const NOTIFICATION_RULES: RulesByEvent = {
  ...CONTRACT_RULES,
  ...PQR_RULES,
  ...COLLECTION_RULES,
  ...WHATSAPP_RULES,
  'payment.registered': [
    {
      topic: 'payments',
      client: 'payment',
      text: (event) => `Recibimos tu pago de ${amountOf(event, 'amount')}. Recibo ${textOf(event, 'number')}`,
      href: fixedPath(paths.transactions),
      hasOwnEmail: isOnline,
    },
    {
      topic: 'payments',
      staff: ['financial'],
      when: isOnline,
      text: (event) =>
        `${textOf(event, 'client')} pagó ${amountOf(event, 'amount')} en línea. Recibo ${textOf(event, 'number')}`,
      href: fixedPath(paths.online),
    },
  ],
  'payment.reversed': [
    {
      topic: 'payments',
      client: 'payment',
      text: (event) =>
        `Reversamos el recibo ${textOf(event, 'number')} de ${amountOf(event, 'amount')}: ${textOf(event, 'reason')}${owedOf(event, 'Ya te lo habíamos devuelto')}`,
      href: fixedPath(paths.transactions),
    },
    {
      topic: 'payments',
      staff: ['financial', 'admin'],
      text: (event) =>
        `Se reversó el recibo ${textOf(event, 'number')} de ${amountOf(event, 'amount')}: ${textOf(event, 'reason')}${owedOf(event, 'Ya se le había devuelto')}`,
      href: atDesk(paths.transactions),
    },
  ],
  'attempt.moved': [
    {
      topic: 'payments',
      client: 'attempt',
      when: hasFailed,
      text: (event) => `Tu pago de ${amountOf(event, 'amount')} no se completó. Puedes intentarlo de nuevo`,
      href: fixedPath(paths.payments),
    },
  ],
  'payment.quarantined': [
    {
      topic: 'payments',
      staff: ['financial', 'admin'],
      text: (event) => `Un pago en línea necesita que lo revises: ${textOf(event, 'says')}`,
      href: atDesk(paths.online),
    },
  ],
  'invoice.created': [
    {
      topic: 'invoices',
      client: 'invoice',
      text: (event) => `Tienes una factura nueva: ${textOf(event, 'number')} por ${amountOf(event, 'total')}`,
      href: fixedPath(paths.payments),
    },
  ],
  'credit_note.created': [
    {
      topic: 'invoices',
      client: 'note',
      text: (event) =>
        `Emitimos la nota crédito ${textOf(event, 'number')} a tu favor por ${amountOf(event, 'total')}${givenOf(event)}`,
      href: fixedPath(paths.payments),
    },
  ],
  'dispute.resolved': [
    {
      topic: 'invoices',
      client: 'invoice',
      text: (event) =>
        `Cerramos tu reclamo sobre la factura ${textOf(event, 'number')}: ${textOf(event, 'resolution')}`,
      href: fixedPath(paths.payments),
    },
  ],
  'run.finished': [
    {
      topic: 'invoices',
      client: 'run',
      text: (event) => `Ya está tu factura de ${monthOf(event)}`,
      href: fixedPath(paths.payments),
    },
    {
      topic: 'invoices',
      staff: ['financial', 'admin'],
      text: (event) =>
        `Terminó la facturación de ${monthOf(event)}: ${textOf(event, 'created')} facturas por ${amountOf(event, 'total')}`,
      href: atDesk(paths.massive),
    },
  ],
  'client.imported': [
    {
      topic: 'system',
      staff: ['financial', 'admin'],
      text: (event) =>
        `Se cargaron clientes de un archivo: ${textOf(event, 'created')} creados y ${textOf(event, 'updated')} actualizados`,
      href: atDesk(paths.clients),
    },
  ],
  'credentials.saved': [
    {
      topic: 'system',
      staff: ['admin'],
      text: () => 'Se guardaron llaves nuevas de una integración',
      href: fixedPath(paths.integration),
    },
  ],
  'integration.stopped': [
    {
      topic: 'system',
      staff: ['admin'],
      text: (event) => STOPPED[textOf(event, 'provider')] ?? 'Se apagaron los pagos en línea de tu empresa',
      href: fixedPath(paths.integration),
    },
  ],
  'outgoing_webhook.paused': [
    {
      topic: 'system',
      staff: ['admin'],
      text: (event) => `El webhook ${textOf(event, 'name')} quedó en pausa: ${textOf(event, 'problem')}`,
      href: fixedPath(paths.integration),
    },
  ],
  'numbering_range.warned': [
    {
      topic: 'invoices',
      staff: ['admin', 'financial'],
      text: (event) => textOf(event, 'problem'),
      href: (_event, role) => (role === 'admin' ? paths.integration : paths.dashboard),
    },
  ],
  'electronic.rejected': [
    {
      topic: 'invoices',
      staff: ['admin', 'financial'],
      text: (event) => `La DIAN rechazó el documento ${textOf(event, 'number')}. ${textOf(event, 'reason')}`,
      href: documentPath,
    },
  ],
  'electronic.given_up': [
    {
      topic: 'invoices',
      staff: ['admin', 'financial'],
      text: (event) => `El documento ${textOf(event, 'number')} quedó por revisar. ${textOf(event, 'reason')}`,
      href: documentPath,
    },
  ],
  'electronic.stopped': [
    {
      topic: 'invoices',
      staff: ['admin'],
      text: (event) => `Se detuvo el envío a la DIAN. ${textOf(event, 'reason')}`,
      href: fixedPath(paths.electronic),
    },
  ],
  'maintenance.switched': [
    {
      topic: 'system',
      staff: ['superadmin'],
      text: (event) =>
        event.after?.['active'] === true
          ? 'Se activó el modo de mantenimiento'
          : 'Se desactivó el modo de mantenimiento',
      href: fixedPath(paths.dashboard),
    },
  ],
}

const STOPPED: Readonly<Record<string, string>> = {
  factus: 'Se apagó la facturación electrónica de tu empresa',
  whatsapp: 'Se apagó WhatsApp: los avisos de tu empresa salen por correo',
  sms: 'Se apagaron los mensajes de texto de tu empresa',
}

/** The notification rules of an event name; empty for an event without rules. */
export const noticesOf = (name: string): readonly NotificationRule[] =>
  Object.entries(NOTIFICATION_RULES).find(([eventName]) => eventName === name)?.[1] ?? []

/** The notification rule of an event for a role. Undefined when the role is not notified. */
export const noticeFor = (name: string, role: Role): NotificationRule | undefined =>
  noticesOf(name).find((rule) => (role === 'client' ? rule.client !== undefined : rule.staff?.includes(role)))

/** The topics of the notifications of a role, in the order of the page. */
export const topicsOf = (role: Role): Topic[] =>
  TOPICS.filter((topic) => Object.keys(NOTIFICATION_RULES).some((name) => noticeFor(name, role)?.topic === topic))
