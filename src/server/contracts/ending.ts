import type { contractApi } from '#domain/contracts/api.ts'
import { assertBeforeCession } from '#domain/contracts/cession.ts'
import { type Correction, withCorrections } from '#domain/contracts/correction.ts'
import { lastDayToAsk, terminationOn } from '#domain/contracts/deadlines.ts'
import type { ExitRight } from '#domain/contracts/exit-right.ts'
import { assertAction } from '#domain/contracts/lifecycle.ts'
import { type PriceVat, paidTotal } from '#domain/contracts/paid.ts'
import { voidedData, voidedSentences } from '#domain/contracts/refund.ts'
import { refundBy, retractionRulesOn } from '#domain/contracts/retraction.ts'
import { addDays, type Day, dayLabel } from '#domain/core/days.ts'
import { type Money, ZERO } from '#domain/core/money.ts'
import { Refusal, refuseField } from '#domain/core/refusal.ts'
import type { Ctx } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import type { Verb } from '#server/core/verb.ts'
import { readParameters } from '#server/parameters/parameters.ts'
import { billedPeriods, type VoidedInvoices } from './billed-periods.ts'
import { decideCession, getHeldSince, getOpenCession } from './cession-queries.ts'
import { changeContract, changeService, correctionData, findContract, rulesOn } from './contract-change.ts'
import type { ContractRow } from './contract-queries.ts'
import { exitPriceOn, priceExitAgain } from './exit-charge.ts'
import { insertCharge, removeExitCharge } from './pending-charges.ts'
import { keepRemovedServiceStopped } from './removed-service.ts'
import { cancelPlannedTransfer, getPlannedTransfer } from './transfer-queries.ts'
import {
  closeSuspension,
  continueContract,
  deleteTermsAfter,
  endContract,
  moveContract,
  NOW,
} from './transition-queries.ts'

const EXIT_CHARGE = 'Terminación anticipada: saldo de la cláusula de permanencia'

export const terminatePreview: Verb<typeof contractApi.terminatePreview> = (ctx, { params, body }) =>
  ctx.tx(async (tx) => {
    const contract = await findContract(tx, ctx, params.no)
    const { waived, vat, ...ending } = await endingOf(tx, ctx, contract, body)
    const changed = await endChange(tx, ctx, contract, ending.ends_on)
    const corrections = await billedPeriods().preview(tx, contract.id, changed, ctx.today)
    const [exit_total, waived_total] = [paidTotal(ending.exit_value, vat), paidTotal(waived, vat)]
    return { data: { ...ending, exit_total, waived_total, corrections } }
  })

/** What the end of a contract changes of its billed months. One that is over also cancels the transfer that was not made. */
async function endChange(tx: Tx, { today }: Pick<Ctx, 'today'>, contract: ContractRow, ends_on: Day) {
  if (ends_on >= today) return { from_on: addDays(ends_on, 1), to_on: null, planned: { active_to: ends_on } }
  const move = await getPlannedTransfer(tx, contract.id)
  const days = [firstDayChanged(contract.suspended_from, ends_on), ...(move ? [move.moves_on] : [])]
  const planned = { active_to: ends_on, suspended_to: ends_on, ...(move && { cancelled_transfer: move.id }) }
  return { from_on: days.toSorted()[0] ?? ends_on, to_on: null, planned }
}

/**
 * The contract ends on the cut day that the notice period allows (R2.9) and stays active until then. The early exit charge goes on
 * the invoice of the last period. What was billed after the last day is given back at once: the client stops owing it before it is
 * due. When the last day has already passed, the contract is closed at once.
 */
