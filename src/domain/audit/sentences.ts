import { COMPANY_STATUS_LABELS, COMPANY_STATUSES } from '#domain/companies/company.ts'
import { PURPOSE_LABELS, PURPOSES } from '#domain/consents/consent.ts'
import { EVENT_NAMES, type EventName, type RecordedEvent } from '#domain/core/event.ts'
import { ATTEMPT_LABELS, ATTEMPT_STATUSES } from '#domain/payments/attempt.ts'

type Sentence = (event: RecordedEvent) => string

const providerOf = (event: RecordedEvent): string => (event.after?.provider === 'factus' ? 'Factus' : 'Wompi')

/** The purpose of a consent event, in words. */
const purposeOf = (event: RecordedEvent): string => {
  const purpose = PURPOSES.find((known) => known === event.after?.purpose)
  return purpose === undefined ? '' : `: ${PURPOSE_LABELS[purpose].toLowerCase()}`
}

/** The new status of a company, in words. */
const statusOf = (event: RecordedEvent): string => {
  const status = COMPANY_STATUSES.find((known) => known === event.after?.status)
  return status === undefined ? 'en otro estado' : `como ${COMPANY_STATUS_LABELS[status].toLowerCase()}`
}

/** The new status of a payment attempt, in words. */
const attemptOf = (event: RecordedEvent): string => {
  const status = ATTEMPT_STATUSES.find((known) => known === event.after?.status)
  return status === undefined ? '' : `como «${ATTEMPT_LABELS[status]}»`
}

