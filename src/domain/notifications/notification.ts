import type { EventName, RecordedEvent } from '#domain/core/event.ts'
import { pesos, pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { isPeriod, periodLabel } from '#domain/core/period.ts'
import type { Role } from '#domain/core/roles.ts'
import { TOPICS, type Topic } from './topics.ts'

/** How to find the client of an event: by the entity of the event; `run`: every client with an invoice of the run. */
export type ConcernedClient = 'payment' | 'attempt' | 'invoice' | 'note' | 'contract' | 'run'

/** The recipients of an event and the text of their notification. `staff`: roles; the actor of the event is not notified. */
export type NotificationRule = {
  readonly topic: Topic
  readonly staff?: readonly Role[]
  readonly client?: ConcernedClient
  /** Absent: always. */
  readonly when?: (event: RecordedEvent) => boolean
  readonly text: (event: RecordedEvent) => string
  /** The path of the web, which depends on the role of the recipient. */
  readonly href: (event: RecordedEvent, role: Role) => string
  /** Whether a separate email is sent for the event, so that the recipient does not receive two. */
  readonly hasOwnEmail?: (event: RecordedEvent) => boolean
}

const textOf = (event: RecordedEvent, field: string): string => {
  const value = event.after?.[field] ?? event.before?.[field]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
/** Money in events is stored in pesos. */
const amountOf = (event: RecordedEvent, field: string): string => {
  const value = event.after?.[field]
  return typeof value === 'number' ? pesosLabel(pesos(value)) : ''
}
const monthOf = (event: RecordedEvent): string => {
  const text = textOf(event, 'period')
  return isPeriod(text) ? periodLabel(text).toLowerCase() : text
}
const fixedPath = (path: string) => (): string => path
/** A screen of the financial desk; administrators have the same figures on the dashboard. */
const atDesk =
  (path: string) =>
  (_event: RecordedEvent, role: Role): string =>
    role === 'admin' ? paths.dashboard : path
const contractPath = (event: RecordedEvent): string => paths.contract(textOf(event, 'no_contract'))

const isOnline = (event: RecordedEvent): boolean => ['nequi', 'pse'].includes(textOf(event, 'method'))
const hasFailed = (event: RecordedEvent): boolean => ['declined', 'error', 'expired'].includes(textOf(event, 'status'))

const contractRule = (text: (no: string) => string): NotificationRule => ({
  topic: 'contracts',
  client: 'contract',
  text: (event) => text(textOf(event, 'no_contract')),
  href: contractPath,
})

/** The notification rules of each event. A user is notified once of an event: by the first rule for the role. */
export const NOTIFICATION_RULES: Readonly<Partial<Record<EventName, readonly NotificationRule[]>>> = {
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
        `Reversamos el recibo ${textOf(event, 'number')} de ${amountOf(event, 'amount')}: ${textOf(event, 'reason')}`,
      href: fixedPath(paths.transactions),
    },
    {
      topic: 'payments',
      staff: ['financial', 'admin'],
      text: (event) =>
        `Se reversó el recibo ${textOf(event, 'number')} de ${amountOf(event, 'amount')}: ${textOf(event, 'reason')}`,
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
      text: (event) => `Emitimos la nota crédito ${textOf(event, 'number')} a tu favor por ${amountOf(event, 'total')}`,
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
  'contract.signed': [
    {
      topic: 'contracts',
      staff: ['financial', 'technical'],
      text: (event) => `El contrato ${textOf(event, 'no_contract')} quedó firmado: falta programar la instalación`,
      href: contractPath,
    },
  ],
  'contract.scheduled': [
    contractRule((no) => `Programamos la instalación de tu contrato ${no}`),
    {
      topic: 'contracts',
      staff: ['technical', 'network'],
      text: (event) => `Hay una instalación programada: contrato ${textOf(event, 'no_contract')}`,
      href: contractPath,
    },
  ],
  'contract.activated': [contractRule((no) => `Tu servicio quedó activo. Contrato ${no}`)],
  'contract.suspended': [contractRule((no) => `Suspendimos el servicio de tu contrato ${no}`)],
  'contract.reconnected': [contractRule((no) => `Reconectamos el servicio de tu contrato ${no}`)],
  'contract.plan_changed': [contractRule((no) => `Cambiamos el plan de tu contrato ${no}`)],
  'contract.terminated': [contractRule((no) => `Registramos el retiro de tu contrato ${no}`)],
  'contract.termination_withdrawn': [contractRule((no) => `Tu contrato ${no} sigue: anulamos el retiro`)],
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
      text: () => 'Se apagaron los pagos en línea de tu empresa',
      href: fixedPath(paths.integration),
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

/** The notification rules of an event name; empty for an event without rules. */
export const noticesOf = (name: string): readonly NotificationRule[] =>
  Object.entries(NOTIFICATION_RULES).find(([eventName]) => eventName === name)?.[1] ?? []

/** The notification rule of an event for a role. Undefined when the role is not notified. */
export const noticeFor = (name: string, role: Role): NotificationRule | undefined =>
  noticesOf(name).find((rule) => (role === 'client' ? rule.client !== undefined : rule.staff?.includes(role)))

/** The topics of the notifications of a role, in the order of the page. */
export const topicsOf = (role: Role): Topic[] =>
  TOPICS.filter((topic) => Object.keys(NOTIFICATION_RULES).some((name) => noticeFor(name, role)?.topic === topic))