export const terminate: Verb<typeof contractApi.terminate> = async (ctx, { params, body }) => {
  const data = await changeService(ctx, params.no, 'contract.terminated', async (tx, contract) => {
    const ending = await endingOf(tx, ctx, contract, body)
    await endContract(tx, contract, { active_to: ending.ends_on, termination_reason: body.reason })
    await deleteTermsAfter(tx, contract.id, ending.ends_on)
    if (ending.exit_value > 0) {
      const charge = { description: EXIT_CHARGE, price: ending.exit_value, not_before: ending.ends_on }
      await insertCharge(tx, contract.id, { kind: 'early_exit', ...charge, occurred_on: ending.ends_on })
    }
    const isOver = ending.ends_on < ctx.today
    const corrections = isOver ? await closeContract(tx, contract, ending.ends_on, ctx.today) : []
    const right = body.exit_right !== undefined && { exit_right: body.exit_right }
    const extra = { requested_on: body.requested_on, reason: body.reason, exit_value: ending.exit_value, ...right }
    return { from_on: addDays(ending.ends_on, 1), corrections, extra }
  })
  const message = `Retiro registrado: el contrato termina el ${dayLabel(data.active_to ?? ctx.today)}`
  return { data, message: withCorrections(message, data.corrections) }
}

/**
 * Takes back a termination while the contract is in service: no last day, and no exit charge. A plan change after that day was
 * deleted with the termination, and stays deleted. What was billed less because of it is charged on the next invoice. When the
 * equipment was taken back already, the service stays stopped until it is installed again.
 */
export const withdrawTermination: Verb<typeof contractApi.withdrawTermination> = async (ctx, { params, body }) => {
  let charged: string | null = null
  let isRemoved = false
  const data = await changeService(ctx, params.no, 'contract.termination_withdrawn', async (tx, contract) => {
    assertAction('terminate', contract.status)
    if (contract.active_to === null) throw new Refusal('conflict', 'Este contrato no tiene un retiro registrado')
    await continueContract(tx, contract)
    isRemoved = contract.removed_from !== null
    if (isRemoved) await keepRemovedServiceStopped(tx, contract.id, ctx.today)
    charged = await removeExitCharge(tx, contract.id)
    return { from_on: addDays(contract.active_to, 1), extra: { reason: body.reason } }
  })
  const message = withCorrections(isRemoved ? WITHDRAWN_REMOVED : 'Retiro anulado: el contrato sigue', data.corrections)
  return { data, message: charged === null ? message : `${message}. ${exitChargedCopy(charged)}` }
}

const WITHDRAWN_REMOVED =
  'Retiro anulado: el contrato sigue. Los equipos ya se retiraron: el servicio sigue detenido, sin cobro, hasta el acta de la reinstalación'

const exitChargedCopy = (invoice: string): string =>
  `La factura ${invoice} ya cobró la terminación anticipada: devuélvela con una nota crédito`

/** Sets the contract to `terminated` after its last day of service, closes its suspension, and corrects what was billed of both. */
export async function closeContract(
  tx: Tx,
  contract: Pick<ContractRow, 'id' | 'no_contract' | 'status'>,
  endedOn: Day,
  today: Day,
): Promise<Correction[]> {
  await moveContract(tx, contract, 'terminate')
  const from_on = firstDayChanged(await closeSuspension(tx, contract.id, endedOn, { isEnding: true }), endedOn)
  const move = await cancelPlans(tx, contract)
  if (move !== null) await priceExitAgain(tx, contract.no_contract, today)
  const first = move !== null && move < from_on ? move : from_on
  const corrections = await billedPeriods().correct(tx, contract.id, { from_on: first, to_on: null }, today)
  const { no_contract } = contract
  await tx.record('contract.ended', {
    entity_id: contract.id,
    after: { no_contract, status: 'terminated', active_to: endedOn, ...correctionData(corrections) },
  })
  return corrections
}

/**
 * Cancels what was planned for a contract that has ended: its move, and the cession that was not answered. Returns the day of that move:
 * the months from it on can have its VAT.
 */
export async function cancelPlans(
  tx: Tx,
  { id, no_contract }: Pick<ContractRow, 'id' | 'no_contract'>,
): Promise<Day | null> {
  const reason = 'El contrato terminó'
  const move = await getPlannedTransfer(tx, id)
  if (move) {
    await cancelPlannedTransfer(tx, id, NOW, reason)
    const after = { no_contract, moves_on: move.moves_on, new_address: move.address, reason }
    await tx.record('contract.transfer_cancelled', { entity_id: id, after })
  }
  const cession = await getOpenCession(tx, id)
  if (cession) {
    await decideCession(tx, cession.id, { at: NOW, reason, effective_on: null })
    await tx.record('contract.cession_refused', { entity_id: id, after: { no_contract, reason } })
  }
  return move?.moves_on ?? null
}

