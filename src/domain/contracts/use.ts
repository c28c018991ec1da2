import { refuseField } from '#domain/core/refusal.ts'
import type { Segment } from '#domain/core/segment.ts'

const WRONG_USE =
  'El titular es empresarial: su servicio no es de uso residencial, y lleva IVA en cualquier estrato. Si es un hogar, corrige el uso en los datos del cliente'

/** Why a service of a use is not of a holder; null when it is. A business has no home: it pays VAT at any estrato (R1.4). */
export const problemOfUse = (use: Segment, holder: Segment): string | null =>
  holder === 'business' && use === 'residential' ? WRONG_USE : null

/** Throws Refusal on a field for a home of a business. */
export function assertUse(use: Segment, holder: Segment, field: string): void {
  const problem = problemOfUse(use, holder)
  if (problem !== null) throw refuseField('refused', field, problem)
}

/** Throws Refusal for a cession of a home to a business: a cession does not change the use. */
export function assertCededUse(use: Segment, newHolder: Segment): void {
  if (problemOfUse(use, newHolder) === null) return
  throw refuseField(
    'refused',
    'client_id',
    'Ese cliente es empresarial y este contrato es de uso residencial, con el IVA de un hogar. Una cesión no cambia el uso: hazle un contrato nuevo',
  )
}
