import type { RecordedEvent } from '#domain/core/event.ts'
import { paths } from '#domain/core/paths.ts'
import {
  amountOf,
  contractPath,
  fixedPath,
  type NotificationRule,
  type RulesByEvent,
  shortDay,
  textOf,
} from './rule.ts'

/** The municipality, the device or the several places of an outage. */
const outagePlaceOf = (event: RecordedEvent): string =>
  textOf(event, 'places') || textOf(event, 'city') || textOf(event, 'device')

/** What a client reads of an agreement in the portal. Its messages have an own e-mail, which goes through the contact guard. */
const ofAgreement = (text: NotificationRule['text']): NotificationRule => ({
  topic: 'payments',
  client: 'agreement',
  text,
  href: fixedPath(paths.payments),
  hasOwnEmail: () => true,
})

/** The notifications of collections. A client is notified of its debt only by messages through the contact guard, and in the portal. */
export const COLLECTION_RULES: RulesByEvent = {
  'collections.decided': [
    {
      topic: 'contracts',
      staff: ['financial'],
      when: (event) => event.after?.['is_braked'] === true,
      text: (event) => `El freno detuvo ${textOf(event, 'to_cut')} cortes de hoy: revísalos y apruébalos`,
      href: fixedPath(paths.collections),
    },
  ],
  'agreement.made': [
    ofAgreement(
      (event) =>
        `Acordaste pagar ${amountOf(event, 'amount')} del contrato ${textOf(event, 'no_contract')} en ${textOf(event, 'instalments')} cuotas`,
    ),
  ],
  'agreement.instalment_near': [
    ofAgreement(
      (event) =>
        `Paga ${amountOf(event, 'amount')} de tu acuerdo de pago a más tardar el ${shortDay(event, 'payable_until')}`,
    ),
  ],
  'agreement.ended': [
    ofAgreement((event) => {
      const agreement = `el acuerdo de pago del contrato ${textOf(event, 'no_contract')}`
      const outcome = event.after?.['outcome']
      if (outcome === 'kept') return `Cumpliste ${agreement}`
      return outcome === 'broken'
        ? `Se terminó ${agreement} porque una cuota no se pagó a tiempo: mira lo que debes`
        : `Se canceló ${agreement}: mira lo que debes`
    }),
  ],
  'agreement.restored': [
    ofAgreement((event) => `El acuerdo de pago del contrato ${textOf(event, 'no_contract')} sigue vigente`),
  ],
  'outage.ended': [
    {
      topic: 'invoices',
      staff: ['financial'],
      text: (event) =>
        `La falla de ${outagePlaceOf(event)} duró ${textOf(event, 'lasted')}: revisa lo que se compensa en las próximas facturas`,
      href: fixedPath(paths.outages),
    },
  ],
  // What is given back of a billed charge is said with its credit note.
  'reconnection.unowed': [
    {
      topic: 'invoices',
      client: 'contract',
      when: (event) => event.after?.['removed'] !== undefined,
      text: (event) =>
        `No te cobramos la reconexión del contrato ${textOf(event, 'no_contract')}, ${amountOf(event, 'removed')}: la deuda por la que suspendimos el servicio no se debía`,
      href: fixedPath(paths.payments),
    },
  ],
  'reconnection.unserved': [
    {
      topic: 'contracts',
      staff: ['network', 'admin', 'financial'],
      text: (event) =>
        event.after?.['services'] === 1
          ? `El contrato ${textOf(event, 'no_contract')} pagó y sigue sin servicio: su equipo de red no responde`
          : `${textOf(event, 'services')} servicios pagados siguen sin reconectar: su equipo de red no responde`,
      href: (_event, role) =>
        role === 'network' ? paths.network : role === 'admin' ? paths.dashboard : paths.collections,
    },
  ],
  'reconnection.near': [
    {
      topic: 'contracts',
      staff: ['financial', 'network'],
      text: (event) =>
        `El contrato ${textOf(event, 'no_contract')} ya pagó y sigue sin servicio: reconéctalo a más tardar el ${shortDay(event, 'due_on')}`,
      href: contractPath,
    },
  ],
}
