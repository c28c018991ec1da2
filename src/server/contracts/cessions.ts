import {
  assertCession,
  assertMovesBefore,
  assertStays,
  type CededPrice,
  cededPriceLabel,
  cessionAnswerBy,
  cessionEffectiveOn,
  termsOn,
} from '#domain/contracts/cession.ts'
import { cessionApi } from '#domain/contracts/cession-api.ts'
import { clauseEndOn } from '#domain/contracts/clause.ts'
import { assertAction } from '#domain/contracts/lifecycle.ts'
import { currentOrNextPause } from '#domain/contracts/pause.ts'
import { monthAt } from '#domain/contracts/transfer.ts'
import { assertCededUse } from '#domain/contracts/use.ts'
import { type Day, dayLabel } from '#domain/core/days.ts'
import type { Money } from '#domain/core/money.ts'
import { Refusal, refuseField } from '#domain/core/refusal.ts'
import type { Ctx } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import { billedPeriods } from './billed-periods.ts'
import {
  type CessionRow,
  changeHolder,
  type DueCession,
  decideCession,
  getContractDebt,
  getOpenCession,
  insertCession,
  lockDueCessions,
  setCededOn,
} from './cession-queries.ts'
import { changeContract, findContract, priceVatOn, rulesOn } from './contract-change.ts'
import { type ContractRow, getHolder } from './contract-queries.ts'
import { keepApplied } from './kept-versions.ts'
import { getPlannedTransfer, getPlannedUse } from './transfer-queries.ts'

/** CON-07: a contract passes to another client (R2.12, docs/decisions/0042). */
export const cessions = implement(cessionApi, {
  cessionPreview: (ctx, { params, body }) =>
    ctx.tx(async (tx) => {
      const contract = await findContract(tx, ctx, params.no)
      const requested_on = body.requested_on ?? ctx.today
      await assertCedable(tx, ctx, contract, { client_id: body.client_id, requested_on })
      const effective_on = await effectiveOn(tx, contract, ctx.today)
      await assertHolderUse(tx, contract, body.client_id, effective_on)
      const { charged, refunded } = await billedPeriods().waitingBefore(tx, contract.id, effective_on, ctx.today)
      return {
        data: {
          debt: await getContractDebt(tx, contract.id, contract.client_id),
          answer_by: cessionAnswerBy(requested_on, (await rulesOn(tx, ctx.today)).cessionAnswer),
          waiting_charges: charged,
          waiting_refunds: refunded,
          effective_on,
          ...(await cededPrice(tx, contract, effective_on, ctx.today)),
          permanence_ends_on: clauseEndOn(contract, effective_on),
        },
      }
    }),

  cession: async (ctx, { params, body }) => {
    const request = { client_id: body.client_id, requested_on: body.requested_on ?? ctx.today }
    let answer_by = ctx.today
    const data = await changeContract(ctx, params.no, 'contract.cession_requested', async (tx, contract) => {
      await assertCedable(tx, ctx, contract, request)
      await assertHolderUse(tx, contract, request.client_id, await effectiveOn(tx, contract, ctx.today))
      answer_by = cessionAnswerBy(request.requested_on, (await rulesOn(tx, ctx.today)).cessionAnswer)
      await insertCession(tx, {
        contract_id: contract.id,
        from_client_id: contract.client_id,
        to_client_id: request.client_id,
        requested_on: request.requested_on,
        answer_by,
      })
      return { requested_on: request.requested_on, answer_by }
    })
    return { data, message: `Cesión registrada: respóndela a más tardar el ${dayLabel(answer_by)}` }
  },

  acceptCession: async (ctx, { params, body }) => {
    let effective_on = ctx.today
    let price = ''
    const data = await changeContract(ctx, params.no, 'contract.cession_accepted', async (tx, contract) => {
      assertAction('cede', contract.status)
      assertStays(stateOf(contract, ctx.today))
      const { id, to_name, to_client_id } = await undecided(tx, contract)
      effective_on = await effectiveOn(tx, contract, ctx.today)
      await assertHolderUse(tx, contract, to_client_id, effective_on)
      price = cededPriceLabel(await cededPrice(tx, contract, effective_on, ctx.today), contract.price_includes_vat)
      await decideCession(tx, id, { at: ctx.now, reason: body.acceptance, effective_on })
      await setCededOn(tx, contract.id, effective_on)
      const due = await lockDueCessions(tx, ctx.today, { contractId: contract.id, limit: 1 })
      for (const cession of due) await applyCession(tx, cession, ctx.today)
      return { new_client: to_name, effective_on, acceptance: body.acceptance }
    })
    return { data, message: `Cesión aceptada: el nuevo titular paga desde el ${dayLabel(effective_on)}: ${price}` }
  },

  refuseCession: async (ctx, { params, body }) => {
    const data = await changeContract(ctx, params.no, 'contract.cession_refused', async (tx, contract) => {
      const { id } = await undecided(tx, contract)
      await decideCession(tx, id, { at: ctx.now, reason: body.reason, effective_on: null })
      return { reason: body.reason }
    })
    return { data, message: 'Cesión rechazada: el contrato sigue con su titular' }
  },
})

