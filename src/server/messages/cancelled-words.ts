import { dayLabel } from '#domain/core/days.ts'
import { pesos, pesosLabel } from '#domain/core/money.ts'
import type { ContractWords } from '#server/documents/contract-email.ts'
import { type ChangeFacts, dayIn } from './contract-words.ts'

/** A signed contract that is void before its installation costs nothing, and what was paid comes back by a day (R2.9, R2.14). */
export function cancelledWords({ change, contract }: ChangeFacts): ContractWords {
  const { no_contract } = contract
  const { credited, to_refund, reason, is_late } = change.after
  const by = dayIn(change, 'refund_by')
  return {
    subject: `Tu contrato ${no_contract} terminó sin instalarse`,
    text: `Anulamos tu contrato ${no_contract}${is_late === true ? ', que no se instaló en el plazo' : ' antes de instalar el servicio'}. El contrato terminó y no pagas nada por él.`,
    price: null,
    sentences: [
      ...(typeof reason === 'string' ? [`Motivo: ${reason}`] : []),
      ...(typeof credited === 'number'
        ? [`Anulamos lo que te habíamos facturado, ${pesosLabel(pesos(credited))}, con notas crédito.`]
        : []),
      typeof to_refund === 'number' && by !== null
        ? `De lo que pagaste te devolvemos ${pesosLabel(pesos(to_refund))} a más tardar el ${dayLabel(by)}, sin descuentos: no lo usamos para pagar otras deudas.`
        : 'No tienes pagos por devolver.',
    ],
  }
}
