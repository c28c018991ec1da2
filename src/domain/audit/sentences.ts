import { COMPANY_STATUS_LABELS, COMPANY_STATUSES } from '#domain/companies/company.ts'
import { PURPOSE_LABELS, PURPOSES } from '#domain/consents/consent.ts'
import { dayLabel, isDay } from '#domain/core/days.ts'
import { EVENT_NAMES, type EventName, type RecordedEvent } from '#domain/core/event.ts'
import { ATTEMPT_LABELS, ATTEMPT_STATUSES } from '#domain/payments/attempt.ts'
import { ACCEPTANCE_SENTENCES } from './acceptance-sentences.ts'
import { BALANCE_SENTENCES } from './balance-sentences.ts'
import { BANK_SENTENCES } from './bank-sentences.ts'
import { BUCKET_EVENTS } from './bucket-sentences.ts'
import { BUREAU_SENTENCES } from './bureau-sentences.ts'
import { CASH_SENTENCES } from './cash-sentences.ts'
import { ENDING_SENTENCES } from './ending-sentences.ts'
import { fieldText, type Sentence } from './field-text.ts'
import { haltSentence } from './halt-sentence.ts'
import { methodSentence } from './method-sentence.ts'
import { OUTAGE_SENTENCES } from './outage-sentences.ts'
import { PQR_SENTENCES } from './pqr-sentences.ts'
import { providerOf } from './provider-name.ts'
import { RECONNECTION_SENTENCES } from './reconnection-sentences.ts'
import { WEBHOOK_SENTENCES } from './webhook-sentences.ts'
import { WHATSAPP_SENTENCES } from './whatsapp-sentences.ts'

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

/** ' hasta el 5 de diciembre de 2026'. */
function untilText(event: RecordedEvent): string {
  const until = fieldText(event, 'until_on')
  return isDay(until) ? ` hasta el ${dayLabel(until)}` : ''
}

/** The outcome of a promise or an agreement, in words. */
function promiseOutcome(event: RecordedEvent): string {
  const outcome = event.after?.outcome
  return outcome === 'kept' ? 'cumplido' : outcome === 'broken' ? 'incumplido' : 'cancelado'
}

/** 'la visita del contrato AF-000123 (Instalación)'. */
function visitOf(event: RecordedEvent): string {
  const kind = fieldText(event, 'kind')
  return `la visita del contrato ${fieldText(event, 'no_contract')}${kind === '' ? '' : ` (${kind})`}`
}

