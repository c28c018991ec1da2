import { pesosLabel, toPesos } from '#domain/core/money.ts'
import { notFound, Refusal } from '#domain/core/refusal.ts'
import type { equipmentApi } from '#domain/equipment/api.ts'
import { equipmentName } from '#domain/equipment/equipment.ts'
import {
  assertAtMost,
  type ContractPiece,
  chargeProblem,
  creditReminder,
  isOut,
  type Loan,
  type Proposal,
  proposalOf,
  unreturnedDescription,
} from '#domain/equipment/unreturned.ts'
import { CHARGE_KINDS } from '#domain/taxes/charge.ts'
import { chargeVat } from '#domain/taxes/vat.ts'
import { findContract, vatRulesOfDay } from '#server/contracts/contract-change.ts'
import { lockContract } from '#server/contracts/contract-queries.ts'
import {
  companyIncludesVat,
  getContractValues,
  getEquipmentValues,
} from '#server/contracts/equipment-values-queries.ts'
import { insertCharge, removeEquipmentCharge } from '#server/contracts/pending-charges.ts'
import type { Ctx } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import type { Verb } from '#server/core/verb.ts'
import { getLastLoan, listLoans } from './loan-queries.ts'
import { lockEquipment } from './queries.ts'

/** The pieces that a contract has or lost, and those that came back after their charge was billed, until their credit note is made. */
export const ofContract: Verb<typeof equipmentApi.ofContract> = (ctx, { params }) =>
  ctx.tx(async (tx) => {
    const contract = await findContract(tx, ctx, params.no)
    const loans = await listLoans(tx, { contractId: contract.id })
    const shown = loans.filter((loan) => isOut(loan) || creditReminder(loan) !== null)
    const data: ContractPiece[] = []
    for (const loan of shown) data.push(await pieceOf(tx, ctx, loan))
    return { data }
  })

async function pieceOf(tx: Tx, ctx: Ctx, loan: Loan): Promise<ContractPiece> {
  const { id, kind, brand, serial, mac, property, state, charge_price, invoice_id, invoice } = loan
  const problem = chargeProblem(loan, ctx.today)
  return {
    id,
    kind,
    brand,
    serial,
    mac,
    property,
    state,
    problem,
    proposal: problem === null ? await readProposal(tx, ctx, loan) : null,
    charge: charge_price === null ? null : { price: charge_price, invoice: invoiceOf(invoice_id, invoice) },
    reminder: isOut(loan) ? null : creditReminder(loan),
  }
}

const invoiceOf = (id: string | null, number: string | null) => (id === null || number === null ? null : { id, number })

async function readProposal(tx: Tx, ctx: Ctx, loan: Loan): Promise<Proposal> {
  const vat = chargeVat(CHARGE_KINDS.equipment.vatMode, null, await vatRulesOfDay(tx, ctx.today))
  if (vat === null) throw new Error('a taxed charge has its VAT')
  const [ofItsContract, ofCompany] = [await getContractValues(tx, loan.contract_id), await getEquipmentValues(tx)]
  return proposalOf(
    { contract: ofItsContract[loan.kind], company: ofCompany[loan.kind] },
    { contract: loan.price_includes_vat, company: await companyIncludesVat(tx) },
    vat,
  )
}

/**
 * Charges a piece that was not returned on the next invoice of its contract, once for each time that it was lent (R2.21). The holder of
 * the day on which it was lost pays it. The contract is locked before the piece, as a termination and an installation do.
 */
export const chargeUnreturned: Verb<typeof equipmentApi.charge> = (ctx, { params, body: { price } }) =>
  ctx.tx(async (tx) => {
    const found = await getLastLoan(tx, params.id)
    if (found) await lockContract(tx, found.no_contract)
    if (!(await lockEquipment(tx, { id: params.id }))) throw notFound('Ese equipo no existe')
    const loan = await getLastLoan(tx, params.id)
    if (!loan) throw new Refusal('conflict', 'Este equipo no ha estado donde un cliente')
    if (loan.move_id !== found?.move_id)
      throw new Refusal('conflict', 'El equipo se movió mientras se cobraba: míralo de nuevo')
    const problem = chargeProblem(loan, ctx.today)
    if (problem !== null) throw new Refusal('conflict', problem)
    assertAtMost(price, (await readProposal(tx, ctx, loan)).most)
    await insertCharge(tx, loan.contract_id, {
      kind: 'equipment',
      description: unreturnedDescription(loan),
      price,
      occurred_on: loan.state === 'lost' ? loan.moved_on : ctx.today,
      equipment_move_id: loan.move_id,
    })
    const { no_contract } = loan
    const name = equipmentName(loan)
    await tx.record('equipment.charged', { entity_id: loan.id, after: { name, no_contract, price: toPesos(price) } })
    const charged = await getLastLoan(tx, params.id)
    if (!charged) throw new Error('a piece that was charged was at a client')
    const message = `${name}: ${pesosLabel(price)} van en la próxima factura del contrato ${no_contract}`
    return { data: await pieceOf(tx, ctx, charged), message }
  })

/**
 * What happens to the charge of a piece that comes back, before it is moved: a waiting charge goes away, and for a billed one the
 * sentence says which credit note to make. Null when there is nothing to say. The piece must be locked.
 */
export async function giveUpCharge(tx: Tx, equipmentId: string): Promise<string | null> {
  const loan = await getLastLoan(tx, equipmentId)
  if (!loan || loan.charge_price === null || !isOut(loan)) return null
  if (await removeEquipmentCharge(tx, loan.move_id)) {
    const name = equipmentName(loan)
    const after = { name, no_contract: loan.no_contract, price: toPesos(loan.charge_price) }
    await tx.record('equipment.charge_removed', { entity_id: loan.id, after })
    return `El cobro de ${pesosLabel(loan.charge_price)} que iba en la próxima factura del contrato ${loan.no_contract} se quitó`
  }
  // An invoice took the charge while this transaction waited for it.
  const billed = await getLastLoan(tx, equipmentId)
  return billed ? creditReminder(billed) : null
}
