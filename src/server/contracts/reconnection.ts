import { sql } from 'kysely'
import type { contractApi } from '#domain/contracts/api.ts'
import type { Contract } from '#domain/contracts/contract.ts'
import { madeSentence } from '#domain/contracts/correction.ts'
import { assertAction } from '#domain/contracts/lifecycle.ts'
import { currentOrNextPause } from '#domain/contracts/pause.ts'
import { type EndedSuspension, reconnectionCharge } from '#domain/contracts/reconnection.ts'
import { addDays, type Day, dayLabel } from '#domain/core/days.ts'
import { type Money, toPesos, ZERO } from '#domain/core/money.ts'
import { CHARGE_KINDS } from '#domain/taxes/charge.ts'
import type { Tx } from '#server/core/tx.ts'
import type { Verb } from '#server/core/verb.ts'
import { HAS_REVERSED_PAYMENT } from '#server/ledger/overdue.ts'
import { reconnectionCapInForce } from '#server/parameters/parameters.ts'
import { billedPeriods } from './billed-periods.ts'
import { changeService, findContract, type ServiceCtx, vatRulesOfDay } from './contract-change.ts'
import { readCharges } from './contract-charges.ts'
import { type ContractRow, lockContract } from './contract-queries.ts'
import { beginPause, type StoppedDays } from './pausing.ts'
import { insertCharge, removeReconnectionCharge } from './pending-charges.ts'
import { closeSuspension, moveContract } from './transition-queries.ts'

export const reconnectPreview: Verb<typeof contractApi.reconnectPreview> = (ctx, { params }) =>
  ctx.tx(async (tx) => {
    const contract = await findContract(tx, ctx, params.no)
    assertAction('reconnect', contract.status)
    const suspension = await getOpenSuspension(tx, contract.id, ctx.today)
    const { price, reason } = await chargeOf(tx, suspension, contract, ctx.today)
    const planned = { suspended_to: addDays(ctx.today, -1), keeps_pauses: suspension?.kind === 'arrears' }
    const changed = { from_on: contract.suspended_from ?? ctx.today, to_on: null, planned }
    const corrections = await billedPeriods().preview(tx, contract.id, changed, ctx.today)
    return { data: { charge: price, reason, corrections } }
  })

export const reconnect: Verb<typeof contractApi.reconnect> = async (ctx, { params }) => {
  const { contract: data, reason } = await reconnectService(ctx, params.no)
  return { data, message: [doneCopy(data), reason, ...data.corrections.map(madeSentence)].join(' ') }
}

function doneCopy({ status, pause, removed_from }: Contract): string {
  if (status !== 'suspended') return 'Servicio reconectado exitosamente.'
  if (removed_from !== null)
    return 'El corte por mora terminó. El servicio sigue detenido porque los equipos se retiraron: vuelve con el acta de la reinstalación.'
  return pause === null
    ? 'Servicio reconectado exitosamente.'
    : `El corte por mora terminó. La pausa que pidió el cliente sigue hasta el ${dayLabel(pause.to_on)}.`
}

/**
 * Reconnects a service from today on. The day of the reconnection is a day of service, so the suspension or the pause ends the day
 * before. A suspension for arrears ends alone: a pause that began during it stays, its days are not billed, and the service stays
 * suspended for it until its last day. A suspension that began today is deleted. The charge of the reconnection goes on the next
 * invoice (PLN-07). `extra`: more fields of the event. Throws a Refusal.
 */
