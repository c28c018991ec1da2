import { COMPANY_STATUS_LABELS, COMPANY_STATUSES } from '#domain/companies/company.ts'
import { PURPOSE_LABELS, PURPOSES } from '#domain/consents/consent.ts'
import { ATTEMPT_LABELS, ATTEMPT_STATUSES } from '#domain/payments/attempt.ts'
/** A fact of the binnacle as its sentence needs it. */
export type EventFact = {
  readonly name: string
  readonly before: Readonly<Record<string, unknown>> | null
  readonly after: Readonly<Record<string, unknown>> | null
}

type Sentence = (fact: EventFact) => string

/** A field of the fact as text, from what stands after or, for something removed, before. */
const providerOf = (fact: EventFact): string => (fact.after?.provider === 'factus' ? 'Factus' : 'Wompi')

/** The authorisation that a fact is about, by its own words. */
const purposeOf = (fact: EventFact): string => {
  const purpose = PURPOSES.find((known) => known === fact.after?.purpose)
  return purpose === undefined ? '' : `: ${PURPOSE_LABELS[purpose].toLowerCase()}`
}

/** How a company was left, by its own word. */
const statusOf = (fact: EventFact): string => {
  const status = COMPANY_STATUSES.find((known) => known === fact.after?.status)
  return status === undefined ? 'en otro estado' : `como ${COMPANY_STATUS_LABELS[status].toLowerCase()}`
}

/** How an attempt to pay was left, by its own word. */
const attemptOf = (fact: EventFact): string => {
  const status = ATTEMPT_STATUSES.find((known) => known === fact.after?.status)
  return status === undefined ? '' : `como «${ATTEMPT_LABELS[status]}»`
}