/** The first day that the end of a contract changes: of its open suspension, or the day after its last one. */
const firstDayChanged = (suspendedFrom: Day | null, endedOn: Day): Day =>
  suspendedFrom !== null && suspendedFrom <= endedOn ? suspendedFrom : addDays(endedOn, 1)

/**
 * Voids a contract that was not installed. What was billed of a signed one is credited and what was paid comes back by a day, whether its
 * client desists in time (R2.9) or it is late (R2.14): no service was provided (docs/decisions/0074).
 */
export const cancel: Verb<typeof contractApi.cancel> = async (ctx, { params, body }) => {
  let voided: VoidedInvoices = { credited: ZERO, owed: ZERO }
  let due: Day | null = null
  const data = await changeContract(ctx, params.no, 'contract.cancelled', async (tx, contract) => {
    const { reason: termination_reason } = body
    if (contract.signed_at === null) {
      await moveContract(tx, contract, 'cancel', { termination_reason })
      return { reason: body.reason }
    }
    const refund_by = refundBy(ctx.today, retractionRulesOn(await readParameters(tx), ctx.today))
    const isLate = contract.installation_due_on !== null && contract.installation_due_on < ctx.today
    const late = isLate ? ({ installation_notice: 'late' } as const) : {}
    await moveContract(tx, contract, 'cancel', { termination_reason, refund_by, ...late })
    const concept = isLate ? 'Contrato anulado: no se instaló en el plazo' : 'Contrato anulado antes de la instalación'
    voided = await billedPeriods().creditAll(tx, contract, { concept, today: ctx.today, due_on: refund_by })
    due = refund_by
    return { reason: body.reason, refund_by, is_late: isLate, ...voidedData(voided) }
  })
  const message = 'Contrato anulado exitosamente'
  const given = voidedSentences(voided, due)
  return { data, message: given === '' ? message : `${message}. ${given}` }
}

/** `exit_value` and `waived` are prices with the VAT `vat` of the last day. `waived`: the cost of the permanence that the client does not pay, because it has the right to leave. */
type Ending = { ends_on: Day; last_day_to_ask: Day; exit_value: Money; waived: Money; vat: PriceVat }

async function endingOf(
  tx: Tx,
  ctx: Ctx,
  contract: ContractRow,
  { requested_on: requestedOn, exit_right }: { requested_on: Day; exit_right?: ExitRight | undefined },
): Promise<Ending> {
  assertAction('terminate', contract.status)
  if (contract.active_to !== null) {
    throw new Refusal('conflict', `Este contrato ya tiene retiro: termina el ${dayLabel(contract.active_to)}`)
  }
  if (requestedOn > ctx.today)
    throw refuseField('refused', 'requested_on', 'El día de la solicitud no puede ser futuro')
  if (contract.active_from !== null && requestedOn < contract.active_from) {
    throw refuseField('refused', 'requested_on', 'El día de la solicitud no puede ser anterior a la activación')
  }
  // A contract that ends is not ceded, whichever day is the last one.
  const cession = await getOpenCession(tx, contract.id)
  assertBeforeCession(cession, cession?.effective_on ?? ctx.today)
  const heldSince = await getHeldSince(tx, contract.id)
  if (heldSince !== null && requestedOn < heldSince)
    throw refuseField(
      'refused',
      'requested_on',
      `Antes del ${dayLabel(heldSince)} el contrato era de otro titular: escribe el día en que lo pidió el de hoy`,
    )
  const { terminationNotice } = await rulesOn(tx, ctx.today)
  const ends_on = terminationOn(requestedOn, contract.billing_cut_day, terminationNotice)
  const { price: cost, vat } = await exitPriceOn(tx, contract, ends_on, ctx.today)
  return {
    ends_on,
    vat,
    last_day_to_ask: lastDayToAsk(ends_on, terminationNotice),
    ...(exit_right === undefined ? { exit_value: cost, waived: ZERO } : { exit_value: ZERO, waived: cost }),
  }
}
