import { sql } from 'kysely'
import type { MadeRetraction, RetractionChannel } from '#domain/contracts/retraction.ts'
import type { VersionChannel } from '#domain/contracts/version.ts'
import type { Day } from '#domain/core/days.ts'
import type { Tx } from '#server/core/tx.ts'
import { readContractRefund } from './refund-queries.ts'

type RetractionRow = {
  retracted_on: Day | null
  retraction_channel: RetractionChannel | null
  refund_by: Day | null
  signed_by: VersionChannel | null
}

/** The retraction of a contract, null without one, and how it was signed; null when its signature is not in Enlace. */
export async function readRetraction(
  tx: Tx,
  contractId: string,
): Promise<{ made: MadeRetraction | null; signedBy: VersionChannel | null }> {
  const { rows } = await sql<RetractionRow>`
    select c.retracted_on, c.retraction_channel, c.refund_by, (
        select v.channel from contract_versions v
        where v.company_id = c.company_id and v.contract_id = c.id and v.reason = 'signature' order by v.version limit 1
      ) as signed_by
    from contracts c where c.company_id = (select current_company()) and c.id = ${contractId}`.execute(tx)
  const { retracted_on = null, retraction_channel: channel = null, refund_by = null, signed_by = null } = rows[0] ?? {}
  const isMade = retracted_on !== null && channel !== null && refund_by !== null
  if (!isMade) return { made: null, signedBy: signed_by }
  const refund = await readContractRefund(tx, contractId)
  return { made: { retracted_on, channel, refund_by, refund }, signedBy: signed_by }
}