const said = (fact: EventFact, field: string): string => {
  const value = fact.after?.[field] ?? fact.before?.[field]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/**
 * Every fact the product records: its name, and the sentence that follows the name of who did it
 * ('Laura Pinzón' + 'creó el plan Hogar 100'). Adding one here is what makes `tx.record` accept it.
 */
export const EVENTS = {
  'session.opened': () => 'inició sesión',
  'session.refused': (fact) => `intentó entrar como ${said(fact, 'username')} y no pudo`,
  'session.closed': () => 'cerró sesión',
  'session.revoked': (fact) =>
    said(fact, 'count') === '1' ? 'cerró una sesión abierta' : `cerró ${said(fact, 'count')} sesiones abiertas`,
  'session.confirmed': () => 'confirmó su contraseña para una acción delicada',
  'session.confirm_refused': () => 'escribió mal su contraseña al confirmar una acción delicada',
  'password.changed': () => 'cambió su contraseña',
  'password.change_refused': () => 'escribió mal su contraseña actual al cambiarla',
  'password.reset': () => 'creó una contraseña nueva con un código enviado a su correo',
  'recovery.asked': () => 'pidió un código para recuperar su contraseña',
  'recovery.validated': () => 'escribió bien el código enviado a su correo',
  'recovery.refused': () => 'escribió mal un código de recuperación',
  'user.created': (fact) => `creó el usuario ${said(fact, 'username')}`,
  'user.first_login_finished': () => 'completó su primer ingreso',
  'user.toured': () => 'terminó el recorrido guiado',
  'user.updated': (fact) => `cambió el usuario ${said(fact, 'username')}`,
  'user.reset': (fact) => `pidió una contraseña nueva para ${said(fact, 'username')}`,
  'company.updated': (fact) => `cambió los datos de ${said(fact, 'name')}`,
  'company.status_changed': (fact) => `dejó ${said(fact, 'name')} ${statusOf(fact)}`,
  'profile.updated': () => 'cambió sus datos',
  'profile.pictured': (fact) => (fact.after?.is_set === true ? 'cambió su foto' : 'quitó su foto'),
  'company.logo_changed': (fact) =>
    fact.after?.is_set === true ? 'cambió el logo de la empresa' : 'quitó el logo de la empresa',
  'company.created': (fact) => `creó la empresa ${said(fact, 'name')}`,
  'client.created': (fact) => `creó el cliente ${said(fact, 'name')}`,
  'client.updated': (fact) => `cambió los datos del cliente ${said(fact, 'name')}`,
  'client.status_switched': (fact) =>
    `${fact.after?.is_active === true ? 'activó' : 'desactivó'} el acceso del cliente ${said(fact, 'name')}`,
  'client.imported': (fact) =>
    `cargó clientes de un archivo: ${said(fact, 'created')} creados y ${said(fact, 'updated')} actualizados`,
  'list.exported': (fact) => `descargó la lista de ${said(fact, 'list')} (${said(fact, 'rows')} filas)`,
  'credentials.saved': (fact) => `guardó las llaves de ${providerOf(fact)}`,
  'integration.tested': (fact) =>
    `probó la conexión con ${providerOf(fact)}${said(fact, 'problem') === '' ? ' y funcionó' : ' y no funcionó'}`,
  'provider_event.received': (fact) =>
    said(fact, 'problem') === ''
      ? `avisó de un pago${said(fact, 'reference') === '' ? '' : ` con referencia ${said(fact, 'reference')}`}`
      : 'mandó un aviso que no se pudo creer',
  'integration.stopped': (fact) => `apagó ${providerOf(fact)}`,
  'consent.given': (fact) => `registró una autorización de ${said(fact, 'name')}${purposeOf(fact)}`,
  'consent.withdrawn': (fact) => `registró que ${said(fact, 'name')} retira una autorización${purposeOf(fact)}`,
  'client.access_sent': (fact) => `envió el acceso al cliente ${said(fact, 'name')}`,
  'plan.created': (fact) => `creó el plan ${said(fact, 'name')}`,
  'plan.updated': (fact) => `cambió el plan ${said(fact, 'name')}`,
  'plan.deleted': (fact) => `eliminó el plan ${said(fact, 'name')}`,
  'contract_defaults.saved': () => 'guardó los datos por defecto de los contratos',
  'contract.created': (fact) => `creó el contrato ${said(fact, 'no_contract')}`,
  'contract.updated': (fact) => `cambió el contrato ${said(fact, 'no_contract')}`,
  'contract.signed': (fact) => `registró la firma del contrato ${said(fact, 'no_contract')}`,
  'contract.scheduled': (fact) => `programó la instalación del contrato ${said(fact, 'no_contract')}`,
  'contract.activated': (fact) => `activó el contrato ${said(fact, 'no_contract')}`,
  'contract.suspended': (fact) => `suspendió el servicio del contrato ${said(fact, 'no_contract')}`,
  'contract.reconnected': (fact) => `reconectó el servicio del contrato ${said(fact, 'no_contract')}`,
  'contract.plan_changed': (fact) => `cambió el plan del contrato ${said(fact, 'no_contract')}`,
  'contract.terminated': (fact) => `registró el retiro del contrato ${said(fact, 'no_contract')}`,
  'contract.ended': (fact) => `dio por terminado el contrato ${said(fact, 'no_contract')}`,
  'contract.cancelled': (fact) => `anuló el contrato ${said(fact, 'no_contract')}`,
  'invoice.created': (fact) => `emitió la factura ${said(fact, 'number')}`,
  'credit_note.created': (fact) => `emitió la nota crédito ${said(fact, 'number')}`,
  'dispute.opened': (fact) => `abrió un reclamo sobre la factura ${said(fact, 'number')}`,
  'dispute.resolved': (fact) => `cerró el reclamo de la factura ${said(fact, 'number')}`,
  'payment.registered': (fact) => `registró el pago ${said(fact, 'number')}`,
  'payment.reversed': (fact) => `reversó el pago ${said(fact, 'number')}`,
  'attempt.created': (fact) => `empezó el pago en línea ${said(fact, 'reference')}`,
  'attempt.moved': (fact) => `dejó el pago en línea ${said(fact, 'reference')} ${attemptOf(fact)}`,
  'payment.quarantined': (fact) => `apartó un aviso de pago para revisar: ${said(fact, 'says')}`,
  'payment_case.resolved': (fact) => `cerró un caso de pagos: ${said(fact, 'resolution')}`,
  'invoice.sent': (fact) => `envió la factura ${said(fact, 'number')} por correo`,
  'invoice.reminded': (fact) => `recordó el pago de la factura ${said(fact, 'number')}`,
  'messages.resent': (fact) => `envió de nuevo ${said(fact, 'count')} mensajes`,
  'run.sent': (fact) => `envió por correo ${said(fact, 'count')} facturas de una corrida`,
  'run.started': (fact) => `empezó la facturación masiva de ${said(fact, 'period')}`,
  'run.batch': (fact) => `facturó ${said(fact, 'created')} contratos del período ${said(fact, 'period')}`,
  'run.finished': (fact) =>
    `terminó la facturación masiva de ${said(fact, 'period')}: ${said(fact, 'created')} facturas creadas`,
  'maintenance.switched': (fact) =>
    fact.after?.active === true ? 'activó el modo de mantenimiento' : 'desactivó el modo de mantenimiento',
} as const satisfies Record<string, Sentence>

export type EventName = keyof typeof EVENTS

export const isEventName = (name: string): name is EventName => Object.hasOwn(EVENTS, name)

/** 'Laura Pinzón creó el plan Hogar 100'. An event of a newer version reads as its name. */
export function eventSentence(actorName: string, fact: EventFact): string {
  const sentence: Sentence | undefined = isEventName(fact.name) ? EVENTS[fact.name] : undefined
  return `${actorName} ${sentence ? sentence(fact) : fact.name}`
}
