import { type EquipmentValues, NO_EQUIPMENT_VALUES, valuedKinds } from '#domain/contracts/equipment-values.ts'
import { EQUIPMENT_KINDS } from '#domain/core/equipment-kind.ts'
import type { Tx } from '#server/core/tx.ts'
import { newestVersion } from './newest-version.ts'

/** The values of the company today. */
export const getEquipmentValues = async (tx: Tx): Promise<EquipmentValues> =>
  (await tx.selectFrom('equipment_values').select(EQUIPMENT_KINDS).executeTakeFirst()) ?? NO_EQUIPMENT_VALUES

export async function saveEquipmentValues(tx: Tx, values: EquipmentValues): Promise<void> {
  await tx
    .insertInto('equipment_values')
    .values(values)
    .onConflict((on) => on.column('company_id').doUpdateSet({ ...values, updated_at: new Date() }))
    .execute()
}

/** Whether the company writes its prices with the VAT included. */
export async function companyIncludesVat(tx: Tx): Promise<boolean> {
  const company = await tx.selectFrom('companies').select('prices_include_vat').executeTakeFirstOrThrow()
  return company.prices_include_vat
}

/** The values of the newest version of a contract: those of its signature. */
export const getContractValues = async (tx: Tx, contractId: string): Promise<EquipmentValues> =>
  (await tx
    .selectFrom('contract_equipment_values')
    .select(EQUIPMENT_KINDS)
    .$call(newestVersion(contractId))
    .executeTakeFirst()) ?? NO_EQUIPMENT_VALUES

/** Keeps the values of a version, which never change. Nothing is kept of a version whose text has none. */
export async function insertContractValues(
  tx: Tx,
  version: { contract_id: string; version: number },
  values: EquipmentValues,
): Promise<void> {
  if (valuedKinds(values).length === 0) return
  await tx
    .insertInto('contract_equipment_values')
    .values({ ...version, ...values })
    .execute()
}
