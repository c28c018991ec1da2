import { assertBeforeCession, termsOn } from '#domain/contracts/cession.ts'
import { type Correction, withCorrections } from '#domain/contracts/correction.ts'
import { assertAction } from '#domain/contracts/lifecycle.ts'
import { assertTransfer, assertTransferDay, firstUnbilledPeriod, monthAt } from '#domain/contracts/transfer.ts'
import { type TransferRequest, transferApi } from '#domain/contracts/transfer-api.ts'
import { assertUse } from '#domain/contracts/use.ts'
import { type Day, dayLabel } from '#domain/core/days.ts'
import type { Money } from '#domain/core/money.ts'
import { Refusal, refuseField } from '#domain/core/refusal.ts'
import { CHARGE_KINDS, lineAmounts } from '#domain/taxes/charge.ts'
import { chargeVat, serviceVat } from '#domain/taxes/vat.ts'
import type { Ctx } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import { placeOf } from '#server/places/places.ts'
import { billedPeriods } from './billed-periods.ts'
import { getOpenCession } from './cession-queries.ts'
import {
  changeContract,
  changeService,
  contractEventData,
  correctionData,
  findContract,
  vatRulesOfDay,
} from './contract-change.ts'
import { readCharges } from './contract-charges.ts'
import type { ContractRow } from './contract-queries.ts'
import { priceExitAgain } from './exit-charge.ts'
import { keepApplied } from './kept-versions.ts'
import { insertCharge } from './pending-charges.ts'
import {
  cancelPlannedTransfer,
  getPlannedTransfer,
  insertTransfer,
  movePlanned,
  type ServiceAddress,
  updateTransferDay,
} from './transfer-queries.ts'

/** CON-07: the move of a service to another address (R2.13). */
export const transfers = implement(transferApi, {
  transferPreview: (ctx, { params, body }) =>
    ctx.tx(async (tx) => {
      const contract = await findContract(tx, ctx, params.no)
      const { charge, ...address } = await transferOf(tx, ctx, contract, body)
      const rules = await vatRulesOfDay(tx, ctx.today)
      const { price_includes_vat, billing_cut_day } = contract
      const billedUntil = await billedPeriods().billedElsewhereUntil(tx, contract.id, body.on, address)
      const vat_from_on = firstUnbilledPeriod(body.on, billedUntil, billing_cut_day)
      const { plan_name, price } = termsOn(contract, vat_from_on)
      const vat = chargeVat(CHARGE_KINDS.transfer.vatMode, null, rules)
      return {
        data: {
          moves_on: body.on,
          vat_from_on,
          plan: plan_name,
          charge: charge > 0 && vat !== null ? lineAmounts(charge, 1, vat, price_includes_vat) : null,
          before: monthAt(price, serviceVat(contract, rules), price_includes_vat),
          after: monthAt(price, serviceVat(address, rules), price_includes_vat),
        },
      }
    }),

  transfer: async (ctx, { params, body }) => {
    const isOfToday = body.on <= ctx.today
    const event = isOfToday ? 'contract.transferred' : 'contract.transfer_planned'
    const data = await changeContract(ctx, params.no, event, async (tx, contract) => {
      const transfer = await transferOf(tx, ctx, contract, body)
      await insertTransfer(tx, contract.id, { ...transfer, moves_on: body.on })
      if (isOfToday) await moveService(tx, contract.id, body.on)
      await priceExitAgain(tx, contract.no_contract, ctx.today)
      if (isOfToday) return { moved_on: body.on }
      return { moves_on: body.on, new_address: transfer.address, new_city: transfer.city }
    })
    const message = isOfToday ? 'Traslado hecho' : `Traslado programado para el ${dayLabel(body.on)}`
    return { data, message }
  },

  cancelTransferPreview: (ctx, { params }) =>
    ctx.tx(async (tx) => {
      const { id } = await findContract(tx, ctx, params.no)
      const { id: cancelled_transfer, moves_on } = await plannedMove(tx, id)
      const changed = { from_on: moves_on, to_on: null, planned: { cancelled_transfer } }
      return { data: { corrections: await billedPeriods().preview(tx, id, changed, ctx.today) } }
    }),

  cancelTransfer: async (ctx, { params, body }) => {
    const data = await changeService(ctx, params.no, 'contract.transfer_cancelled', async (tx, contract) => {
      const { moves_on, address: new_address } = await plannedMove(tx, contract.id)
      await cancelPlannedTransfer(tx, contract.id, ctx.now, body.reason)
      await priceExitAgain(tx, contract.no_contract, ctx.today)
      return { from_on: moves_on, extra: { moves_on, new_address, reason: body.reason } }
    })
    return { data, message: withCorrections('Traslado anulado: el servicio sigue en su dirección', data.corrections) }
  },
})

async function plannedMove(tx: Tx, contractId: string) {
  const planned = await getPlannedTransfer(tx, contractId)
  if (!planned) throw new Refusal('conflict', 'Este contrato no tiene un traslado programado')
  return planned
}

