import { sql } from 'kysely'
import type { Money } from '#domain/core/money.ts'
import type { Tx } from '#server/core/tx.ts'

/** Why a person must look: money that does not fit, a payment that nobody asked for, an event that cannot be believed… */
type CaseKind = 'mismatch' | 'stranger' | 'forged' | 'given_up' | 'void' | 'difference'

type NewCase = {
  kind: CaseKind
  /** What makes it the same case when it comes again. */
  subject: string
  says: string
  company_id?: string
  attempt_id?: string | null
  transaction_id?: string | null
  reference?: string | null
  amount?: Money | null
}

/** Opens a case, or counts it once more when it is open already. Raises it in the binnacle the first time. */
export async function openCase(tx: Tx, found: NewCase): Promise<void> {
  const { count, id } = await tx
    .insertInto('payment_cases')
    .values(found)
    .onConflict((on) =>
      on
        .columns(['company_id', 'kind', 'subject'])
        .where('resolved_at', 'is', null)
        .doUpdateSet({ count: sql<number>`payment_cases.count + 1` }),
    )
    .returning(['count', 'id'])
    .executeTakeFirstOrThrow()
  if (count > 1) return
  await tx.record('payment.quarantined', {
    ...(found.company_id === undefined ? {} : { company_id: found.company_id }),
    entity_id: id,
    after: { kind: found.kind, says: found.says, reference: found.reference ?? null },
    actor: { id: null, name: 'Enlace', role: 'system' },
  })
}
