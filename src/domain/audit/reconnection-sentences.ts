import type { EventName } from '#domain/core/event.ts'
import { fieldText, type Sentence } from './field-text.ts'

/** The sentences about the term of a reconnection and what is charged for it. */
export const RECONNECTION_SENTENCES = {
  'contract.served_late': (event) =>
    `dejó sin cobro los días en que la red no había reconectado el contrato ${fieldText(event, 'no_contract')}`,
  'reconnection.near': (event) =>
    `avisó que hasta el ${fieldText(event, 'due')} hay plazo para reconectar el contrato ${fieldText(event, 'no_contract')}`,
  'reconnection.unserved': (event) =>
    `avisó que ${fieldText(event, 'services')} servicios pagados siguen sin reconectar en la red`,
  'reconnection.unowed': (event) =>
    `dejó sin cobro la reconexión del contrato ${fieldText(event, 'no_contract')}: la deuda por la que se suspendió no se debía`,
} as const satisfies Partial<Record<EventName, Sentence>>
