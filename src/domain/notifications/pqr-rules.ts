import type { RecordedEvent } from '#domain/core/event.ts'
import { paths } from '#domain/core/paths.ts'
import type { Role } from '#domain/core/roles.ts'
import { type NotificationRule, type RulesByEvent, shortDay, textOf } from './rule.ts'

/** The case on its page: a client has the own list, an administrator the reading view. */
const pqrPath = (event: RecordedEvent, role: Role): string => {
  const id = textOf(event, 'id')
  return role === 'client' ? paths.ownPqr(id) : role === 'admin' ? paths.dashboard : paths.pqrCase(id)
}

/** A rule of the staff that answers cases. */
const pqrStaffRule = (
  text: (event: RecordedEvent) => string,
  staff: readonly Role[] = ['financial', 'technical'],
): NotificationRule => ({
  topic: 'pqr',
  staff,
  text,
  href: pqrPath,
})

/** The notifications of PQR cases. */
export const PQR_RULES: RulesByEvent = {
  'pqr.filed': [
    {
      topic: 'pqr',
      client: 'pqr',
      when: (event) => event.after?.['side'] === 'empresa',
      text: (event) =>
        `Radicamos tu PQR ${textOf(event, 'reference')}. Te respondemos a más tardar el ${shortDay(event, 'answer_by')}`,
      href: pqrPath,
      hasOwnEmail: () => true,
    },
    {
      topic: 'pqr',
      staff: ['financial'],
      text: (event) => `Llegó la PQR ${textOf(event, 'reference')}: ${textOf(event, 'subject')}`,
      href: pqrPath,
    },
    {
      topic: 'pqr',
      staff: ['technical'],
      when: (event) => event.after?.['is_technical'] === true,
      text: (event) => `Llegó la PQR ${textOf(event, 'reference')}: ${textOf(event, 'subject')}`,
      href: pqrPath,
    },
  ],
  'pqr.assigned': [
    pqrStaffRule((event) => `La PQR ${textOf(event, 'reference')} quedó a nombre de ${textOf(event, 'assignee')}`),
  ],
  'pqr.messaged': [
    {
      topic: 'pqr',
      client: 'pqr',
      when: (event) => event.after?.['side'] === 'empresa' && event.after['is_internal'] !== true,
      text: (event) => `Te escribimos en tu PQR ${textOf(event, 'reference')}`,
      href: pqrPath,
    },
    {
      topic: 'pqr',
      staff: ['financial', 'technical'],
      when: (event) => event.after?.['side'] === 'cliente',
      text: (event) => `Hay un mensaje nuevo en la PQR ${textOf(event, 'reference')}`,
      href: pqrPath,
    },
  ],
  'pqr.info_requested': [
    {
      topic: 'pqr',
      client: 'pqr',
      text: (event) => `Necesitamos más datos para responder tu PQR ${textOf(event, 'reference')}`,
      href: pqrPath,
      hasOwnEmail: () => true,
    },
  ],
  'pqr.extended': [
    {
      topic: 'pqr',
      client: 'pqr',
      text: (event) =>
        `Prorrogamos la respuesta de tu PQR ${textOf(event, 'reference')} hasta el ${shortDay(event, 'answer_by')}`,
      href: pqrPath,
      hasOwnEmail: () => true,
    },
  ],
  'pqr.answered': [
    {
      topic: 'pqr',
      client: 'pqr',
      text: (event) => `Respondimos tu PQR ${textOf(event, 'reference')}`,
      href: pqrPath,
      hasOwnEmail: () => true,
    },
  ],
  'pqr.silence_applied': [
    {
      topic: 'pqr',
      client: 'pqr',
      text: (event) => `Tu PQR ${textOf(event, 'reference')} queda resuelta a tu favor: no la respondimos a tiempo`,
      href: pqrPath,
      hasOwnEmail: () => true,
    },
    pqrStaffRule(
      (event) => `Silencio positivo en la PQR ${textOf(event, 'reference')}: hay 72 horas para aplicarlo`,
      ['financial', 'technical', 'admin'],
    ),
  ],
  'pqr.appealed': [pqrStaffRule((event) => `Hay un recurso en la PQR ${textOf(event, 'reference')}`)],
  'pqr.withdrawn': [
    {
      topic: 'pqr',
      client: 'pqr',
      text: (event) => `Tu PQR ${textOf(event, 'reference')} terminó porque desististe de ella`,
      href: pqrPath,
      hasOwnEmail: () => true,
    },
    {
      topic: 'pqr',
      staff: ['financial', 'technical'],
      when: (event) => event.after?.['side'] === 'cliente',
      text: (event) => `Quien radicó la PQR ${textOf(event, 'reference')} desistió: ya no se responde`,
      href: pqrPath,
    },
  ],
  'pqr.invoice_linked': [
    {
      topic: 'pqr',
      client: 'pqr',
      text: (event) =>
        `Tu PQR ${textOf(event, 'reference')} ya reclama la factura ${textOf(event, 'invoice')}: mira qué cambia`,
      href: pqrPath,
      hasOwnEmail: () => true,
    },
  ],
  'pqr.claim_raised': [
    {
      topic: 'pqr',
      client: 'pqr',
      when: (event) => event.after?.['side'] === 'empresa',
      text: (event) =>
        `Tu PQR ${textOf(event, 'reference')} reclama más valor de la factura ${textOf(event, 'invoice')}: mira qué cambia`,
      href: pqrPath,
      hasOwnEmail: () => true,
    },
    {
      topic: 'pqr',
      staff: ['financial'],
      when: (event) => event.after?.['side'] === 'cliente',
      text: (event) =>
        `La PQR ${textOf(event, 'reference')} reclama más valor de la factura ${textOf(event, 'invoice')}`,
      href: pqrPath,
    },
  ],
  'pqr.not_notified': [
    pqrStaffRule((event) => `La respuesta de la PQR ${textOf(event, 'reference')} no le llegó al usuario: entrégasela`),
  ],
  'pqr.transfer_due': [
    pqrStaffRule(
      (event) => `Hoy vence el traslado a la SIC de la PQR ${textOf(event, 'reference')}`,
      ['financial', 'technical', 'admin'],
    ),
  ],
  'pqr.transferred': [
    {
      topic: 'pqr',
      client: 'pqr',
      text: (event) => `Enviamos tu PQR ${textOf(event, 'reference')} a la SIC, que la decide`,
      href: pqrPath,
      hasOwnEmail: () => true,
    },
    pqrStaffRule((event) => `La PQR ${textOf(event, 'reference')} se envió a la SIC`),
  ],
  'pqr.sic_decided': [
    {
      topic: 'pqr',
      client: 'pqr',
      text: (event) => `La SIC decidió sobre tu PQR ${textOf(event, 'reference')}`,
      href: pqrPath,
      hasOwnEmail: () => true,
    },
  ],
}
