import * as z from 'zod/mini'
import { type Day, DayText } from '#domain/core/days.ts'
import { refuseField } from '#domain/core/refusal.ts'
import { patternText } from '#domain/core/text.ts'

/** A concept of a credit note in the list of the DIAN, with the days on which it may be used. */
export const NoteConcept = z.object({
  code: z.string(),
  name: z.string(),
  valid_from: DayText,
  valid_to: z.nullable(DayText),
  legal_basis: z.string(),
})
export type NoteConcept = z.output<typeof NoteConcept>

/** The code of a concept in a request: the table says which ones exist. */
export const ConceptCode = patternText(1, /^[1-9]$/, 'Elige el concepto de la nota')

/** The concept that cancels an invoice: the note credits all that is left of it. */
const CANCELLATION = '2'
/** The concept of a note over a part: the client does not accept, or did not receive, a part of the service. */
const PARTIAL_RETURN = '1'

/**
 * The concept code of a note: the one that a person chose, or the one of its extent. Throws a Refusal for a code that is not in force
 * on its day, and for a cancellation that leaves a part of the invoice.
 */
export function conceptOf(
  chosen: string | undefined,
  { isWhole, concepts, day }: { isWhole: boolean; concepts: readonly NoteConcept[]; day: Day },
): string {
  const code = chosen ?? (isWhole ? CANCELLATION : PARTIAL_RETURN)
  const isInForce = concepts.some(
    (known) => known.code === code && known.valid_from <= day && (known.valid_to === null || day <= known.valid_to),
  )
  if (!isInForce) throw refuseField('invalid', 'concept_code', 'Ese concepto no está vigente: elige otro de la lista')
  if (code === CANCELLATION && !isWhole) {
    throw refuseField(
      'refused',
      'concept_code',
      'La anulación devuelve todo lo que queda de la factura: elige otro concepto',
    )
  }
  return code
}
