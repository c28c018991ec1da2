import type { Day } from '#domain/core/days.ts'
import { type Money, pesosLabel, ZERO } from '#domain/core/money.ts'

/**
 * The suspension that a reconnection ends. `is_charged`: its reconnection was already charged at the desk. `is_of_earlier_holder`: the
 * contract was ceded after it began. `is_imported`: it came with an import, so another system began it and this one has no event of it. `is_unowed`: its
 * cut had no overdue debt, or that turned out not to have been owed (docs/decisions/0079). `is_after_reversal`: the reconnection of the same debt is charged, after a payment of the desk that was reversed.
 */
export type EndedSuspension = {
  kind: 'arrears' | 'voluntary' | 'removal'
  from_on: Day
  is_charged: boolean
  is_of_earlier_holder: boolean
  is_imported: boolean
  is_unowed: boolean
  is_after_reversal: boolean
}

/** The legal maximum of a reconnection on a day. */
export type ReconnectionCap = { value: Money; legal_basis: string }

/**
 * The price of a reconnection: the configured cost, and never more than the legal cap of the day (R2.5). The cap is compared with the
 * price as the company types it: whether it includes VAT is not confirmed.
 */
export const reconnectionPrice = (cost: Money, cap: ReconnectionCap | null): Money =>
  cap !== null && cost > cap.value ? cap.value : cost

/**
 * The charge of a reconnection and the sentence that explains it. Zero without a real suspension for non-payment (R2.5, PLN-07). That
 * a real one has at least a whole day out of service is a decision of the product. `includes_vat`: whether the contract's prices do.
 */
export function reconnectionCharge(
  suspension: EndedSuspension | null,
  { cost, cap, includes_vat, today }: { cost: Money; cap: ReconnectionCap | null; includes_vat: boolean; today: Day },
): { price: Money; reason: string } {
  if (suspension === null) {
    return { price: ZERO, reason: 'No hay una suspensión por mora: la reconexión no se cobra.' }
  }
  if (suspension.kind === 'removal') {
    return { price: ZERO, reason: 'El servicio se detuvo por el retiro de los equipos: la reconexión no se cobra.' }
  }
  if (suspension.kind !== 'arrears') {
    return { price: ZERO, reason: 'La suspensión fue a pedido del cliente: la reconexión no se cobra.' }
  }
  if (suspension.is_imported) {
    return { price: ZERO, reason: 'El servicio llegó suspendido con la carga de clientes: la reconexión no se cobra.' }
  }
  if (suspension.is_of_earlier_holder) {
    return {
      price: ZERO,
      reason: 'El servicio se suspendió por la mora del titular anterior: la reconexión no se le cobra al nuevo.',
    }
  }
  if (suspension.is_unowed) {
    return { price: ZERO, reason: 'No se debía nada vencido cuando se suspendió: la reconexión no se cobra.' }
  }
  if (suspension.is_after_reversal) {
    return {
      price: ZERO,
      reason: 'La reconexión de esta deuda ya se cobró con un pago que se reversó: no se cobra otra vez.',
    }
  }
  if (suspension.from_on >= today) {
    return {
      price: ZERO,
      reason: 'Se suspendió hoy y no alcanzó a estar un día sin servicio: la reconexión no se cobra.',
    }
  }
  if (suspension.is_charged) {
    return { price: ZERO, reason: 'La reconexión de esta suspensión ya está cobrada: no se cobra otra vez.' }
  }
  const price = reconnectionPrice(cost, cap)
  if (price === 0) return { price, reason: 'Tu empresa no cobra la reconexión.' }
  const legal = cap !== null && cost > price ? ` Es el tope legal: ${cap.legal_basis}.` : ''
  return {
    price,
    reason: `La reconexión cuesta ${pesosLabel(price)}${includes_vat ? '' : ' más IVA'} y va en la próxima factura del mes.${legal}`,
  }
}
