import { dayLabel, isDay } from '#domain/core/days.ts'
import type { RecordedEvent } from '#domain/core/event.ts'
import { paths } from '#domain/core/paths.ts'
import type { Role } from '#domain/core/roles.ts'
import { contractPath, fixedPath, type NotificationRule, type RulesByEvent, textOf } from './rule.ts'

/** ' del 1 al 30 …': the days of a pause, in words. */
const pausedDays = (event: RecordedEvent): string => {
  const [from, to] = [textOf(event, 'paused_from'), textOf(event, 'paused_to')]
  return isDay(from) && isDay(to) ? ` del ${dayLabel(from)} al ${dayLabel(to)}` : ''
}

const contractRule = (text: (no: string) => string): NotificationRule => ({
  topic: 'contracts',
  client: 'contract',
  text: (event) => text(textOf(event, 'no_contract')),
  href: contractPath,
})

/** A change of the contract of which its client gets a separate email (message.contract). */
const changeRule = (text: (no: string) => string): NotificationRule => ({
  ...contractRule(text),
  hasOwnEmail: () => true,
})

/** A day that is near or has passed, for the desk. */
const dueRule = (text: (no: string, day: string) => string, others: readonly Role[] = []): NotificationRule => ({
  topic: 'contracts',
  staff: ['financial', ...others],
  text: (event) => {
    const due = textOf(event, 'due_on')
    return text(textOf(event, 'no_contract'), isDay(due) ? dayLabel(due) : due)
  },
  href: contractPath,
})

/** ' el 5 de diciembre de 2026, en la mañana', when the visit has a day. */
function visitTimeOf(event: RecordedEvent): string {
  const on = textOf(event, 'day')
  return isDay(on) ? ` el ${dayLabel(on)}, ${uncapitalise(textOf(event, 'time'))}` : ''
}
const uncapitalise = (words: string): string => words.slice(0, 1).toLowerCase() + words.slice(1)
const visitKindOf = (event: RecordedEvent): string => textOf(event, 'kind').toLowerCase()

/** The client and the technician of a visit. The client gets a separate email. */
const visitRules = (
  clientText: (event: RecordedEvent) => string,
  technicianText: (event: RecordedEvent) => string,
  hadDay: (event: RecordedEvent) => boolean,
): readonly NotificationRule[] => [
  { topic: 'contracts', client: 'visit', when: hadDay, text: clientText, href: contractPath, hasOwnEmail: () => true },
  { ...technicianRule(technicianText), when: hadDay },
]

const technicianRule = (text: (event: RecordedEvent) => string): NotificationRule => ({
  topic: 'contracts',
  staff: ['technical'],
  user: (event) => textOf(event, 'technician_id') || null,
  text,
  href: fixedPath(paths.dashboard),
})

const isRetraction = (event: RecordedEvent): boolean => textOf(event, 'retracted_on') !== ''
const hasRefund = ({ after }: RecordedEvent): boolean => typeof after?.['to_refund'] === 'number'
const refundDay = (event: RecordedEvent): string => {
  const on = textOf(event, 'refund_by')
  return isDay(on) ? dayLabel(on) : on
}
const hasDay = (event: RecordedEvent): boolean => textOf(event, 'day') !== ''
/** What the desk must know of a report: its task, and a speed under the contracted one. */
const reportText = (event: RecordedEvent): string =>
  [
    `Acta del contrato ${textOf(event, 'no_contract')}`,
    ...(textOf(event, 'task') === '' ? [] : [textOf(event, 'task')]),
    ...(event.after?.['is_under_speed'] === true ? ['Al menos una prueba dio menos velocidad que la contratada'] : []),
  ].join('. ')