export const reconnectService = (ctx: ServiceCtx, no: string, extra: Readonly<Record<string, unknown>> = {}) =>
  ctx.tx(async (tx) => {
    let charged: { price: Money; reason: string } = { price: ZERO, reason: '' }
    const own: ServiceCtx = { ...ctx, tx: (work) => work(tx) }
    const contract = await changeService(own, no, 'contract.reconnected', async (_tx, before) => {
      const ended = await endSuspension(own, tx, before)
      charged = ended.charged
      const left = ended.keepsPauses ? stoppedOn(before, ctx.today) : null
      return {
        from_on: ended.from_on,
        extra: { ...extra, ...ended.extra, ...(left && { paused_until: left.to_on }) },
      }
    })
    const left = stoppedOn(await findContract(tx, ctx, no), ctx.today)
    if (left === null) return { contract, reason: charged.reason }
    // In this transaction: until the hourly job, the device and the client would have a service that is stopped.
    await beginPause(tx, contract, left, true)
    const { status, suspended_from } = await findContract(tx, ctx, no)
    return { contract: { ...contract, status, suspended_from }, reason: charged.reason }
  })

/** The pause, or the removal of the equipment, that is in force on a day; one that begins later is not. Null without one. */
export function stoppedOn({ pauses, removed_from, removed_to }: ContractRow, today: Day): StoppedDays | null {
  if (removed_from !== null && removed_from <= today)
    return { kind: 'removal', from_on: removed_from, to_on: removed_to }
  const pause = currentOrNextPause(pauses, today)
  return pause !== null && pause.from_on <= today ? { kind: 'voluntary', ...pause } : null
}

/** Ends the suspension of a contract before today and adds its charge. Returns the first day that it changed. */
async function endSuspension(ctx: ServiceCtx, tx: Tx, before: ContractRow) {
  await moveContract(tx, before, 'reconnect')
  const suspension = await getOpenSuspension(tx, before.id, ctx.today)
  const charged = await chargeOf(tx, suspension, before, ctx.today)
  const keepsPauses = suspension?.kind === 'arrears'
  const from_on = (await closeSuspension(tx, before.id, addDays(ctx.today, -1), { keepsPauses })) ?? ctx.today
  if (charged.price === 0 || suspension === null) return { from_on, charged, keepsPauses, extra: {} }
  await insertCharge(tx, before.id, {
    kind: 'reconnection',
    description: CHARGE_KINDS.reconnection.label,
    price: charged.price,
    occurred_on: ctx.today,
    suspension_id: suspension.id,
  })
  return { from_on, charged, keepsPauses, extra: { reconnection_charge: toPesos(charged.price) } }
}

async function chargeOf(
  tx: Tx,
  suspension: EndedSuspension | null,
  { id, price_includes_vat }: { id: string; price_includes_vat: boolean },
  today: Day,
) {
  const cap = await reconnectionCapInForce(tx, today)
  return reconnectionCharge(suspension, {
    cost: (await readCharges(tx, id)).reconnection_cost,
    cap,
    // A company that is not responsible adds none.
    includes_vat: price_includes_vat || !(await vatRulesOfDay(tx, today)).isResponsible,
    today,
  })
}

type Suspension = EndedSuspension & { id: string }

const CHARGED = sql<boolean>`exists (
  select from pending_charges p where p.company_id = s.company_id and p.contract_id = s.contract_id and p.suspension_id = s.id
)`

/** Whether the contract of a suspension `s` has another holder since it began. Accepted cessions have their day. */
const ofEarlierHolder = (today: Day) => sql<boolean>`exists (
  select from contract_cessions x where x.company_id = s.company_id and x.contract_id = s.contract_id and x.decision = 'accepted'
    and x.effective_on > s.from_on and x.effective_on <= ${today}::date
)`

/**
 * Whether a suspension `s` follows the reversal of a payment of the desk that had reconnected the service: the payment was registered during
 * an earlier suspension, paid what was overdue on its day, and was reversed between its reconnection, which is charged, and `s`. The
 * reconnection of one debt is charged once (R2.5).
 */
