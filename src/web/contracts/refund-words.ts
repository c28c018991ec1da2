import type { VoidRefund } from '#domain/contracts/refund.ts'
import { dayLabel } from '#domain/core/days.ts'
import { minus, pesosLabel } from '#domain/core/money.ts'

/** What is paid back of a void contract, and what was. `isOwn`: for the client, who reads it as 'te'. */
export function refundWords({ refund, refund_by }: VoidRefund, isOwn: boolean): string {
  if (refund === null) return isOwn ? 'No tienes pagos por devolver.' : 'No tiene pagos por devolver.'
  const left = minus(refund.amount, refund.returned)
  if (left === 0 && refund.closed_on !== null)
    return refund.returned === 0
      ? 'El pago se reversó: no hay nada por devolver.'
      : `${isOwn ? 'Te devolvimos' : 'Se le devolvieron'} ${pesosLabel(refund.returned)}: la última parte, el ${dayLabel(refund.closed_on)}.`
  const by = `${pesosLabel(left)}${refund_by === null ? '' : ` a más tardar el ${dayLabel(refund_by)}`}`
  return isOwn ? `La empresa te devuelve ${by}.` : `Se le devuelven ${by}: ese saldo a favor no paga otras facturas.`
}
