import { type SelectQueryBuilder, sql } from 'kysely'
import type { Database } from '#server/db/types.ts'

/** Limits a query of a table that versions of contracts write to the newest version of a contract. */
export const newestVersion =
  (contractId: string) =>
  <T extends 'contract_charges' | 'contract_equipment_values', O>(query: SelectQueryBuilder<Database, T, O>) =>
    query.where(sql.ref<string>('contract_id'), '=', contractId).orderBy(sql.ref('version'), 'desc').limit(1)
