import { decidesOwnClaim } from '#domain/pqr/steps.ts'
import { movesMoney } from '#domain/pqr/tasks.ts'
import type { ClaimCases } from '#server/invoices/claim-cases.ts'
import { getCase, labelOf } from './queries.ts'
import { findOpenClaim } from './reading.ts'

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

  owesRefund: async (tx, invoiceId) => {
    const tasks = await tx
      .selectFrom('pqr_tasks as t')
      .innerJoin('pqr_cases as c', (join) =>
        join.onRef('c.company_id', '=', 't.company_id').onRef('c.id', '=', 't.case_id'),
      )
      .select(['t.text', 'c.reference', 'c.cun'])
      .where((is) => is.or([is('c.invoice_id', '=', invoiceId), is('c.linked_invoice_id', '=', invoiceId)]))
      .where('t.done_at', 'is', null)
      .execute()
    const ordered = tasks.filter(({ text }) => movesMoney(text))
    const own = await Promise.all(
      ordered.map(({ reference, cun }) => findOpenClaim(tx, { invoice_id: invoiceId, reference, cun })),
    )
    return own.includes(undefined)
  },
}