/**
 * Applies the planned transfer of a locked contract on the day of the visit or, by the job, on the planned one: the contract has the
 * new address, and the next invoice charges the move. What was issued stays as it is, except a month that was billed with the new
 * address and begins before `on`. Returns false without a planned transfer.
 */
export async function applyTransfer(
  tx: Tx,
  { id, no_contract }: { id: string; no_contract: string },
  on: Day,
  today: Day,
): Promise<boolean> {
  const planned = await getPlannedTransfer(tx, id)
  const address = await moveService(tx, id, on)
  if (!planned || address === null) return false
  await priceExitAgain(tx, no_contract, today)
  const corrections = await correctMoved(tx, id, [planned.moves_on, on], today)
  const kept = await keepApplied(tx, 'contract.transferred', no_contract, on)
  await tx.record('contract.transferred', {
    entity_id: id,
    after: { no_contract, address, moved_on: on, ...kept, ...correctionData(corrections) },
  })
  return true
}

/**
 * Gives the planned transfer of a locked contract the day of its visit, and corrects the months that were billed with its address;
 * nothing without a planned transfer. The client gets the new day with its price. Throws Refusal on `field` for a day on which the service cannot move.
 */
export async function followVisit(
  tx: Tx,
  ctx: Pick<Ctx, 'today' | 'actor'>,
  no: string,
  { day, field }: { day: Day; field: string },
): Promise<Correction[]> {
  const contract = await findContract(tx, ctx, no)
  const planned = await getPlannedTransfer(tx, contract.id)
  if (!planned) return []
  // A visit that was not made gets a day again: also the same one.
  if (planned.moves_on === day) return correctMoved(tx, contract.id, [day], ctx.today)
  assertTransferDay(contract, day, ctx.today, field)
  const cession = await getOpenCession(tx, contract.id)
  const ceded = cession?.effective_on ?? null
  if (cession && ceded !== null && day >= ceded)
    throw refuseField(
      'refused',
      field,
      `El contrato pasa a ${cession.to_name} el ${dayLabel(ceded)}: el traslado se hace antes`,
    )
  await updateTransferDay(tx, contract.id, day)
  const { moves_on, address: new_address, city: new_city } = planned
  const corrections = await correctMoved(tx, contract.id, [moves_on, day], ctx.today)
  await tx.record('contract.transfer_planned', {
    entity_id: contract.id,
    before: { ...contractEventData(contract), moves_on },
    after: { ...contractEventData(contract), moves_on: day, new_address, new_city, ...correctionData(corrections) },
  })
  return corrections
}

/**
 * Corrects the months of a locked contract whose planned transfer waits for another day because its visit was not made: until then
 * they have the VAT of the address where the service is. Nothing without a planned transfer.
 */
export async function correctWaiting(tx: Tx, ctx: Pick<Ctx, 'today' | 'actor'>, no: string): Promise<Correction[]> {
  const { id } = await findContract(tx, ctx, no)
  const planned = await getPlannedTransfer(tx, id)
  return planned ? correctMoved(tx, id, [planned.moves_on], ctx.today) : []
}

/** Corrects the months from the first of the days that a transfer had on. */
const correctMoved = (tx: Tx, contractId: string, days: readonly Day[], today: Day): Promise<Correction[]> =>
  billedPeriods().correct(tx, contractId, { from_on: days.toSorted()[0] ?? today, to_on: null }, today)

/** Gives a contract the address of its planned transfer, and charges the move. Returns that address; null without a planned transfer. */
async function moveService(tx: Tx, id: string, on: Day): Promise<string | null> {
  const moved = await movePlanned(tx, id, on)
  if (!moved) return null
  const { address, charge } = moved
  if (charge > 0)
    await insertCharge(tx, id, {
      kind: 'transfer',
      description: CHARGE_KINDS.transfer.label,
      price: charge,
      occurred_on: on,
    })
  return address
}

/** The new address with the charge of the move. Throws Refusal for a move that is not possible. */
async function transferOf(
  tx: Tx,
  ctx: Ctx,
  contract: ContractRow,
  { address, department, city, on, ...given }: TransferRequest,
): Promise<ServiceAddress & { charge: Money }> {
  assertAction('transfer', contract.status)
  const planned = await getPlannedTransfer(tx, contract.id)
  if (planned)
    throw new Refusal('conflict', `Ya hay un traslado para el ${dayLabel(planned.moves_on)}: anúlalo para pedir otro`)
  // Its address and its VAT were notified to the new holder, whatever the day of the move.
  const cession = await getOpenCession(tx, contract.id)
  assertBeforeCession(cession, cession?.effective_on ?? on)
  const { client_segment } = contract
  const segment = given.segment ?? (client_segment === 'business' ? client_segment : contract.segment)
  assertUse(segment, client_segment, 'segment')
  const stratum = given.stratum ?? null
  assertTransfer(contract, { on, segment, stratum }, ctx.today)
  return {
    ...placeOf(department, city, undefined, ''),
    address,
    latitude: given.latitude ?? null,
    longitude: given.longitude ?? null,
    segment,
    stratum,
    charge: (await readCharges(tx, contract.id)).transfer_cost,
  }
}
