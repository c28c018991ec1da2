import { type RawBuilder, sql } from 'kysely'
import { startOf } from './start.ts'

/** The technician of the last visit that was made to a contract, a uuid expression; null without one. */
export const lastTechnicianOf = (contract: RawBuilder<unknown>): RawBuilder<string | null> => sql`(
  select v.technician_id from visits v where v.company_id = (select current_company()) and v.contract_id = ${contract} and v.state = 'done'
    and v.technician_id is not null order by v.day desc, ${startOf(sql`v`)} desc, v.id desc limit 1)`

/** The same of every contract that has one, rows of `contract_id` and `technician_id`. Read from the index of the visits made, in its order. */
export const lastTechnicians: RawBuilder<unknown> = sql`(
  select distinct on (contract_id) contract_id, technician_id from visits v where v.company_id = (select current_company()) and v.state = 'done'
    and v.technician_id is not null order by contract_id, v.day desc, ${startOf(sql`v`)} desc, v.id desc)`