const IS_AFTER_REVERSAL = sql<boolean>`exists (
  select from suspension_intervals b
  join pending_charges g on g.company_id = b.company_id and g.contract_id = b.contract_id and g.suspension_id = b.id
  join contracts c on c.company_id = b.company_id and c.id = b.contract_id
  where ${HAS_REVERSED_PAYMENT} and b.company_id = s.company_id and b.contract_id = s.contract_id and b.kind = 'arrears' and b.to_on < s.from_on
    and not exists (
      select from suspension_intervals m where m.company_id = b.company_id and m.contract_id = b.contract_id and m.kind = 'arrears' and not m.is_unowed
        and m.from_on > b.from_on and m.from_on < s.from_on
    )
)`

/** The suspension of a day: the open one for arrears, or else the removal or the pause. */
async function getOpenSuspension(tx: Tx, contractId: string, today: Day): Promise<Suspension | null> {
  const { rows } = await sql<Suspension>`
    select s.id, s.kind, s.from_on, ${CHARGED} as is_charged, ${ofEarlierHolder(today)} as is_of_earlier_holder, s.is_imported, s.is_unowed,
      ${IS_AFTER_REVERSAL} as is_after_reversal
    from suspension_intervals s
    where s.company_id = (select current_company()) and s.contract_id = ${contractId}
      and (s.to_on is null or (s.from_on <= ${today}::date and s.to_on >= ${today}::date))
    order by s.kind = 'arrears' and s.to_on is null desc, s.kind = 'removal' desc, s.to_on nulls first limit 1`.execute(
    tx,
  )
  return rows[0] ?? null
}

/** As getUnchargedSuspension. Locks the contract, as a reconnection does, so that the same suspension is not charged twice. */
export async function lockUnchargedSuspension(
  tx: Tx,
  contract: { id: string; no_contract: string },
  today: Day,
): Promise<string | null> {
  await lockContract(tx, contract.no_contract)
  return getUnchargedSuspension(tx, contract, today)
}

/**
 * The newest suspension for non-payment of a contract, open or ended, with at least a day out of service. Null without one, and when
 * its reconnection is charged, it was of an earlier holder, it was imported, nothing was owed or it follows
 * the reversal of a payment: an older one is not charged after a newer one.
 */
export async function getUnchargedSuspension(tx: Tx, contract: { id: string }, today: Day): Promise<string | null> {
  const { rows } = await sql<{ id: string; is_charged: boolean }>`
    select s.id, (${CHARGED} or ${ofEarlierHolder(today)} or s.is_imported or s.is_unowed or ${IS_AFTER_REVERSAL}) as is_charged
    from suspension_intervals s
    where s.company_id = (select current_company()) and s.contract_id = ${contract.id} and s.kind = 'arrears'
      and s.from_on < ${today}::date
    order by s.from_on desc limit 1`.execute(tx)
  const [newest] = rows
  return newest && !newest.is_charged ? newest.id : null
}

/** Records that the reconnection of a suspension is charged by an invoice, so that it is not charged again. Returns its id. */
export const insertReconnectionCharge = (
  tx: Tx,
  contractId: string,
  charge: { description: string; price: Money; occurred_on: Day; suspension_id: string },
): Promise<string> => insertCharge(tx, contractId, { kind: 'reconnection', ...charge })

/** Records that the cut of a contract that goes on had no overdue debt: its reconnection is not charged. */
export async function markOpenUnowed(tx: Tx, contractId: string): Promise<void> {
  await tx
    .updateTable('suspension_intervals')
    .set({ is_unowed: true })
    .where('contract_id', '=', contractId)
    .where('kind', '=', 'arrears')
    .where('to_on', 'is', null)
    .execute()
}

/**
 * Records that the debt of a cut was not owed: its reconnection is not charged, and its charge that waits for an invoice is removed.
 * Returns that charge; null without one that waits.
 */
export async function markUnowed(
  tx: Tx,
  suspension: { id: string; contract_id: string },
): Promise<{ price: Money } | null> {
  await tx.updateTable('suspension_intervals').set({ is_unowed: true }).where('id', '=', suspension.id).execute()
  return removeReconnectionCharge(tx, suspension)
}
