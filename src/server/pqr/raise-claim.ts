import { sql } from 'kysely'
import { type Day } from '#domain/core/days.ts'
import { pesosLabel, plus, sum, toPesos } from '#domain/core/money.ts'
import { Refusal } from '#domain/core/refusal.ts'
import { pqrClaimApi } from '#domain/pqr/claim-api.ts'
import { assertRaisesOfDay, raiseProblem } from '#domain/pqr/link.ts'
import type { Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import { dayEnd, dayStart } from '#server/db/days.ts'
import { lockExistingInvoice } from '#server/invoices/credit-notes.ts'
import { raiseDispute } from '#server/invoices/raise-dispute.ts'
import { authorOf, changed, lockCase, writeStep } from './change.ts'
import { readClaimed } from './claimed-invoice.ts'
import { notifyUser } from './notice.ts'
import { labelOf } from './queries.ts'
import { findOpenClaim } from './reading.ts'

/**
 * More of the invoice that a case claims, before its answer: by its client, or by the financial staff for it. What was filed keeps its
 * amount; the dispute of the case grows, and the answer decides all of it. Throws a Refusal.
 */
export const pqrClaim = implement(pqrClaimApi, {
  raise: (ctx, { params, body: { amount, text, version } }) =>
    ctx.tx(async (tx) => {
      const before = await lockCase(ctx, tx, params.id, version)
      const problem = raiseProblem(before)
      if (problem !== null) throw new Refusal('conflict', problem)
      // The desk registers what a client asks for on its last day to pay: tomorrow that amount is overdue.
      if (ctx.actor.role === 'client') assertRaisesOfDay(await countRaises(tx, before.id, ctx.today))
      const { invoice_id, claimed_amount } = before
      if (invoice_id === null || claimed_amount === null) throw new Error('a case without an invoice has no claim')
      const invoice = await lockExistingInvoice(tx, invoice_id)
      const open = await findOpenClaim(tx, before)
      if (!open)
        throw new Refusal('conflict', 'De esa factura ya no hay un valor en reclamo: por otro cobro, radica otra PQR')
      const total = sum([claimed_amount, before.added_amount, amount])
      const { unclaimed } = await readClaimed(tx, invoice)
      const entryId = await writeStep(tx, before, {
        author: authorOf(ctx),
        now: ctx.now,
        changes: { added_amount: plus(before.added_amount, amount) },
        entry: {
          kind: 'raised',
          text: `También se reclaman ${pesosLabel(amount)} de la factura ${invoice.number}, que desde hoy y hasta la respuesta no se cobran ni se vencen. En total se reclaman ${pesosLabel(total)}.\n\n${text}`,
        },
        event: { name: 'pqr.claim_raised', after: { invoice: invoice.number, amount: toPesos(amount) } },
      })
      await raiseDispute(tx, invoice, { disputeId: open.id, amount, unclaimed })
      const done = `La PQR ${labelOf(before)} reclama ahora ${pesosLabel(total)} de la factura ${invoice.number}`
      if (ctx.actor.role === 'client') return changed(ctx, tx, before.id, done)
      const what = `dile que su PQR ya reclama ${pesosLabel(total)} de la factura ${invoice.number}`
      return changed(ctx, tx, before.id, `${done}. ${await notifyUser(tx, before, { entryId, now: ctx.now, what })}`)
    }),
})

/** How often the claim of a case grew on a day. */
async function countRaises(tx: Tx, caseId: string, on: Day): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pqr_entries
    where company_id = (select current_company()) and case_id = ${caseId} and kind = 'raised'
      and at >= ${dayStart(on)} and at < ${dayEnd(on)}`.execute(tx)
  return rows[0]?.count ?? 0
}
