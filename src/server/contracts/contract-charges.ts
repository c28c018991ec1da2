import { CHARGE_FIELDS, type ContractCharges, chargesInForce } from '#domain/contracts/charges.ts'
import type { Tx } from '#server/core/tx.ts'
import { getContractDefaults } from './defaults-queries.ts'
import { newestVersion } from './newest-version.ts'

/** The charges of the newest version of a contract: those of its signature. Null for a contract without a version. */
export const getSignedCharges = async (tx: Tx, contractId: string): Promise<ContractCharges | null> =>
  (await tx.selectFrom('contract_charges').select(CHARGE_FIELDS).$call(newestVersion(contractId)).executeTakeFirst()) ??
  null

/** What a contract is charged today (`chargesInForce`). */
export async function readCharges(tx: Tx, contractId: string): Promise<ContractCharges> {
  const [signed, ofCompany] = [await getSignedCharges(tx, contractId), await getContractDefaults(tx)]
  return chargesInForce(signed, ofCompany ?? null)
}

/** Keeps the charges that a version states, which never change. */
export async function insertContractCharges(
  tx: Tx,
  version: { contract_id: string; version: number },
  { reconnection_cost, transfer_cost, technical_visit_cost, additional_cable_cost }: ContractCharges,
): Promise<void> {
  const stated = { reconnection_cost, transfer_cost, technical_visit_cost, additional_cable_cost }
  await tx
    .insertInto('contract_charges')
    .values({ ...version, ...stated })
    .execute()
}
