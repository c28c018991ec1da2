import { decidesOwnClaim } from '#domain/pqr/steps.ts'
import type { ClaimCases } from '#server/invoices/claim-cases.ts'
import { getCase, labelOf } from './queries.ts'

/** The cases as the module of invoices asks for them: the decision on a claim is the answer of its case (PQR-05), or the SIC's. */
export const casesOfClaims: ClaimCases = {
  find: async (tx, invoiceId, reference) => {
    const digits = reference.replaceAll('-', '')
    const found = await tx
      .selectFrom('pqr_cases')
      .select('id')
      .where((is) => is.or([is('reference', 'in', [reference, digits]), is('cun', '=', digits)]))
      .executeTakeFirst()
    const stored = found && (await getCase(tx, found.id))
    // A reference that a person typed may name a case about another thing.
    if (stored?.invoice_id !== invoiceId) return null
    const { sic_outcome } = stored
    const order = sic_outcome === 'modifica' || sic_outcome === 'revoca' ? sic_outcome : null
    return { label: labelOf(stored), decides: decidesOwnClaim(stored), order }
  },
}
