import type { contractApi } from '#domain/contracts/api.ts'
import type { Contract } from '#domain/contracts/contract.ts'
import { assertAction, contractStatusOn } from '#domain/contracts/lifecycle.ts'
import { periodsSince, unbilledCopy } from '#domain/contracts/unbilled.ts'
import { type Day, dayLabel, dayOf } from '#domain/core/days.ts'
import { minus } from '#domain/core/money.ts'
import { Refusal, refusalOf, refuseField } from '#domain/core/refusal.ts'
import { assertCutsAllowed } from '#domain/parameters/emergency.ts'
import type { Parameter } from '#domain/parameters/parameter.ts'
import { CHARGE_KINDS } from '#domain/taxes/charge.ts'
import type { Tx } from '#server/core/tx.ts'
import type { Verb } from '#server/core/verb.ts'
import { lockAccount } from '#server/ledger/accounts.ts'
import { readParameters } from '#server/parameters/parameters.ts'
import { billedPeriods } from './billed-periods.ts'
import {
  changeContract,
  contractAbsent,
  contractEventData,
  findContract,
  readContract,
  type ServiceCtx,
} from './contract-change.ts'
import { type ContractRow, listContractsById, lockContracts } from './contract-queries.ts'
import { insertCharge } from './pending-charges.ts'
import { personCuts } from './person-cuts.ts'
import { markOpenUnowed, stoppedOn } from './reconnection.ts'
import { moveContract, suspendActive } from './transition-queries.ts'

/**
 * Starts the service and its billing: the part of the connection cost that was not discounted goes on the first invoice. The message says
 * which periods were billed before without this contract.
 */
export const activate: Verb<typeof contractApi.activate> = async (ctx, { params, body }) => {
  const { data, unbilled, charged } = await activateService(ctx, params.no, body)
  const connection = charged === null ? null : `La factura ${charged} ya cobra la conexión: no se cobra otra vez`
  const sentences = ['Contrato activado exitosamente', connection, unbilled]
  return { data, message: sentences.filter((one) => one !== null).join('. ') }
}

/**
 * As activate. `unbilled`: what the desk must do about the periods that were billed before; null when there is none. `charged`: the invoice
 * that charges the connection already, which is charged once (R2.8); null when the first invoice of the service charges it.
 */
export async function activateService(
  ctx: ServiceCtx,
  no: string,
  body: { activated_on: Day },
): Promise<{ data: Contract; unbilled: string | null; charged: string | null }> {
  let unbilled: string | null = null
  let charged: string | null = null
  const data = await changeContract(ctx, no, 'contract.activated', async (tx, contract) => {
    assertAction('activate', contract.status)
    if (body.activated_on > ctx.today) {
      throw refuseField('refused', 'activated_on', 'El día de activación no puede ser futuro')
    }
    if (contract.signed_at !== null && body.activated_on < dayOf(contract.signed_at)) {
      throw refuseField('refused', 'activated_on', 'El día de activación no puede ser anterior a la firma')
    }
    await moveContract(tx, contract, 'activate', { active_from: body.activated_on })
    const price = minus(contract.connection_cost, contract.discounted_value)
    if (price > 0) charged = await billedPeriods().connectionInvoice(tx, contract.id)
    if (price > 0 && charged === null) {
      const { label: description } = CHARGE_KINDS.connection
      await insertCharge(tx, contract.id, { kind: 'connection', description, price, occurred_on: body.activated_on })
    }
    unbilled = await readUnbilled(tx, contract, body.activated_on, ctx.today)
    return undefined
  })
  return { data, unbilled, charged }
}

/** What is left to bill of the periods of a service that begins on a day, and that a run billed before without it. */
async function readUnbilled(tx: Tx, { billing_cut_day }: ContractRow, from: Day, today: Day): Promise<string | null> {
  const periods = periodsSince(from, today, billing_cut_day)
  const ran = await billedPeriods().ranPeriods(
    tx,
    periods.map(({ period }) => period),
    billing_cut_day,
  )
  const unbilled = periods.filter(({ period }) => ran.has(period))
  return unbilled.length === 0 ? null : unbilledCopy(unbilled)
}

