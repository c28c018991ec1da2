import { EXIT_RIGHT_LABELS, exitRightOf } from '#domain/contracts/exit-right.ts'
import type { EventName, RecordedEvent } from '#domain/core/event.ts'
import { fieldText, type Sentence } from './field-text.ts'

function terminatedSentence(event: RecordedEvent): string {
  const right = exitRightOf(event.after)
  const sentence = `registró el retiro del contrato ${fieldText(event, 'no_contract')}`
  return right === null ? sentence : `${sentence}, sin cobro de la permanencia: ${EXIT_RIGHT_LABELS[right]}`
}

/** The sentences about the end of a contract. */
export const ENDING_SENTENCES = {
  'contract.terminated': terminatedSentence,
  'contract.ended': (event) => `dio por terminado el contrato ${fieldText(event, 'no_contract')}`,
  'contract.termination_withdrawn': (event) => `anuló el retiro del contrato ${fieldText(event, 'no_contract')}`,
  'contract.cancelled': (event) => `anuló el contrato ${fieldText(event, 'no_contract')}`,
} as const satisfies Partial<Record<EventName, Sentence>>
