import { type Money, pesosLabel } from '#domain/core/money.ts'
import { refuseField } from '#domain/core/refusal.ts'

export const NO_RECONNECTION =
  'Este contrato no tiene una suspensión por mora sin cobrar: la reconexión solo se cobra después de un corte, y una vez'

/** Throws Refusal for a line of a reconnection over the legal cap, or for more than one (R2.5). `at`: the field of the line. */
export function assertReconnection(
  reconnection: { quantity: number; price: Money },
  cap: { value: Money; legal_basis: string } | null,
  at: string,
): void {
  if (reconnection.quantity !== 1) {
    throw refuseField('refused', `${at}.quantity`, 'La reconexión se cobra una sola vez por suspensión')
  }
  if (cap !== null && reconnection.price > cap.value) {
    const most = `La reconexión no puede costar más de ${pesosLabel(cap.value)}`
    throw refuseField('refused', `${at}.price`, `${most} (${cap.legal_basis})`)
  }
}
