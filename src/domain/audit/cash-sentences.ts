import type { EventName } from '#domain/core/event.ts'
import { fieldText, type Sentence } from './field-text.ts'

const turnOf = (event: Parameters<Sentence>[0]): string =>
  `el turno ${fieldText(event, 'number')} de ${fieldText(event, 'account')}`

/** ', faltan 5.000 pesos', ', sobran 200 pesos', ', sin diferencia'. */
function differenceText(event: Parameters<Sentence>[0]): string {
  const difference = Number(event.after?.['difference'] ?? 0)
  if (difference === 0) return ', sin diferencia'
  return `, ${difference < 0 ? 'faltan' : 'sobran'} ${Math.abs(difference)} pesos`
}

/** ', faltan 5.000 pesos de lo que dejó el turno anterior: se consignaron'; empty without a difference. */
const baseText = (event: Parameters<Sentence>[0]): string =>
  event.after?.['difference'] === undefined
    ? ''
    : `${differenceText(event)} de lo que dejó el turno anterior: ${fieldText(event, 'reason')}`

/** The sentences of the events of cash turns. */
export const CASH_SENTENCES = {
  'cash.rule_changed': (event) =>
    event.after?.['requires_turn'] === true
      ? 'exigió un turno de caja abierto para recibir efectivo'
      : 'dejó de exigir un turno de caja para recibir efectivo',
  'cash_turn.opened': (event) =>
    `abrió ${turnOf(event)} con una base de ${fieldText(event, 'base')} pesos${baseText(event)}`,
  'cash_turn.spent': (event) =>
    `pagó un gasto de ${fieldText(event, 'amount')} pesos en ${turnOf(event)}: ${fieldText(event, 'reason')}`,
  'cash_turn.deposited': (event) =>
    `consignó ${fieldText(event, 'amount')} pesos de ${turnOf(event)} en ${fieldText(event, 'to')}`,
  'cash_turn.counted': (event) =>
    `contó ${fieldText(event, 'counted')} pesos en ${turnOf(event)}${differenceText(event)}`,
  'cash_turn.closed': (event) => `cerró ${turnOf(event)}${differenceText(event)}`,
} satisfies Partial<Record<EventName, Sentence>>
