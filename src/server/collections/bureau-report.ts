import { BUREAU_HOLD_LABELS, BUREAU_STATE_LABELS } from '#domain/collections/bureau.ts'
import type { bureauApi } from '#domain/collections/bureau-api.ts'
import { addDays, type Day, dayLabel } from '#domain/core/days.ts'
import { type Money, pesosLabel, plus, sum, toPesos, ZERO } from '#domain/core/money.ts'
import { Refusal, refuseField } from '#domain/core/refusal.ts'
import type { Tx } from '#server/core/tx.ts'
import type { Verb } from '#server/core/verb.ts'
import { lockCase, lockCases, readCase } from './bureau-case.ts'
import { caseOf, type DerivedCase } from './bureau-cases.ts'
import { type PastCase, readPastCase } from './bureau-past.ts'
import { closeCase, isInOtherCase, setReported } from './bureau-queries.ts'

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
      const invoices = await reportedInvoices(tx, one, { on: reported_on, today: ctx.today })
      const debt = sum(invoices.map((invoice) => invoice.debt))
      const change = { reported_on, reported_by: ctx.actor.name, reported_debt: debt }
      // One that was closed as paid is open again: its payment is to be updated.
      const open = { outcome: null, closed_on: null, closed_by: null }
      const query = tx.updateTable('bureau_cases').set({ ...change, ...open })
      await query.where('id', '=', one.id).execute()
      await setReported(tx, one.id, invoices)
      const after = { client: one.client.name, debt: toPesos(debt), reported_on }
      await tx.record('bureau.reported', { entity_id: one.id, client_id: one.client.id, after })
    }
    const data = await Promise.all(cases.map(async ({ id }) => caseOf(await readCase(tx, id, ctx.today))))
    const count = cases.length === 1 ? 'una deuda como reportada' : `${cases.length} deudas como reportadas`
    const due = data.some(({ state }) => state === 'update_due') ? '. Ya se pagó: actualízala en la central' : ''
    return { data, message: `Marcamos ${count} el ${dayLabel(reported_on)}${due}` }
  })

/** Marks that the bureau knows what was paid until a day. What was not paid by then stays reported. */
export const update: Verb<typeof bureauApi.update> = (ctx, { params, body: { updated_on } }) =>
  ctx.tx(async (tx) => {
    const one = await lockCase(tx, params.id, ctx.today)
    const { id, state, paid_on, reported_on, debt, left } = one
    if (reported_on === null || one.closed_on !== null || left >= debt)
      throw new Refusal('conflict', `No hay un pago por actualizar: está en «${BUREAU_STATE_LABELS[state]}»`)
    if (updated_on > ctx.today || updated_on < (paid_on ?? reported_on))
      throw refuseField('refused', 'updated_on', 'Se actualiza desde el día del pago y hasta hoy')
    const invoices = one.reportedLeft.map((invoice) => ({ id: invoice.id, debt: leftOn(one, invoice, updated_on) }))
    const rest = sum(invoices.map((invoice) => invoice.debt))
    await tx.updateTable('bureau_cases').set({ updated_on }).where('id', '=', id).execute()
    await setReported(tx, id, invoices)
    if (rest === ZERO) await closeCase(tx, id, { outcome: 'updated', closed_on: updated_on, closed_by: ctx.actor.name })
    else await tx.updateTable('bureau_cases').set({ reported_debt: rest }).where('id', '=', id).execute()
    const after = { client: one.client.name, updated_on, update_by: one.on, left: toPesos(rest) }
    await tx.record('bureau.updated', { entity_id: id, client_id: one.client.id, after })
    const note = rest === ZERO ? '' : `: quedan reportados ${pesosLabel(rest)}`
    return {
      data: caseOf(await readCase(tx, id, ctx.today)),
      message: `Marcamos el pago como actualizado en la central${note}`,
    }
  })

/** What the bureau has of an invoice after an update on a day: a payment of a later day is not in it. */
function leftOn({ paid }: DerivedCase, { id, reported, left }: DerivedCase['reportedLeft'][number], on: Day): Money {
  const later = sum(paid.map((part) => (part.invoice_id === id && part.on_day > on ? part.amount : ZERO)))
  const all = plus(left, later)
  return all < reported ? all : reported
}

/** What of each invoice is reported on a day. Throws Refusal when the debt could not be reported on it. */
async function reportedInvoices(
  tx: Tx,
  one: DerivedCase,
  { on, today }: { on: Day; today: Day },
): Promise<PastCase['invoices']> {
  const { client, state, closed_on, reported_on } = one
  const isOver = closed_on !== null && (state !== 'settled' || closed_on < on)
  if (isOver || reported_on !== null) throw notReportable(client.name, BUREAU_STATE_LABELS[state])
  if (await isInOtherCase(tx, one.id))
    throw new Refusal(
      'conflict',
      `La deuda de ${client.name} volvió a la lista: saca primero la nueva, y después marca esta`,
    )
  if (on === today && state === 'reportable') return one.invoices
  // What is in claim or promised now is not to be reported; a payment of today does not undo the report of this morning.
  if (on === today && state !== 'settled') throw notReportable(client.name, BUREAU_STATE_LABELS[state])
  // What was paid or claimed on the day of the report may be of before or after it: the morning counts too.
  const morning = await readPastCase(tx, one, { through: addDays(on, -1), on })
  if (morning.state === 'reportable') return morning.invoices
  if (on === today) throw notReportable(client.name, BUREAU_STATE_LABELS[state])
  const evening = await readPastCase(tx, one, { through: on, on })
  if (evening.state === 'reportable') return evening.invoices
  throw refuseField('refused', 'report.reported_on', `${client.name} ${whyNot(evening)}`)
}

function whyNot({ state, on, hold }: PastCase): string {
  if (state === 'waiting' && on !== null) return `se puede reportar desde el ${dayLabel(on)}: el aviso todavía corría`
  const reason = state === 'held' && hold !== null ? BUREAU_HOLD_LABELS[hold] : BUREAU_STATE_LABELS[state]
  return `no se podía reportar ese día: ${reason}. Si la central la tiene, pídele que la retire`
}

const notReportable = (name: string, state: string): Refusal =>
  new Refusal('conflict', `${name} no se puede reportar: está en «${state}»`)
