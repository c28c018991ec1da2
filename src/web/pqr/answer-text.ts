import { type Money, pesosLabel, plus, ZERO } from '#domain/core/money.ts'
import type { PqrCase } from '#domain/pqr/case.ts'
import type { Settlement } from '#domain/pqr/claim.ts'
import { isDeliveredByDesk } from '#domain/pqr/delivered.ts'
import { goesToSic } from '#domain/pqr/steps.ts'
import type { PqrDecision } from '#domain/pqr/topics.ts'

/** What an answer does with the claimed invoice, in sentences for the desk, before it is sent. */
export function settlementLines(number: string, { note, credit, kept, owed }: Settlement): string[] {
  const line = (amount: Money, text: string): string[] => (amount > ZERO ? [`${pesosLabel(amount)} ${text}`] : [])
  const given = plus(note, credit)
  return [
    given > ZERO
      ? `Se hace nota crédito por ${pesosLabel(given)} sobre la factura ${number}.`
      : `No se hace nota crédito sobre la factura ${number}.`,
    ...line(
      credit,
      'de eso ya se pagaron: pagan sus otras facturas pendientes, y lo que sobre queda como saldo a favor.',
    ),
    ...line(owed, 'se vuelven a cobrar.'),
    ...line(kept, 'siguen en reclamo, sin cobrarse, hasta que decida la SIC.'),
  ]
}

/** What the user may do against an answer, and from when its term counts (R3.7). */
export function appealLine(
  pqr: Pick<PqrCase, 'status' | 'appeal' | 'response_channel' | 'petitioner'>,
  decision: PqrDecision,
): string {
  if (pqr.status === 'sap') return 'Queda a su favor: no hay recurso.'
  if (pqr.status === 'en_reposicion')
    return goesToSic({ status: pqr.status, appeal_kind: pqr.appeal?.kind ?? null }, decision)
      ? 'El expediente pasa a la SIC, que decide la apelación.'
      : 'Contra esta decisión no hay otro recurso.'
  const term = 'Su plazo para interponer un recurso cuenta desde'
  if (isDeliveredByDesk({ response_channel: pqr.response_channel, petitioner_email: pqr.petitioner.email }))
    return `${term} el día en que se la entregues: regístralo en el caso.`
  return pqr.response_channel === 'correo' ? `${term} el día en que salga el correo.` : `${term} hoy.`
}
