import { sql } from 'kysely'
import type { Money } from '#domain/core/money.ts'
import type { Tx } from '#server/core/tx.ts'

/**
 * Why a case needs a person. 'mismatch': the data differs; 'stranger': a payment that Enlace did not request; 'forged': an event
 * without a valid signature; 'given_up': no final status in days; 'void': voided after its money was returned to the client, who owes it; 'difference': approved
 * here and not at the provider; 'chargeback': a person recorded that the provider took the money back.
 */
type CaseKind = 'mismatch' | 'stranger' | 'forged' | 'given_up' | 'void' | 'difference' | 'chargeback'

type NewCase = {
  kind: CaseKind
  /** Identifies the case: a repetition with the same kind and subject is counted, not opened again. */
  subject: string
  says: string
  company_id?: string
  attempt_id?: string | null
  transaction_id?: string | null
  reference?: string | null
  amount?: Money | null
}

/** Opens a case, or adds one to the count of the open case, which says what is known now. Records it in the audit log the first time. */
export async function openCase(tx: Tx, newCase: NewCase): Promise<void> {
  const { count, id } = await tx
    .insertInto('payment_cases')
    .values(newCase)
    .onConflict((on) =>
      on
        .columns(['company_id', 'kind', 'subject'])
        .where('resolved_at', 'is', null)
        .doUpdateSet((row) => ({
          count: sql<number>`payment_cases.count + 1`,
          says: row.ref('excluded.says'),
          amount: row.ref('excluded.amount'),
        })),
    )
    .returning(['count', 'id'])
    .executeTakeFirstOrThrow()
  if (count > 1) return
  await tx.record('payment.quarantined', {
    ...(newCase.company_id === undefined ? {} : { company_id: newCase.company_id }),
    entity_id: id,
    after: { kind: newCase.kind, says: newCase.says, reference: newCase.reference ?? null },
    actor: { id: null, name: 'Enlace', role: 'system' },
  })
}
