import { refuseField } from '#domain/core/refusal.ts'
import type { PqrCase } from '#domain/pqr/case.ts'
import type { Tx } from '#server/core/tx.ts'
import type { StoredCase } from './queries.ts'

type Citing = { contract_id: string | null; client_id: string | null; report_id: string | undefined }

/**
 * A case cites a report of its contract and of its client, with a speed test under the contracted speed (ACT-06). Throws the same Refusal
 * for an absent report, for one of another contract and for one of the holder before a cession.
 */
export async function assertCited(tx: Tx, { contract_id, client_id, report_id }: Citing): Promise<void> {
  if (report_id === undefined) return
  const found = await tx
    .selectFrom('installation_reports')
    .select(['contract_id', 'client_id', 'is_under_speed'])
    .where('id', '=', report_id)
    .executeTakeFirst()
  if (!found || found.contract_id !== contract_id || found.client_id !== client_id)
    throw refuseField('not_found', 'pqr.report_id', 'Esa acta no es de este contrato')
  if (!found.is_under_speed)
    throw refuseField('refused', 'pqr.report_id', 'Las pruebas de esa acta llegan a la velocidad contratada')
}

/** The report that a case cites; null without one. */
export const citedReportOf = (stored: StoredCase): PqrCase['report'] =>
  stored.report_id === null ||
  stored.report_consecutive === null ||
  stored.report_city === null ||
  stored.report_visit_on === null
    ? null
    : {
        id: stored.report_id,
        consecutive: stored.report_consecutive,
        city: stored.report_city,
        visit_on: stored.report_visit_on,
      }
