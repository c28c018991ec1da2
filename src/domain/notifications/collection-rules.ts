import type { RecordedEvent } from '#domain/core/event.ts'
import { paths } from '#domain/core/paths.ts'
import { amountOf, contractPath, fixedPath, type RulesByEvent, shortDay, textOf } from './rule.ts'

/** The municipality, the device or the several places of an outage. */
const outagePlaceOf = (event: RecordedEvent): string =>
  textOf(event, 'places') || textOf(event, 'city') || textOf(event, 'device')

/** The notifications of collections. A client is notified of its debt only by messages through the contact guard. */
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