/** A field of the event as text: from `after` or, for something removed, from `before`. */
const fieldText = (event: RecordedEvent, field: string): string => {
  const value = event.after?.[field] ?? event.before?.[field]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** The sentence of each event, which follows the name of the actor: 'Laura Pinzón' + 'creó el plan Hogar 100'. */
export const EVENTS: Readonly<Record<EventName, Sentence>> = {
  'session.opened': () => 'inició sesión',
  'session.refused': (event) => `intentó entrar como ${fieldText(event, 'username')} y no pudo`,
  'session.closed': () => 'cerró sesión',
  'session.revoked': (event) =>
    fieldText(event, 'count') === '1'
      ? 'cerró una sesión abierta'
      : `cerró ${fieldText(event, 'count')} sesiones abiertas`,
  'session.confirmed': () => 'confirmó su contraseña para una acción delicada',
  'session.confirm_refused': () => 'escribió mal su contraseña al confirmar una acción delicada',
  'session.code_requested': (event) =>
    `escribió bien la contraseña de ${fieldText(event, 'username')}, y falta el código de verificación`,
  'two_factor.prepared': () => 'empezó a configurar su verificación en dos pasos',
  'two_factor.enabled': () => 'activó su verificación en dos pasos',
  'two_factor.disabled': () => 'desactivó su verificación en dos pasos',
  'two_factor.refused': () => 'escribió mal un código al configurar su verificación en dos pasos',
  'two_factor.recovery_code_used': (event) =>
    `usó un código de recuperación de su verificación en dos pasos (quedan ${fieldText(event, 'left')})`,
  'two_factor.reset': (event) => `quitó la verificación en dos pasos de ${fieldText(event, 'username')}`,
  'password.changed': () => 'cambió su contraseña',
  'password.change_refused': () => 'escribió mal su contraseña actual al cambiarla',
  'password.reset': () => 'creó una contraseña nueva con un código enviado a su correo',
  'recovery.asked': () => 'pidió un código para recuperar su contraseña',
  'recovery.validated': () => 'escribió bien el código enviado a su correo',
  'recovery.refused': () => 'escribió mal un código de recuperación',
  'user.created': (event) => `creó el usuario ${fieldText(event, 'username')}`,
  'user.first_login_finished': () => 'completó su primer ingreso',
  'user.toured': () => 'terminó el recorrido guiado',
  'user.updated': (event) => `cambió el usuario ${fieldText(event, 'username')}`,
  'user.reset': (event) => `pidió una contraseña nueva para ${fieldText(event, 'username')}`,
  'company.updated': (event) => `cambió los datos de ${fieldText(event, 'name')}`,
  'company.status_changed': (event) => `dejó ${fieldText(event, 'name')} ${statusOf(event)}`,
  'profile.updated': () => 'cambió sus datos',
  'profile.pictured': (event) => (event.after?.is_set === true ? 'cambió su foto' : 'quitó su foto'),
  'company.logo_changed': (event) =>
    event.after?.is_set === true ? 'cambió el logo de la empresa' : 'quitó el logo de la empresa',
  'company.document_changed': (event) =>
    `subió el documento ${fieldText(event, 'document')} de ${fieldText(event, 'name')}`,
  'company.created': (event) => `creó la empresa ${fieldText(event, 'name')}`,
  'client.created': (event) => `creó el cliente ${fieldText(event, 'name')}`,
  'client.updated': (event) => `cambió los datos del cliente ${fieldText(event, 'name')}`,
  'client.email_changed': (event) => `cambió el correo de ingreso del cliente ${fieldText(event, 'name')}`,
  'client.status_switched': (event) =>
    `${event.after?.is_active === true ? 'activó' : 'desactivó'} el acceso del cliente ${fieldText(event, 'name')}`,
  'client.imported': (event) =>
    `cargó clientes de un archivo: ${fieldText(event, 'created')} creados y ${fieldText(event, 'updated')} actualizados`,
  'opening.imported': (event) =>
    `cargó ${fieldText(event, 'documents')} facturas del sistema anterior, con lo que se debe de ellas`,
  'list.exported': (event) => `descargó la lista de ${fieldText(event, 'list')} (${fieldText(event, 'rows')} filas)`,
  'clients.read': (event) => `consultó ${fieldText(event, 'count')} registros con datos de clientes en una hora`,
  'company.read': (event) => `consultó desde la plataforma: ${fieldText(event, 'read').split(':')[0]}`,
  'credentials.saved': (event) => `guardó las llaves de ${providerOf(event)}`,
  'integration.tested': (event) =>
    `probó la conexión con ${providerOf(event)}${fieldText(event, 'problem') === '' ? ' y funcionó' : ' y no funcionó'}`,
  'provider_event.received': (event) =>
    fieldText(event, 'problem') === ''
      ? `avisó de un pago${fieldText(event, 'reference') === '' ? '' : ` con referencia ${fieldText(event, 'reference')}`}`
      : 'mandó un aviso que no se pudo creer',
  'integration.stopped': (event) => `apagó ${providerOf(event)}`,
  'consent.given': (event) => `registró una autorización de ${fieldText(event, 'name')}${purposeOf(event)}`,
  'consent.withdrawn': (event) => `registró que ${fieldText(event, 'name')} retira una autorización${purposeOf(event)}`,
  'client.access_sent': (event) => `envió el acceso al cliente ${fieldText(event, 'name')}`,
  'view.saved': (event) => `guardó la vista ${fieldText(event, 'name')}`,
  'view.removed': (event) => `borró la vista ${fieldText(event, 'name')}`,
  'plan.created': (event) => `creó el plan ${fieldText(event, 'name')}`,
  'plan.updated': (event) => `cambió el plan ${fieldText(event, 'name')}`,
  'plan.deleted': (event) => `eliminó el plan ${fieldText(event, 'name')}`,
  'contract_defaults.saved': () => 'guardó los datos por defecto de los contratos',
  'contract.created': (event) => `creó el contrato ${fieldText(event, 'no_contract')}`,
  'contract.updated': (event) => `cambió el contrato ${fieldText(event, 'no_contract')}`,
  'contract.signed': (event) => `registró la firma del contrato ${fieldText(event, 'no_contract')}`,
  'contract.scheduled': (event) => `programó la instalación del contrato ${fieldText(event, 'no_contract')}`,
  'contract.activated': (event) => `activó el contrato ${fieldText(event, 'no_contract')}`,
  'contract.suspended': (event) => `suspendió el servicio del contrato ${fieldText(event, 'no_contract')}`,
  'contract.reconnected': (event) => `reconectó el servicio del contrato ${fieldText(event, 'no_contract')}`,
  'contract.plan_changed': (event) => `cambió el plan del contrato ${fieldText(event, 'no_contract')}`,
  'contract.terminated': (event) => `registró el retiro del contrato ${fieldText(event, 'no_contract')}`,
  'contract.ended': (event) => `dio por terminado el contrato ${fieldText(event, 'no_contract')}`,
  'contract.corrected': (event) => `corrigió lo facturado del contrato ${fieldText(event, 'no_contract')}`,
  'contract.termination_withdrawn': (event) => `anuló el retiro del contrato ${fieldText(event, 'no_contract')}`,
  'contract.cancelled': (event) => `anuló el contrato ${fieldText(event, 'no_contract')}`,
  'invoice.created': (event) => `emitió la factura ${fieldText(event, 'number')}`,
  'invoice.link_revoked': (event) => `anuló el enlace de la factura ${fieldText(event, 'number')}`,
  'credit_note.created': (event) => `emitió la nota crédito ${fieldText(event, 'number')}`,
  'credit_note.sent': (event) => `envió la nota crédito ${fieldText(event, 'number')} por correo`,
  'dispute.opened': (event) => `abrió un reclamo sobre la factura ${fieldText(event, 'number')}`,
  'dispute.resolved': (event) => `cerró el reclamo de la factura ${fieldText(event, 'number')}`,
  'payment.registered': (event) => `registró el pago ${fieldText(event, 'number')}`,
  'payment.reversed': (event) => `reversó el pago ${fieldText(event, 'number')}`,
  'credit.applied': (event) => `cruzó el saldo a favor de ${fieldText(event, 'client')} con sus facturas`,
  'credit.refunded': (event) =>
    `devolvió saldo a favor a ${fieldText(event, 'client')}: devolución ${fieldText(event, 'number')}`,
  'payment.certified': (event) => `guardó el certificado de retenciones del recibo ${fieldText(event, 'number')}`,
  'attempt.created': (event) => `empezó el pago en línea ${fieldText(event, 'reference')}`,
  'attempt.moved': (event) => `dejó el pago en línea ${fieldText(event, 'reference')} ${attemptOf(event)}`,
  'receipt.sent': (event) => `envió el recibo ${fieldText(event, 'number')} por correo`,
  'payment.quarantined': (event) => `apartó un aviso de pago para revisar: ${fieldText(event, 'says')}`,
  'payment_case.resolved': (event) => `cerró un caso de pagos: ${fieldText(event, 'resolution')}`,
  'invoice.sent': (event) => `envió la factura ${fieldText(event, 'number')} por correo`,
  'invoice.reminded': (event) => `recordó el pago de la factura ${fieldText(event, 'number')}`,
  'messages.resent': (event) => `envió de nuevo ${fieldText(event, 'count')} mensajes`,
  'run.sent': (event) => `envió por correo ${fieldText(event, 'count')} facturas de una corrida`,
  'run.started': (event) => `empezó la facturación masiva de ${fieldText(event, 'period')}`,
  'run.batch': (event) => `facturó ${fieldText(event, 'created')} contratos del período ${fieldText(event, 'period')}`,
  'run.finished': (event) =>
    `terminó la facturación masiva de ${fieldText(event, 'period')}: ${fieldText(event, 'created')} facturas creadas`,
  'money_account.created': (event) => `agregó la cuenta ${fieldText(event, 'name')} para recibir pagos`,
  'money_account.updated': (event) => `cambió la cuenta ${fieldText(event, 'name')} que recibe pagos`,
  'books.closed': (event) =>
    fieldText(event, 'closed_through') === ''
      ? 'abrió de nuevo toda la contabilidad'
      : `${fieldText(event, 'reason') === '' ? 'cerró' : 'abrió de nuevo días de'} la contabilidad: queda cerrada hasta el ${fieldText(event, 'closed_through')}`,
  'small_balances.limited': (event) =>
    event.after?.['limit'] === null
      ? 'dejó sin límite de saldo pequeño: no se cierra ninguno'
      : `cambió el límite de saldo pequeño a ${fieldText(event, 'limit')} pesos`,
  'small_balances.closed': (event) =>
    `cerró ${fieldText(event, 'count')} saldos pequeños por ${fieldText(event, 'amount')} pesos`,
  'small_balance.reopened': (event) => `reversó el cierre del saldo de la factura ${fieldText(event, 'number')}`,
  'parameter.added': (event) =>
    `registró ${fieldText(event, 'label')}: ${fieldText(event, 'value')} desde el ${fieldText(event, 'valid_from')}`,
  'maintenance.switched': (event) =>
    event.after?.active === true ? 'activó el modo de mantenimiento' : 'desactivó el modo de mantenimiento',
}

export const isEventName = (name: string): name is EventName => EVENT_NAMES.some((known) => known === name)

/** 'Laura Pinzón creó el plan Hogar 100'. An unknown event, of a newer version, is shown by its name. */
export function eventSentence(actorName: string, event: RecordedEvent): string {
  const sentence: Sentence | undefined = isEventName(event.name) ? EVENTS[event.name] : undefined
  return `${actorName} ${sentence ? sentence(event) : event.name}`
}
