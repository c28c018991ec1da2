import type { ContractDefaults } from '#domain/contracts/defaults.ts'
import type { Tx } from '#server/core/tx.ts'

const COLUMNS = [
  'connection_cost',
  'discounted_value',
  'billing_cut_day',
  'reconnection_cost',
  'transfer_cost',
  'technical_visit_cost',
  'additional_cable_cost',
] as const

export const getContractDefaults = (tx: Tx) => tx.selectFrom('contract_defaults').select(COLUMNS).executeTakeFirst()

export const insertContractDefaults = (tx: Tx, defaults: ContractDefaults) =>
  tx
    .insertInto('contract_defaults')
    .values(defaults)
    .onConflict((on) => on.column('company_id').doUpdateSet({ ...defaults, updated_at: new Date() }))
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
