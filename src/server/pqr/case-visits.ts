import { isEnded } from '#domain/pqr/lifecycle.ts'
import { type Visit, type VisitKind, visitKindsOf } from '#domain/visits/visit.ts'
import { findContract } from '#server/contracts/contract-change.ts'
import type { Ctx } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import { listVisits } from '#server/visits/queries.ts'
import type { StoredCase } from './queries.ts'

/** Visits of one case. */
export const VISITS_MAX = 20

/** The ids of the visits of a case. */
export const listVisitIds = async (tx: Tx, caseId: string): Promise<string[]> =>
  (await tx.selectFrom('pqr_visits').select('visit_id').where('case_id', '=', caseId).execute()).map(
    ({ visit_id }) => visit_id,
  )

/** The visits of a case as they are now. A client reads those with a day, without what is for the staff. */
export async function listCaseVisits(ctx: Pick<Ctx, 'actor' | 'today'>, tx: Tx, caseId: string): Promise<Visit[]> {
  const ids = await listVisitIds(tx, caseId)
  if (ids.length === 0) return []
  const ownerId = ctx.actor.role === 'client' ? ctx.actor.userId : null
  return listVisits(tx, { ids, ownerId, today: ctx.today }, { offset: 0, limit: VISITS_MAX })
}

/** The kinds of visit that the desk can ask for in an open case. */
export async function visitKindsOfCase(
  ctx: Ctx,
  tx: Tx,
  { status, no_contract }: Pick<StoredCase, 'status' | 'no_contract'>,
): Promise<VisitKind[]> {
  if (ctx.actor.role === 'client' || isEnded(status) || no_contract === null) return []
  return visitKindsOf((await findContract(tx, ctx, no_contract)).status)
}
