import { type Day, dayLabel, dayOf } from '#domain/core/days.ts'

type Filed = { filed_on: Day; filed_at: Date }

/** When a case was filed (`filed`, as text); with the day on which it arrived, when the desk wrote it down later. */
export const filedLine = ({ filed_on, filed_at }: Filed, filed: string): string =>
  filed_on === dayOf(filed_at) ? `Radicada el ${filed}` : `Recibida el ${dayLabel(filed_on)} y radicada el ${filed}`

export const APPEAL_RIGHT_TITLE = 'Si no está de acuerdo'

type Right = {
  /** Whether the subject allows that the SIC decides. */
  isToSic: boolean
  /** The last day to appeal, when the answer is received on `answeredOn`. */
  until: Day
  answeredOn: Day
  /** Whether the desk delivers the answer, on paper or by telephone. */
  isDeliveredByDesk: boolean
}

/** The right to appeal, as the answer states it (R3.7). */
export function appealRight({ isToSic, until, answeredOn, isDeliveredByDesk }: Right): string {
  const kinds = isToSic
    ? 'recurso de reposición, o reposición y en subsidio apelación para que decida la Superintendencia de Industria y Comercio'
    : 'recurso de reposición'
  // The term of an answer on paper or by telephone counts from its delivery, which is not known when it is printed.
  const term = isDeliveredByDesk
    ? `. El plazo cuenta desde el día en que reciba esta respuesta: si es el ${dayLabel(answeredOn)}, va hasta el ${dayLabel(until)}`
    : `, hasta el ${dayLabel(until)}`
  return `Puede interponer ${kinds}${term}. No necesita abogado ni pagar la factura.`
}
