import { exitValueOn } from '#domain/contracts/clause.ts'
import { exitPrice, type PriceVat } from '#domain/contracts/paid.ts'
import type { Day } from '#domain/core/days.ts'
import type { Money } from '#domain/core/money.ts'
import type { Tx } from '#server/core/tx.ts'
import { priceVatOn } from './contract-change.ts'
import { type ContractRow, getContract } from './contract-queries.ts'
import { updateExitCharge } from './pending-charges.ts'

/** What leaving on a day costs without a right to leave, as a price with the VAT of that day (docs/decisions/0080). */
export async function exitPriceOn(
  tx: Tx,
  contract: ContractRow,
  on: Day,
  today: Day,
): Promise<{ price: Money; vat: PriceVat }> {
  const vat = await priceVatOn(tx, contract, on, today)
  return { price: exitPrice(exitValueOn(contract, on), contract.signed_vat_bps, vat), vat }
}

/** The waiting charge of an early exit follows the VAT of the last day, which a transfer changes: it never passes the signed table. */
export async function priceExitAgain(tx: Tx, no: string, today: Day): Promise<void> {
  const contract = await getContract(tx, no, { userId: null }, today)
  if (!contract || contract.active_to === null) return
  const { price } = await exitPriceOn(tx, contract, contract.active_to, today)
  await updateExitCharge(tx, contract.id, price)
}
