import { SPARED_LABELS, type SparedReason } from '#domain/collections/decision.ts'
import { ZERO } from '#domain/core/money.ts'
import { Refusal } from '#domain/core/refusal.ts'
import type { PersonCuts } from '#server/contracts/person-cuts.ts'
import type { Tx } from '#server/core/tx.ts'
import { decideDay, readRules } from './decide-day.ts'

/** What no person decides otherwise: the rest of a policy is of the company, as its minimum and its days. */
const FORBIDDING: readonly (SparedReason | null)[] = ['disputed', 'agreement', 'promise']

/**
 * A person cuts no service whose overdue debt is all in claim (R2.15), has an agreement on time or a promise that runs, or is paid at this
 * moment. A contract without overdue debt is suspended for another reason, which the person writes.
 */
export const owedCuts: PersonCuts = {
  isOwing,
  refusalOf: async (tx, { id, client_id }, { today, wasOwing }) => {
    const decided = (await decideDay(tx, await readRules(tx, today), today, [client_id])).find(
      ({ facts }) => facts.id === id,
    )
    if (decided === undefined && wasOwing && !(await isOwing(tx, { id, client_id })))
      return refusal('Lo que debía se acaba de pagar')
    if (decided === undefined) return null
    const { reason } = decided.decision
    return reason !== null && FORBIDDING.includes(reason) ? refusal(SPARED_LABELS[reason]) : null
  },
}

const refusal = (reason: string): Refusal =>
  new Refusal('conflict', `${reason}: el servicio no se puede suspender por mora`)

async function isOwing(tx: Tx, { id, client_id }: { id: string; client_id: string }): Promise<boolean> {
  const open = await tx
    .selectFrom('invoices')
    .select('id')
    .where('client_id', '=', client_id)
    .where('contract_id', '=', id)
    .where('balance', '>', ZERO)
    .limit(1)
    .executeTakeFirst()
  return open !== undefined
}
