import { paths } from '#domain/core/paths.ts'
import { amountOf, contractPath, fixedPath, type RulesByEvent, shortDay, textOf } from './rule.ts'

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
