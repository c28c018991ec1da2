import { sql } from 'kysely'
import type { ContractStatus } from '#domain/contracts/lifecycle.ts'
import type { Day } from '#domain/core/days.ts'
import type { Tx } from '#server/core/tx.ts'

export type OwnService = {
  no_contract: string
  status: ContractStatus
  plan: string
  download_speed: string
  upload_speed: string
  address: string
  billing_cut_day: number
  active_to: Day | null
}

/** The contracts of a user's client that are not cancelled or terminated, with the plan in force on a day. */
export async function listOwnServices(tx: Tx, userId: string, on: Day): Promise<OwnService[]> {
  const { rows } = await sql<OwnService>`
    select c.no_contract, c.status, p.name as plan, p.download_speed, p.upload_speed, c.address, c.billing_cut_day, c.active_to
    from contracts c
    join clients k on k.company_id = c.company_id and k.id = c.client_id
    left join lateral (
      select t.plan_id from contract_terms t where t.company_id = c.company_id and t.contract_id = c.id and t.from_on <= ${on}
      order by t.from_on desc limit 1
    ) t on true
    join plans p on p.company_id = c.company_id and p.id = coalesce(t.plan_id, c.plan_id)
    where c.company_id = (select current_company()) and k.user_id = ${userId} and c.status not in ('cancelled', 'terminated')
    order by c.no_contract limit 20`.execute(tx)
  return rows
}