/** Gives a contract with an accepted cession its new holder, once its day has come. The text of the contract has that day, also when the job runs later. */
export async function applyCession(tx: Tx, cession: DueCession, today: Day): Promise<void> {
  await changeHolder(tx, cession)
  await billedPeriods().settleEarlierHolders(tx, cession.id, today)
  const { no_contract, from_name, to_name, effective_on } = cession
  const kept = await keepApplied(tx, 'contract.ceded', no_contract, effective_on)
  await tx.record('contract.ceded', {
    entity_id: cession.id,
    before: { client: from_name },
    after: { no_contract, client: to_name, ...kept },
  })
}

/** What the new holder pays per month from a day on, at the address that the service has then. */
async function cededPrice(tx: Tx, contract: ContractRow, from: Day, today: Day): Promise<CededPrice> {
  const { price, later } = termsOn(contract, from)
  const monthOf = async (amount: Money, on: Day) => {
    const { vat, price_includes_vat } = await priceVatOn(tx, contract, on, today)
    return monthAt(amount, vat, price_includes_vat)
  }
  return {
    price,
    month: await monthOf(price, from),
    later: later && { ...later, month: await monthOf(later.price, later.from_on) },
  }
}

/** The cession that waits for its answer. Throws Refusal without one. */
async function undecided(tx: Tx, contract: ContractRow): Promise<CessionRow> {
  const open = await getOpenCession(tx, contract.id)
  if (!open) throw new Refusal('conflict', 'Este contrato no tiene una cesión por responder')
  if (open.effective_on !== null)
    throw new Refusal('conflict', `La cesión ya se aceptó: rige desde el ${dayLabel(open.effective_on)}`)
  return open
}

const stateOf = (contract: ContractRow, today: Day) => ({
  ...contract,
  hasPause: currentOrNextPause(contract.pauses, today) !== null,
})

async function assertCedable(
  tx: Tx,
  ctx: Ctx,
  contract: ContractRow,
  request: { client_id: string; requested_on: Day },
): Promise<void> {
  assertAction('cede', contract.status)
  if (!(await getHolder(tx, request.client_id))) throw refuseField('not_found', 'client_id', 'Ese cliente no existe')
  assertCession(stateOf(contract, ctx.today), request, ctx.today)
  const open = await getOpenCession(tx, contract.id)
  if (open) throw new Refusal('conflict', `Ya hay una cesión a ${open.to_name}: respóndela antes de registrar otra`)
}

/** Throws Refusal for a business that would get a home, at the address that the service has on a day. */
async function assertHolderUse(tx: Tx, contract: ContractRow, clientId: string, on: Day): Promise<void> {
  const [holder, planned] = [await getHolder(tx, clientId), await getPlannedUse(tx, contract.id, on)]
  if (holder) assertCededUse((planned ?? contract).segment, holder.segment)
}

/** The first day of the new holder. Throws Refusal for a move that is planned on that day or later. */
async function effectiveOn(tx: Tx, { id, billing_cut_day }: ContractRow, today: Day): Promise<Day> {
  const day = cessionEffectiveOn(today, await billedPeriods().billedUntil(tx, id, today), billing_cut_day)
  assertMovesBefore((await getPlannedTransfer(tx, id))?.moves_on ?? null, day)
  return day
}
