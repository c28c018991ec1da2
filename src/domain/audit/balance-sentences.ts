import type { EventName, RecordedEvent } from '#domain/core/event.ts'
import { fieldText } from './field-text.ts'

/** What happened to balances that the company closed or wrote off. */
export const BALANCE_SENTENCES = {
  'small_balances.limited': (event) =>
    event.after?.['limit'] === null
      ? 'dejó sin límite de saldo pequeño: no se cierra ninguno'
      : `cambió el límite de saldo pequeño a ${fieldText(event, 'limit')} pesos`,
  'small_balances.closed': (event) =>
    `cerró ${fieldText(event, 'count')} saldos pequeños por ${fieldText(event, 'amount')} pesos`,
  'small_balance.reopened': (event) => `reversó el cierre del saldo de la factura ${fieldText(event, 'number')}`,
  'write_off.posted': (event) =>
    `castigó la factura ${fieldText(event, 'number')} por ${fieldText(event, 'amount')} pesos`,
  'write_off.undone': (event) => `deshizo el castigo de la factura ${fieldText(event, 'number')}`,
  'write_off.recovered': (event) =>
    `registró el pago de ${fieldText(event, 'amount')} pesos de la factura castigada ${fieldText(event, 'number')}`,
  'write_off.restored': (event) =>
    `volvió a castigar ${fieldText(event, 'amount')} pesos de la factura ${fieldText(event, 'number')} por el reverso de su pago`,
} as const satisfies Partial<Record<EventName, (event: RecordedEvent) => string>>
