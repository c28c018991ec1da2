import type { EventName, RecordedEvent } from '#domain/core/event.ts'
import { pesos, pesosLabel } from '#domain/core/money.ts'
import { isPeriod, periodLabel } from '#domain/core/period.ts'
import type { Role } from '#domain/core/roles.ts'
import { TOPICS, type Topic } from './topics.ts'

/** The client that a fact concerns, by what the fact is about; `run`: every client that a run billed. */
export type ConcernedClient = 'payment' | 'attempt' | 'invoice' | 'note' | 'contract' | 'run'

/** Whom a fact concerns and how it is told to them. `staff` are told unless they did it themselves. */
export type NotificationRule = {
  readonly topic: Topic
  readonly staff?: readonly Role[]
  readonly client?: ConcernedClient
  /** Absent: always. */
  readonly when?: (fact: RecordedEvent) => boolean
  readonly says: (fact: RecordedEvent) => string
  /** Where it leads in the web, which is not the same for all who are told. */
  readonly href: (fact: RecordedEvent, role: Role) => string
  /** Whether the fact has a letter of its own, so that nobody gets two. */
  readonly hasLetter?: (fact: RecordedEvent) => boolean
}

const textOf = (fact: RecordedEvent, field: string): string => {
  const value = fact.after?.[field] ?? fact.before?.[field]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
/** Facts keep money in pesos. */
const amountOf = (fact: RecordedEvent, field: string): string => {
  const value = fact.after?.[field]
  return typeof value === 'number' ? pesosLabel(pesos(value)) : ''
}
const monthOf = (fact: RecordedEvent): string => {
  const text = textOf(fact, 'period')
  return isPeriod(text) ? periodLabel(text).toLowerCase() : text
}
const at = (path: string) => (): string => path
/** A room of the desk; who administers sees the same figures on their own board. */
const atDesk =
  (path: string) =>
  (_fact: RecordedEvent, role: Role): string =>
    role === 'admin' ? '/dashboard' : path
const itsContract = (fact: RecordedEvent): string =>
  `/contracts/detail/${encodeURIComponent(textOf(fact, 'no_contract'))}`

const isOnline = (fact: RecordedEvent): boolean => ['nequi', 'pse'].includes(textOf(fact, 'method'))
const hasFailed = (fact: RecordedEvent): boolean => ['declined', 'error', 'expired'].includes(textOf(fact, 'status'))

const aboutContract = (says: (no: string) => string): NotificationRule => ({
  topic: 'contracts',
  client: 'contract',
  says: (fact) => says(textOf(fact, 'no_contract')),
  href: itsContract,
})

/** Every fact that is told to somebody, and to whom. A person is told a fact once: the first notice that fits their role. */
export const NOTIFICATION_RULES: Readonly<Partial<Record<EventName, readonly NotificationRule[]>>> = {
  'payment.registered': [
    {
      topic: 'payments',
      client: 'payment',
      says: (fact) => `Recibimos tu pago de ${amountOf(fact, 'amount')}. Recibo ${textOf(fact, 'number')}`,
      href: at('/transactions'),
      hasLetter: isOnline,
    },
    {
      topic: 'payments',
      staff: ['financial'],
      when: isOnline,
      says: (fact) =>
        `${textOf(fact, 'client')} pagó ${amountOf(fact, 'amount')} en línea. Recibo ${textOf(fact, 'number')}`,
      href: at('/transactions/online'),
    },
  ],
  'payment.reversed': [
    {
      topic: 'payments',
      client: 'payment',
      says: (fact) =>
        `Reversamos el recibo ${textOf(fact, 'number')} de ${amountOf(fact, 'amount')}: ${textOf(fact, 'reason')}`,
      href: at('/transactions'),
    },
    {
      topic: 'payments',
      staff: ['financial', 'admin'],
      says: (fact) =>
        `Se reversó el recibo ${textOf(fact, 'number')} de ${amountOf(fact, 'amount')}: ${textOf(fact, 'reason')}`,
      href: atDesk('/transactions'),
    },
  ],
  'attempt.moved': [
    {
      topic: 'payments',
      client: 'attempt',
      when: hasFailed,
      says: (fact) => `Tu pago de ${amountOf(fact, 'amount')} no se completó. Puedes intentarlo de nuevo`,
      href: at('/payments'),
    },
  ],
  'payment.quarantined': [
    {
      topic: 'payments',
      staff: ['financial', 'admin'],
      says: (fact) => `Un pago en línea necesita que lo revises: ${textOf(fact, 'says')}`,
      href: atDesk('/transactions/online'),
    },
  ],
  'invoice.created': [
    {
      topic: 'invoices',
      client: 'invoice',
      says: (fact) => `Tienes una factura nueva: ${textOf(fact, 'number')} por ${amountOf(fact, 'total')}`,
      href: at('/payments'),
    },
  ],
  'credit_note.created': [
    {
      topic: 'invoices',
      client: 'note',
      says: (fact) => `Emitimos la nota crédito ${textOf(fact, 'number')} a tu favor por ${amountOf(fact, 'total')}`,
      href: at('/payments'),
    },
  ],
  'dispute.resolved': [
    {
      topic: 'invoices',
      client: 'invoice',
      says: (fact) => `Cerramos tu reclamo sobre la factura ${textOf(fact, 'number')}: ${textOf(fact, 'resolution')}`,
      href: at('/payments'),
    },
  ],
  'run.finished': [
    {
      topic: 'invoices',
      client: 'run',
      says: (fact) => `Ya está tu factura de ${monthOf(fact)}`,
      href: at('/payments'),
    },
    {
      topic: 'invoices',
      staff: ['financial', 'admin'],
      says: (fact) =>
        `Terminó la facturación de ${monthOf(fact)}: ${textOf(fact, 'created')} facturas por ${amountOf(fact, 'total')}`,
      href: atDesk('/invoices/massive'),
    },
  ],
  'contract.signed': [
    {
      topic: 'contracts',
      staff: ['financial', 'technical'],
      says: (fact) => `El contrato ${textOf(fact, 'no_contract')} quedó firmado: falta programar la instalación`,
      href: itsContract,
    },
  ],
  'contract.scheduled': [
    aboutContract((no) => `Programamos la instalación de tu contrato ${no}`),
    {
      topic: 'contracts',
      staff: ['technical', 'network'],
      says: (fact) => `Hay una instalación programada: contrato ${textOf(fact, 'no_contract')}`,
      href: itsContract,
    },
  ],
  'contract.activated': [aboutContract((no) => `Tu servicio quedó activo. Contrato ${no}`)],
  'contract.suspended': [aboutContract((no) => `Suspendimos el servicio de tu contrato ${no}`)],
  'contract.reconnected': [aboutContract((no) => `Reconectamos el servicio de tu contrato ${no}`)],
  'contract.plan_changed': [aboutContract((no) => `Cambiamos el plan de tu contrato ${no}`)],
  'contract.terminated': [aboutContract((no) => `Registramos el retiro de tu contrato ${no}`)],
  'client.imported': [
    {
      topic: 'system',
      staff: ['financial', 'admin'],
      says: (fact) =>
        `Se cargaron clientes de un archivo: ${textOf(fact, 'created')} creados y ${textOf(fact, 'updated')} actualizados`,
      href: atDesk('/clients'),
    },
  ],
  'credentials.saved': [
    {
      topic: 'system',
      staff: ['admin'],
      says: () => 'Se guardaron llaves nuevas de una integración',
      href: at('/integration'),
    },
  ],
  'integration.stopped': [
    {
      topic: 'system',
      staff: ['admin'],
      says: () => 'Se apagaron los pagos en línea de tu empresa',
      href: at('/integration'),
    },
  ],
  'maintenance.switched': [
    {
      topic: 'system',
      staff: ['superadmin'],
      says: (fact) =>
        fact.after?.['active'] === true
          ? 'Se activó el modo de mantenimiento'
          : 'Se desactivó el modo de mantenimiento',
      href: at('/dashboard'),
    },
  ],
}

/** Whom a fact is told to, and how; nobody for a fact without a rule. */
export const noticesOf = (name: string): readonly NotificationRule[] =>
  Object.entries(NOTIFICATION_RULES).find(([known]) => known === name)?.[1] ?? []

/** How a fact was told to a person of a role. Undefined for a fact that is told to nobody of it. */
export const noticeFor = (name: string, role: Role): NotificationRule | undefined =>
  noticesOf(name).find((notice) => (role === 'client' ? notice.client !== undefined : notice.staff?.includes(role)))

/** The topics that a person of a role is told of, in the order of the page. */
export const topicsOf = (role: Role): Topic[] =>
  TOPICS.filter((topic) => Object.keys(NOTIFICATION_RULES).some((name) => noticeFor(name, role)?.topic === topic))