/** The notifications of contracts, their visits and their installation reports. */
export const CONTRACT_RULES: RulesByEvent = {
  'contract.document_added': [
    {
      topic: 'contracts',
      client: 'contract',
      text: (event) => `Anexamos «${textOf(event, 'title')}» a tu contrato ${textOf(event, 'no_contract')}`,
      href: (event) => paths.contractDocuments(textOf(event, 'no_contract')),
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
  // Recorded before there were visits.
  'contract.scheduled': [contractRule((no) => `Programamos la instalación de tu contrato ${no}`)],
  'visit.planned': visitRules(
    (event) => `Te visitamos${visitTimeOf(event)}: ${visitKindOf(event)}`,
    (event) =>
      `Tienes una visita${visitTimeOf(event)}: ${visitKindOf(event)}, contrato ${textOf(event, 'no_contract')}`,
    hasDay,
  ),
  'visit.moved': visitRules(
    (event) => `Cambiamos tu visita: ahora es${visitTimeOf(event)} (${visitKindOf(event)})`,
    (event) => `Una visita tuya cambió: es${visitTimeOf(event)}. Contrato ${textOf(event, 'no_contract')}`,
    hasDay,
  ),
  'visit.cancelled': visitRules(
    (event) => `Cancelamos la visita que tenías${visitTimeOf(event)}: ${textOf(event, 'reason')}`,
    (event) => `Se canceló tu visita${visitTimeOf(event)}: contrato ${textOf(event, 'no_contract')}`,
    hasDay,
  ),
  'visit.assigned': [
    technicianRule((event) => `Te asignaron una visita${visitTimeOf(event)}: contrato ${textOf(event, 'no_contract')}`),
  ],
  'network_order.failed': [
    {
      topic: 'contracts',
      staff: ['network'],
      text: (event) =>
        `Falló una orden a la red del contrato ${textOf(event, 'no_contract')}: ${textOf(event, 'problem')}`,
      href: fixedPath(paths.network),
    },
  ],
  'network_device.halted': [
    {
      topic: 'contracts',
      staff: ['network', 'admin'],
      text: (event) =>
        textOf(event, 'reason') === 'credentials'
          ? `El equipo ${textOf(event, 'device')} no aceptó las credenciales y no recibe órdenes, tampoco reconexiones: guárdalas otra vez y pruébalo`
          : `El equipo ${textOf(event, 'device')} espera que alguien confirme lo que le falta`,
      href: fixedPath(paths.networkDevices),
    },
  ],
  'contract.activated': [contractRule((no) => `Tu servicio quedó activo. Contrato ${no}`)],
  // A pause that goes on after a cut is in the notification of its end.
  'contract.suspended': [
    {
      ...contractRule((no) => `Suspendimos el servicio de tu contrato ${no}`),
      when: (event) => event.after?.['is_after_cut'] !== true,
    },
  ],
  'contract.paused': [
    {
      topic: 'contracts',
      client: 'contract',
      text: (event) => `Programamos la pausa de tu contrato ${textOf(event, 'no_contract')}${pausedDays(event)}`,
      href: contractPath,
      hasOwnEmail: () => true,
    },
  ],
  'contract.pause_cancelled': [changeRule((no) => `Anulamos la pausa de tu contrato ${no}: tu servicio sigue`)],
  'contract.reconnected': [
    {
      topic: 'contracts',
      client: 'contract',
      text: (event) => {
        const [no, until] = [textOf(event, 'no_contract'), textOf(event, 'paused_until')]
        return isDay(until)
          ? `Terminó el corte por mora de tu contrato ${no}. La pausa que pediste sigue hasta el ${dayLabel(until)}`
          : `Reconectamos el servicio de tu contrato ${no}`
      },
      href: contractPath,
    },
  ],
  'contract.plan_changed': [changeRule((no) => `Cambiamos el plan de tu contrato ${no}`)],
  'contract.plan_change_cancelled': [changeRule((no) => `Anulamos el cambio de plan de tu contrato ${no}`)],
  'contract.transfer_planned': [
    changeRule((no) => `Programamos el traslado de tu contrato ${no}`),
    {
      topic: 'contracts',
      staff: ['technical', 'network'],
      text: (event) => `Hay un traslado programado: contrato ${textOf(event, 'no_contract')}`,
      href: contractPath,
    },
  ],
  'contract.transfer_cancelled': [changeRule((no) => `Anulamos el traslado de tu contrato ${no}`)],
  'contract.transferred': [contractRule((no) => `Tu contrato ${no} ya tiene su dirección nueva`)],
  'contract.cession_requested': [
    changeRule((no) => `Recibimos tu solicitud de ceder el contrato ${no}`),
    {
      topic: 'contracts',
      staff: ['financial'],
      text: (event) => `Hay una cesión por responder: contrato ${textOf(event, 'no_contract')}`,
      href: contractPath,
    },
  ],
  'contract.cession_accepted': [changeRule((no) => `Aceptamos la cesión de tu contrato ${no}`)],
  'contract.cession_refused': [changeRule((no) => `No aceptamos la cesión de tu contrato ${no}`)],
  'contract.ceded': [contractRule((no) => `El contrato ${no} está a tu nombre`)],
  'contract.cession_near': [dueRule((no, day) => `Responde la cesión del contrato ${no} a más tardar el ${day}`)],
  'contract.cession_late': [dueRule((no, day) => `La cesión del contrato ${no} se debía responder el ${day}`)],
  'contract.installation_near': [
    dueRule((no, day) => `El contrato ${no} se debe instalar a más tardar el ${day}`, ['technical']),
  ],
  'contract.installation_late': [
    dueRule(
      (no, day) =>
        `El contrato ${no} se debía instalar el ${day}: el cliente puede terminarlo y se le devuelve lo que pagó`,
    ),
  ],
  'contract.refund_near': [
    {
      ...dueRule((no, day) => `Devuelve lo que el cliente pagó del contrato ${no} a más tardar el ${day}`),
      href: fixedPath(paths.contractRefunds),
    },
  ],
  'contract.refund_late': [
    {
      ...dueRule((no, day) => `Lo que el cliente pagó del contrato ${no} se debía devolver el ${day}`),
      href: fixedPath(paths.overdueContractRefunds),
    },
  ],
  // Only a retraction: the desk cancels the others itself.
  'contract.cancelled': [
    {
      topic: 'contracts',
      staff: ['financial'],
      when: isRetraction,
      text: (event) =>
        hasRefund(event)
          ? `El cliente se retractó del contrato ${textOf(event, 'no_contract')}: devuélvele lo que pagó a más tardar el ${refundDay(event)}`
          : `El cliente se retractó del contrato ${textOf(event, 'no_contract')}: no tenía pagos por devolver`,
      href: contractPath,
    },
    { ...changeRule((no) => `Registramos tu retracto del contrato ${no}: no pagas nada por él`), when: isRetraction },
  ],
  'contract.terminated': [changeRule((no) => `Registramos el retiro de tu contrato ${no}`)],
  'contract.equipment_removed': [
    changeRule((no) => `Recogimos los equipos de tu contrato ${no}: no te cobramos los días que siguen`),
  ],
  'contract.termination_withdrawn': [changeRule((no) => `Tu contrato ${no} sigue: anulamos el retiro`)],
  'report.created': [
    {
      topic: 'contracts',
      client: 'contract',
      text: (event) => `Ya puedes ver el acta de la visita a tu contrato ${textOf(event, 'no_contract')}`,
      href: (event) => paths.view('acta', textOf(event, 'id')),
    },
    {
      topic: 'contracts',
      staff: ['financial'],
      when: (event) => textOf(event, 'task') !== '' || event.after?.['is_under_speed'] === true,
      text: reportText,
      href: (event) => paths.view('acta', textOf(event, 'id')),
    },
  ],
}
