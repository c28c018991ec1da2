import { BUREAU_HOLD_LABELS, BUREAU_STATE_LABELS } from '#domain/collections/bureau.ts'
import type { bureauApi } from '#domain/collections/bureau-api.ts'
import { type Day, dayLabel } from '#domain/core/days.ts'
import { type Money, pesosLabel, toPesos, ZERO } from '#domain/core/money.ts'
import { Refusal, refuseField } from '#domain/core/refusal.ts'
import type { Tx } from '#server/core/tx.ts'
import type { Verb } from '#server/core/verb.ts'
import { lockCase, lockCases, readCase } from './bureau-case.ts'
import { caseOf, type DerivedCase } from './bureau-cases.ts'
import { readPastCase } from './bureau-past.ts'
import { closeCase } from './bureau-queries.ts'

/**
 * Marks debts as reported on a day, which the company did outside. The state and the debt of that day decide, whatever was paid, claimed or
 * promised since: what was paid is then to be updated in the bureau (R2.16).
 */
export const report: Verb<typeof bureauApi.report> = (ctx, { body }) =>
  ctx.tx(async (tx) => {
    const { ids, reported_on } = body.report
    if (reported_on > ctx.today)
      throw refuseField('refused', 'report.reported_on', 'El día del reporte es hoy o un día anterior')
    const cases = await lockCases(tx, [...new Set(ids)], ctx.today)
    for (const one of cases) {
      const debt = reported_on === ctx.today ? debtToday(one) : await debtOn(tx, one, reported_on)
      await assertOnlyCase(tx, one)
      const change = { reported_on, reported_by: ctx.actor.name, reported_debt: debt }
      const open = { outcome: null, closed_on: null, closed_by: null }
      await tx
        .updateTable('bureau_cases')
        .set({ ...change, ...open })
        .where('id', '=', one.id)
        .execute()
      const after = { client: one.client.name, debt: toPesos(debt), reported_on }
      await tx.record('bureau.reported', { entity_id: one.id, client_id: one.client.id, after })
    }
    const data = await Promise.all(cases.map(async ({ id }) => caseOf(await readCase(tx, id, ctx.today))))
    const count = cases.length === 1 ? 'una deuda como reportada' : `${cases.length} deudas como reportadas`
    const due = data.some(({ state }) => state === 'update_due') ? '. Ya se pagó: actualízala en la central' : ''
    return { data, message: `Marcamos ${count} el ${dayLabel(reported_on)}${due}` }
  })

/** Marks that the bureau knows what was paid. What is not paid stays reported. */
export const update: Verb<typeof bureauApi.update> = (ctx, { params, body: { updated_on } }) =>
  ctx.tx(async (tx) => {
    const one = await lockCase(tx, params.id, ctx.today)
    const { id, state, paid_on, unpaid } = one
    if (state !== 'update_due')
      throw new Refusal('conflict', `No hay un pago por actualizar: está en «${BUREAU_STATE_LABELS[state]}»`)
    if (updated_on > ctx.today || (paid_on !== null && updated_on < paid_on))
      throw refuseField('refused', 'updated_on', 'Se actualiza desde el día del pago y hasta hoy')
    if (unpaid === ZERO)
      await closeCase(tx, id, { outcome: 'updated', closed_on: updated_on, closed_by: ctx.actor.name })
    else await tx.updateTable('bureau_cases').set({ reported_debt: unpaid }).where('id', '=', id).execute()
    const after = { client: one.client.name, updated_on, update_by: one.on, left: toPesos(unpaid) }
    await tx.record('bureau.updated', { entity_id: id, client_id: one.client.id, after })
    const left = unpaid === ZERO ? '' : `: quedan reportados ${pesosLabel(unpaid)}`
    return {
      data: caseOf(await readCase(tx, id, ctx.today)),
      message: `Marcamos el pago como actualizado en la central${left}`,
    }
  })

function debtToday({ client, state, closed_on, debt }: DerivedCase): Money {
  if (state !== 'reportable' || closed_on !== null) throw notReportable(client.name, BUREAU_STATE_LABELS[state])
  return debt
}

/** What is reported of a debt on a past day. Throws Refusal when it could not be reported on that day. */
async function debtOn(tx: Tx, one: DerivedCase, on: Day): Promise<Money> {
  const { client, state, closed_on, reported_on } = one
  const isOver = closed_on !== null && (state !== 'settled' || closed_on <= on)
  if (isOver || reported_on !== null) throw notReportable(client.name, BUREAU_STATE_LABELS[state])
  const past = await readPastCase(tx, one, on)
  if (past.state === 'reportable') return past.debt
  const why =
    past.state === 'waiting' && past.on !== null
      ? `se puede reportar desde el ${dayLabel(past.on)}: el aviso todavía corría`
      : `no se podía reportar ese día: ${past.state === 'held' && past.hold !== null ? BUREAU_HOLD_LABELS[past.hold] : BUREAU_STATE_LABELS[past.state]}`
  throw refuseField('refused', 'report.reported_on', `${client.name} ${why}`)
}

const notReportable = (name: string, state: string): Refusal =>
  new Refusal('conflict', `${name} no se puede reportar: está en «${state}»`)

/** A case that was closed as paid is open again after it was reported: its client has no other open case then. */
async function assertOnlyCase(tx: Tx, { id, client, closed_on }: DerivedCase): Promise<void> {
  if (closed_on === null) return
  const other = await tx
    .selectFrom('bureau_cases')
    .select('id')
    .where('client_id', '=', client.id)
    .where('outcome', 'is', null)
    .where('id', '<>', id)
    .executeTakeFirst()
  if (other !== undefined)
    throw new Refusal('conflict', `${client.name} tiene otra deuda en la lista: sácala primero, y después marca esta`)
}