/** ' para el 5 de diciembre de 2026', when the visit of the event has a day. */
function visitDayOf(event: RecordedEvent): string {
  const on = fieldText(event, 'day')
  return isDay(on) ? ` para el ${dayLabel(on)}` : ''
}
/** An installation report in words: its number in its municipality, and its contract. */
const reportOf = (event: RecordedEvent): string =>
  `el acta ${fieldText(event, 'consecutive')} de ${fieldText(event, 'city')}, del contrato ${fieldText(event, 'no_contract')}`

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
  'company.tax_regime_set': (event) => `cambió el régimen tributario de ${fieldText(event, 'name')}`,
  ...BUCKET_EVENTS,
  'company.created': (event) => `creó la empresa ${fieldText(event, 'name')}`,
  'company.imported': (event) => `trajo de otra instalación la empresa ${fieldText(event, 'name')}`,
  'client.created': (event) => `creó el cliente ${fieldText(event, 'name')}`,
  'client.updated': (event) => `cambió los datos del cliente ${fieldText(event, 'name')}`,
  'client.email_changed': (event) => `cambió el correo de ingreso del cliente ${fieldText(event, 'name')}`,
  'client.status_switched': (event) =>
    `${event.after?.is_active === true ? 'activó' : 'desactivó'} el acceso del cliente ${fieldText(event, 'name')}`,
  'client.imported': (event) =>
    `cargó clientes de un archivo: ${fieldText(event, 'created')} creados y ${fieldText(event, 'updated')} actualizados`,
  'client.import_undone': (event) => `deshizo la carga de ${fieldText(event, 'file')}: quitó lo que la carga creó`,
  'opening.imported': (event) =>
    `cargó ${fieldText(event, 'documents')} facturas del sistema anterior, con lo que se debe de ellas`,
  'list.exported': (event) => `descargó la lista de ${fieldText(event, 'list')} (${fieldText(event, 'rows')} filas)`,
  'client.data_copied': (event) => `descargó una copia de todos sus datos (${fieldText(event, 'files')} archivos)`,
  'bulk.started': (event) => `pidió ${fieldText(event, 'label')}: ${fieldText(event, 'count')} de la lista`,
  'bulk.cancelled': (event) => `detuvo la tarea de ${fieldText(event, 'label')}`,
  'bulk.finished': (event) =>
    `terminó de ${fieldText(event, 'label')}: ${fieldText(event, 'done')} hechas y ${fieldText(event, 'failed')} sin hacer`,
  'bulk.undone': (event) =>
    `deshizo la tarea de ${fieldText(event, 'label')}: ${fieldText(event, 'count')} no salieron`,
  'clients.read': (event) => `consultó ${fieldText(event, 'count')} registros con datos de clientes en una hora`,
  'company.read': (event) => `consultó desde la plataforma: ${fieldText(event, 'read').split(':')[0]}`,
  'credentials.saved': (event) => `guardó las llaves de ${providerOf(event)}`,
  'integration.tested': (event) =>
    `probó la conexión con ${providerOf(event)}${fieldText(event, 'problem') === '' ? ' y funcionó' : ' y no funcionó'}`,
  'provider_event.received': (event) =>
    fieldText(event, 'problem') === ''
      ? `avisó de un pago${fieldText(event, 'reference') === '' ? '' : ` con referencia ${fieldText(event, 'reference')}`}`
      : 'mandó un aviso que no se pudo creer',
  'integration.stopped': (event) =>
    `apagó ${providerOf(event)}${fieldText(event, 'problem') === '' ? '' : `: ${fieldText(event, 'problem')}`}`,
  'integration.methods_changed': methodSentence,
  'integration.page_offered': ({ after }) =>
    after?.['is_offered'] === true
      ? 'ofreció la página de Wompi para pagar'
      : 'dejó de ofrecer la página de Wompi para pagar',
  ...WHATSAPP_SENTENCES,
  'numbering_range.chosen': (event) =>
    `eligió el rango ${fieldText(event, 'prefix')} para las ${event.after?.document === 'credit_note' ? 'notas crédito' : 'facturas'}`,
  'numbering_range.warned': (event) => `avisó que el rango ${fieldText(event, 'prefix')} de numeración se acaba`,
  'consent.given': (event) => `registró una autorización de ${fieldText(event, 'name')}${purposeOf(event)}`,
  'consent.withdrawn': (event) => `registró que ${fieldText(event, 'name')} retira una autorización${purposeOf(event)}`,
  'client.access_sent': (event) => `envió el acceso al cliente ${fieldText(event, 'name')}`,
  'view.saved': (event) => `guardó la vista ${fieldText(event, 'name')}`,
  'view.renamed': (event) => `cambió el nombre de la vista a ${fieldText(event, 'name')}`,
  'view.chosen': (event) => `eligió abrir una lista con la vista ${fieldText(event, 'name')}`,
  'view.unchosen': (event) => `dejó de abrir una lista con la vista ${fieldText(event, 'name')}`,
  'view.removed': (event) => `borró la vista ${fieldText(event, 'name')}`,
  'plan.created': (event) => `creó el plan ${fieldText(event, 'name')}`,
  'plan.updated': (event) => `cambió el plan ${fieldText(event, 'name')}`,
  'plan.deleted': (event) => `eliminó el plan ${fieldText(event, 'name')}`,
  'contract_defaults.saved': () => 'guardó los datos por defecto de los contratos',
  'equipment_values.saved': () => 'guardó el valor de los equipos en comodato',
  'contract.created': (event) => `creó el contrato ${fieldText(event, 'no_contract')}`,
  'contract.updated': (event) => `cambió el contrato ${fieldText(event, 'no_contract')}`,
  'contract.signed': (event) => `registró la firma del contrato ${fieldText(event, 'no_contract')}`,
  'contract.signing_sent': (event) =>
    `envió a ${fieldText(event, 'to')} el enlace para firmar el contrato ${fieldText(event, 'no_contract')}`,
  'contract.signing_revoked': (event) => `anuló el enlace para firmar el contrato ${fieldText(event, 'no_contract')}`,
  'contract.scheduled': (event) => `programó la instalación del contrato ${fieldText(event, 'no_contract')}`,
  'contract.activated': (event) => `activó el contrato ${fieldText(event, 'no_contract')}`,
  'contract.suspended': (event) => `suspendió el servicio del contrato ${fieldText(event, 'no_contract')}`,
  'contract.paused': (event) => `programó una pausa del contrato ${fieldText(event, 'no_contract')}`,
  'contract.pause_cancelled': (event) => `anuló la pausa del contrato ${fieldText(event, 'no_contract')}`,
  'contract.reconnected': (event) => `reconectó el servicio del contrato ${fieldText(event, 'no_contract')}`,
  'contract.plan_changed': (event) => `cambió el plan del contrato ${fieldText(event, 'no_contract')}`,
  'contract.plan_change_cancelled': (event) =>
    `anuló el cambio de plan del contrato ${fieldText(event, 'no_contract')}`,
  'contract.transfer_planned': (event) => `programó el traslado del contrato ${fieldText(event, 'no_contract')}`,
  'contract.transfer_cancelled': (event) => `anuló el traslado del contrato ${fieldText(event, 'no_contract')}`,
  'contract.transferred': (event) => `trasladó el servicio del contrato ${fieldText(event, 'no_contract')}`,
  'contract.cession_requested': (event) =>
    `registró la solicitud de ceder el contrato ${fieldText(event, 'no_contract')}`,
  'contract.cession_accepted': (event) => `aceptó la cesión del contrato ${fieldText(event, 'no_contract')}`,
  'contract.cession_refused': (event) => `rechazó ceder el contrato ${fieldText(event, 'no_contract')}`,
  'contract.ceded': (event) => `cambió el titular del contrato ${fieldText(event, 'no_contract')}`,
  'contract.cession_near': (event) =>
    `avisó que la cesión del contrato ${fieldText(event, 'no_contract')} se responde pronto`,
  'contract.cession_late': (event) =>
    `avisó que la cesión del contrato ${fieldText(event, 'no_contract')} no se respondió a tiempo`,
  'contract.installation_near': (event) =>
    `avisó que el contrato ${fieldText(event, 'no_contract')} se debe instalar pronto`,
  'contract.installation_late': (event) =>
    `avisó que el contrato ${fieldText(event, 'no_contract')} no se instaló a tiempo`,
  'contract.refund_near': (event) =>
    `avisó que se acerca el último día para devolver lo pagado del contrato ${fieldText(event, 'no_contract')}`,
  'contract.refund_late': (event) =>
    `avisó que no se devolvió a tiempo lo pagado del contrato ${fieldText(event, 'no_contract')}`,
  ...ENDING_SENTENCES,
  'contract.equipment_removed': (event) =>
    `detuvo el cobro del contrato ${fieldText(event, 'no_contract')} porque los equipos se retiraron`,
  'contract.corrected': (event) => `corrigió lo facturado del contrato ${fieldText(event, 'no_contract')}`,
  'evidence.uploaded': (event) => `subió una ${event.after?.kind === 'signature' ? 'firma' : 'foto'} para un acta`,
  'report.created': (event) => `guardó ${reportOf(event)} (${fieldText(event, 'order')})`,
  'report.video_added': (event) => `agregó el video de ${reportOf(event)}`,
  'report.equipment_saved': (event) => `guardó los equipos y los datos técnicos de ${reportOf(event)}`,
  'report.task_finished': (event) => `cerró la tarea de ${reportOf(event)}`,
  'contract.document_added': (event) =>
    `anexó «${fieldText(event, 'title')}» al contrato ${fieldText(event, 'no_contract')}`,
  'contract.document_removed': (event) =>
    `quitó el anexo «${fieldText(event, 'title')}» del contrato ${fieldText(event, 'no_contract')}`,
  'network_device.added': (event) => `agregó el equipo de red ${fieldText(event, 'name')}`,
  'network_device.changed': (event) => `cambió el equipo de red ${fieldText(event, 'name')}`,
  'network_device.tested': (event) => `probó el equipo de red ${fieldText(event, 'name')}`,
  'network_device.compared': (event) => `comparó el equipo de red ${fieldText(event, 'name')}`,
  'network_device.halted': (event) => haltSentence(fieldText(event, 'reason')),
  'network_device.confirmed': (event) =>
    `confirmó ${event.after?.['reason'] === 'cuts' ? 'los cortes' : 'las correcciones'} del equipo de red ${fieldText(event, 'name')}`,
  'network_service.assigned': (event) =>
    fieldText(event, 'no_contract') === ''
      ? `asignó ${fieldText(event, 'count')} conexiones`
      : `asignó la conexión del contrato ${fieldText(event, 'no_contract')}`,
  'network_order.retried': (event) => `repitió una orden a la red del contrato ${fieldText(event, 'no_contract')}`,
  'network_order.failed': (event) =>
    `no pudo cumplir una orden a la red del contrato ${fieldText(event, 'no_contract')}`,
  'equipment.created': (event) => `agregó el equipo ${fieldText(event, 'name')}`,
  'equipment.imported': (event) => `agregó ${fieldText(event, 'created')} equipos ${fieldText(event, 'name')}`,
  'equipment.updated': (event) => `completó los datos del equipo ${fieldText(event, 'name')}`,
  'equipment.moved': (event) => `movió el equipo ${fieldText(event, 'name')}`,
  'equipment.charged': (event) =>
    `cobró el equipo no devuelto ${fieldText(event, 'name')} en el contrato ${fieldText(event, 'no_contract')}`,
  'equipment.charge_removed': (event) => `quitó el cobro del equipo ${fieldText(event, 'name')}, que volvió`,
  ...OUTAGE_SENTENCES,
  'visit.created': (event) => `creó ${visitOf(event)}, por programar`,
  'visit.planned': (event) => `programó ${visitOf(event)}${visitDayOf(event)}`,
  'visit.moved': (event) => `reprogramó ${visitOf(event)}${visitDayOf(event)}`,
  'visit.assigned': (event) =>
    fieldText(event, 'technician') === ''
      ? `dejó sin técnico ${visitOf(event)}`
      : `asignó a ${fieldText(event, 'technician')} ${visitOf(event)}`,
  'visit.cancelled': (event) => `canceló ${visitOf(event)}`,
  'visit.missed': (event) => `marcó como no hecha ${visitOf(event)}`,
  'visit.done': (event) => `marcó como hecha ${visitOf(event)}`,
  'invoice.created': (event) => `emitió la factura ${fieldText(event, 'number')}`,
  'invoice.link_revoked': (event) => `anuló el enlace de la factura ${fieldText(event, 'number')}`,
  'credit_note.created': (event) => `emitió la nota crédito ${fieldText(event, 'number')}`,
  'credit_note.sent': (event) => `envió la nota crédito ${fieldText(event, 'number')} por correo`,
  'dispute.opened': (event) => `abrió un reclamo sobre la factura ${fieldText(event, 'number')}`,
  'dispute.raised': (event) => `agregó valor al reclamo de la factura ${fieldText(event, 'number')}`,
  'dispute.resolved': (event) => `cerró el reclamo de la factura ${fieldText(event, 'number')}`,
  ...BANK_SENTENCES,
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
  ...CASH_SENTENCES,
  'books.closed': (event) =>
    fieldText(event, 'closed_through') === ''
      ? 'abrió de nuevo toda la contabilidad'
      : `${fieldText(event, 'reason') === '' ? 'cerró' : 'abrió de nuevo días de'} la contabilidad: queda cerrada hasta el ${fieldText(event, 'closed_through')}`,
  ...BALANCE_SENTENCES,
  'api_token.created': (event) => `creó la clave de la API ${fieldText(event, 'name')}`,
  'api_token.revoked': (event) => `anuló la clave de la API ${fieldText(event, 'name')}`,
  ...PQR_SENTENCES,
  ...WEBHOOK_SENTENCES,
  'chart.changed': (event) => `cambió la cuenta PUC de ${fieldText(event, 'label')}: ${fieldText(event, 'account')}`,
  'vouchers.handed_over': (event) =>
    `hizo el lote ${fieldText(event, 'number')} de comprobantes contables, con ${fieldText(event, 'vouchers')}`,
  'vouchers.downloaded': (event) =>
    `descargó el lote ${fieldText(event, 'number')} de comprobantes contables (vez ${fieldText(event, 'time')})`,
  'report_schedule.created': (event) => `programó el envío por correo de ${fieldText(event, 'label')}`,
  'report_schedule.removed': (event) => `quitó el envío por correo de ${fieldText(event, 'label')}`,
  'report_schedule.sent': (event) =>
    `envió por correo el reporte de ${fieldText(event, 'label')} a ${fieldText(event, 'people')} personas`,
  'electronic.rejected': (event) =>
    `avisó que la DIAN rechazó el documento ${fieldText(event, 'number')}${reasonOf(event)}`,
  'electronic.given_up': (event) =>
    `dejó por revisar el documento electrónico ${fieldText(event, 'number')}${reasonOf(event)}`,
  'electronic.stopped': (event) => `detuvo el envío de documentos electrónicos${reasonOf(event)}`,
  'electronic.queued': (event) =>
    `puso en la fila de la DIAN las facturas de ${fieldText(event, 'period')} que no tenían documento`,
  'electronic.retried': (event) =>
    `envió de nuevo ${event.after?.['count'] === 1 ? 'un documento electrónico' : 'documentos electrónicos'}`,
  'electronic.paused': () => 'pausó el envío de documentos electrónicos',
  'electronic.resumed': () => 'reanudó el envío de documentos electrónicos',
  'electronic.reconciled': (event) => `concilió los documentos electrónicos de ${fieldText(event, 'period')}`,
  ...ACCEPTANCE_SENTENCES,
  'collection_policy.saved': (event) =>
    `guardó la política de cartera ${fieldText(event, 'mode_label').toLowerCase()} (versión ${fieldText(event, 'version')})`,
  'collection_template.saved': (event) => `cambió las palabras de «${fieldText(event, 'label')}»`,
  'collections.decided': (event) =>
    `decidió la cartera del ${fieldText(event, 'on')}: ${fieldText(event, 'to_notify')} avisos y ${fieldText(event, 'to_cut')} cortes`,
  'collections.approved': (event) =>
    `aprobó los ${fieldText(event, 'to_cut')} cortes del ${fieldText(event, 'on')} que el freno detuvo`,
  'collections.stopped': (event) => `detuvo los avisos y cortes del ${fieldText(event, 'on')} que faltaban`,
  'collections.notice_given': (event) => `registró un aviso de corte del contrato ${fieldText(event, 'no_contract')}`,
  ...BUREAU_SENTENCES,
  'client.contacted': (event) =>
    `contactó a ${fieldText(event, 'client')} por ${fieldText(event, 'channel')} por una deuda`,
  ...RECONNECTION_SENTENCES,
  'promise.made': (event) =>
    `registró una promesa de pago del contrato ${fieldText(event, 'no_contract')}${untilText(event)}`,
  'promise.ended': (event) =>
    `cerró la promesa de pago del contrato ${fieldText(event, 'no_contract')} como ${promiseOutcome(event)}`,
  'promise.restored': (event) =>
    `reabrió la promesa de pago del contrato ${fieldText(event, 'no_contract')}${untilText(event)}: el pago se reversó`,
  'agreement.made': (event) => `registró un acuerdo de pago del contrato ${fieldText(event, 'no_contract')}`,
  'agreement.restored': (event) =>
    `reabrió el acuerdo de pago del contrato ${fieldText(event, 'no_contract')}: ${
      event.after?.reversed === true ? 'el pago se reversó' : 'la cuota se había pagado a tiempo'
    }`,
  'agreement.instalment_near': (event) =>
    `avisó de la próxima cuota del acuerdo de pago del contrato ${fieldText(event, 'no_contract')}`,
  'agreement.ended': (event) =>
    `cerró el acuerdo de pago del contrato ${fieldText(event, 'no_contract')} como ${promiseOutcome(event)}`,
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

/** ': El NIT está mal.'; empty without a reason. */
const reasonOf = (event: RecordedEvent): string => {
  const reason = fieldText(event, 'reason')
  return reason === '' ? '' : `: ${reason}`
}