/** What a suspension from today on would mean: what is billed ahead. */
export const suspendPreview: Verb<typeof contractApi.suspendPreview> = (ctx, { params }) =>
  ctx.tx(async (tx) => {
    const contract = await findContract(tx, ctx, params.no)
    assertServed(contract, ctx.today)
    return {
      data: {
        billed_until: await billedPeriods().billedUntil(tx, contract.id, ctx.today),
        is_overdue: await personCuts().isOverdue(tx, contract, ctx.today),
      },
    }
  })

/**
 * Suspends the service from today on. What was billed of the days without service is given back when they are known: at the
 * reconnection, at the cut of the period, or at the end of the contract.
 */
export const suspend: Verb<typeof contractApi.suspend> = async (ctx, { params, body }) => {
  const data = await ctx.tx(async (tx) => {
    const { id, client_id } = await findContract(tx, ctx, params.no)
    const wasOwing = await personCuts().isOwing(tx, { id, client_id })
    // A payment that is registered meanwhile is seen, or sees the cut.
    await lockAccount(tx, client_id)
    const forbidden = await personCuts().refusalOf(tx, { id, client_id }, { today: ctx.today, wasOwing })
    if (forbidden !== null) throw forbidden
    const [refused] = (await suspendForArrears(tx, [{ contract_id: id, reason: body.reason }], ctx.today)).values()
    if (refused !== undefined) throw refused
    // A reconnection is charged after a suspension for non-payment (R2.5).
    if (!(await personCuts().isOverdue(tx, { id, client_id }, ctx.today))) await markOpenUnowed(tx, id)
    return readContract(tx, ctx, params.no)
  })
  return { data, message: 'Servicio suspendido exitosamente' }
}

/** A service to suspend for arrears: the reason and more fields of its event. */
type ArrearsCut = { contract_id: string; reason: string } & Readonly<Record<string, unknown>>

/**
 * Suspends services for arrears from a day on, with one statement for each table and one event for each contract. A contract that the
 * rules do not let suspend stays as it is: returns its Refusal, by its id.
 */
export async function suspendForArrears(
  tx: Tx,
  cuts: readonly ArrearsCut[],
  today: Day,
): Promise<Map<string, Refusal>> {
  const ids = cuts.map(({ contract_id }) => contract_id)
  await lockContracts(tx, ids)
  const contracts = new Map((await listContractsById(tx, ids, today)).map((row) => [row.id, row]))
  const parameters = await readParameters(tx)
  const refused = new Map<string, Refusal>()
  const suspended: { before: ContractRow; extra: object }[] = []
  for (const { contract_id, ...extra } of cuts) {
    const row = contracts.get(contract_id)
    const before = row && { ...row, status: contractStatusOn(row.status, row.active_to, today) }
    const refusal =
      before === undefined ? contractAbsent() : refusalOf(() => assertSuspendable(before, parameters, today))
    if (refusal !== null) refused.set(contract_id, refusal)
    else if (before !== undefined) suspended.push({ before, extra })
  }
  const writing = suspendActive(
    tx,
    suspended.map(({ before }) => before.id),
    today,
  )
  // While the database writes.
  const changes = suspended.map(({ before, extra }) => ({
    entity_id: before.id,
    client_id: before.client_id,
    before: contractEventData(before),
    changed: { status: 'suspended', ...extra, kind: 'arrears' },
  }))
  await writing
  await tx.recordMany('contract.suspended', changes)
  return refused
}

function assertSuspendable(contract: ContractRow, parameters: readonly Parameter[], today: Day): void {
  const { active_from } = contract
  assertCutsAllowed(parameters, today)
  assertServed(contract, today)
  if (active_from !== null && active_from > today)
    throw new Refusal('conflict', `El servicio empieza el ${dayLabel(active_from)}`)
}

/** A pause or a removal suspends the service from its first day on, also before the hourly job writes the status. */
const assertServed = (contract: ContractRow, today: Day): void => {
  assertAction('suspend', stoppedOn(contract, today) === null ? contract.status : 'suspended')
}
