import type { Contract } from '#domain/contracts/contract.ts'
import { type Correction, madeSentence } from '#domain/contracts/correction.ts'
import { contractStatusOn } from '#domain/contracts/lifecycle.ts'
import type { PriceVat } from '#domain/contracts/paid.ts'
import { type ContractRules, contractRulesOn } from '#domain/contracts/rules.ts'
import type { Asked } from '#domain/contracts/version.ts'
import type { Day } from '#domain/core/days.ts'
import type { EventName } from '#domain/core/event.ts'
import { toPesos } from '#domain/core/money.ts'
import { notFound } from '#domain/core/refusal.ts'
import { serviceVat, type VatRules, vatRulesOn } from '#domain/taxes/vat.ts'
import { readTaxRegimes } from '#server/companies/tax-regimes.ts'
import type { Actor, Ctx } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import { readParameters } from '#server/parameters/parameters.ts'
import { billedPeriods } from './billed-periods.ts'
import { contractOf } from './contract-of.ts'
import { type ContractRow, getContract, lockContract, type Visibility } from './contract-queries.ts'
import { keepChanged } from './kept-versions.ts'
import { getPlannedUse } from './transfer-queries.ts'

/** The part of the context of a request that a change of a contract reads. */
export type ContractCtx = Pick<Ctx, 'tx' | 'today' | 'now' | 'caller'> & {
  readonly actor: Pick<Actor, 'role' | 'userId' | 'name'>
}

/** The part of it that a change of the service reads: also of a job. `asked`: who asked for the change; absent when it is not stated. */
export type ServiceCtx = Pick<ContractCtx, 'tx' | 'today' | 'actor'> & { readonly asked?: Asked | null }

/** A client sees only its own contracts; the staff of the company sees all of them. */
export const visibilityOf = (actor: ContractCtx['actor']): Visibility => ({
  userId: actor.role === 'client' ? actor.userId : null,
})

export const contractAbsent = () => notFound('Ese contrato no existe')

/** A contract with its status of today. The same 404 for a missing contract, another company's and another client's. */
export async function findContract(
  tx: Tx,
  ctx: Pick<ContractCtx, 'actor' | 'today'>,
  no: string,
): Promise<ContractRow> {
  const row = await getContract(tx, no, visibilityOf(ctx.actor), ctx.today)
  if (!row) throw contractAbsent()
  return { ...row, status: contractStatusOn(row.status, row.active_to, ctx.today) }
}

/** The contract in the shape of the response. */
export async function readContract(tx: Tx, ctx: ContractCtx, no: string): Promise<Contract> {
  const row = await findContract(tx, ctx, no)
  return contractOf(row, ctx.today, await vatRulesOfDay(tx, ctx.today))
}

/** The VAT rules of the company on a day. */
export const vatRulesOfDay = async (tx: Tx, today: Day): Promise<VatRules> =>
  vatRulesOn(await readParameters(tx), today, await readTaxRegimes(tx))

/** The VAT of a contract's prices on a day, at the address that it has then, by the rules of today. */
export async function priceVatOn(tx: Tx, contract: ContractRow, on: Day, today: Day): Promise<PriceVat> {
  const place = (await getPlannedUse(tx, contract.id, on)) ?? contract
  return {
    price_includes_vat: contract.price_includes_vat,
    vat: serviceVat(place, await vatRulesOfDay(tx, today)),
  }
}

export const rulesOn = async (tx: Tx, today: Day): Promise<ContractRules> =>
  contractRulesOn(await readParameters(tx), today)

/**
 * One change of one contract: locks and reads it, calls `decide` to write, and records the event with the contract before and after.
 * Returns the contract after the change, and keeps its text when the change makes a version of it. `decide` returns the extra fields of
 * the event's `after`.
 */
export const changeContract = (
  ctx: ServiceCtx,
  no: string,
  event: EventName,
  decide: (tx: Tx, before: ContractRow) => Promise<object | undefined>,
): Promise<Contract> =>
  ctx.tx(async (tx) => {
    await lockContract(tx, no)
    const before = await findContract(tx, ctx, no)
    const extra = await decide(tx, before)
    const after = await findContract(tx, ctx, no)
    const kept = await keepChanged(tx, event, after, { today: ctx.today, asked: ctx.asked ?? null })
    await tx.record(event, {
      entity_id: before.id,
      before: contractEventData(before),
      after: { ...contractEventData(after), ...kept, ...ctx.asked, ...extra },
    })
    return contractOf(after, ctx.today, await vatRulesOfDay(tx, ctx.today))
  })

/** A change of the service: the first day that it touches, what was corrected already, and the extra fields of its event. */
type ServiceChange = { from_on: Day; corrections?: Correction[]; extra?: object }

/** A change of one contract that also corrects its billed periods; the reply and the event name the corrections (docs/decisions/0028). */
export async function changeService(
  ctx: ServiceCtx,
  no: string,
  event: EventName,
  decide: (tx: Tx, before: ContractRow) => Promise<ServiceChange>,
): Promise<Contract & { corrections: Correction[] }> {
  let corrections: Correction[] = []
  const data = await changeContract(ctx, no, event, async (tx, before) => {
    const { from_on, corrections: made = [], extra } = await decide(tx, before)
    const changed = { from_on, to_on: null }
    corrections = [...made, ...(await billedPeriods().correct(tx, before.id, changed, ctx.today))]
    return { ...extra, ...correctionData(corrections) }
  })
  return { ...data, corrections }
}

/** The corrections as the audit log keeps them. */
export const correctionData = (corrections: readonly Correction[]) =>
  corrections.length === 0 ? {} : { corrections: corrections.map(madeSentence) }

/** The fields of a contract that the audit log keeps: money in pesos. */
export const contractEventData = (row: ContractRow) => ({
  no_contract: row.no_contract,
  status: row.status,
  client: row.client_name,
  plan: row.plan_name,
  price: toPesos(row.price),
  address: row.address,
  department: row.department,
  city: row.city,
  latitude: row.latitude,
  longitude: row.longitude,
  segment: row.segment,
  stratum: row.stratum,
  date_contract: row.date_contract,
  billing_cut_day: row.billing_cut_day,
  connection_cost: toPesos(row.connection_cost),
  discounted_value: toPesos(row.discounted_value),
  permanence_months: row.permanence_months,
  scheduled_on: row.scheduled_on,
  technician: row.technician_name,
  active_from: row.active_from,
  active_to: row.active_to,
})
