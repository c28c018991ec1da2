import { pesosLabel, toPesos } from '#domain/core/money.ts'
import { Refusal, refuseField } from '#domain/core/refusal.ts'
import type { pqrApi } from '#domain/pqr/api.ts'
import { linkProblem } from '#domain/pqr/link.ts'
import { TYPOLOGY_LABELS } from '#domain/pqr/topics.ts'
import type { Tx } from '#server/core/tx.ts'
import type { Verb } from '#server/core/verb.ts'
import type { LockedInvoice } from '#server/ledger/accounts.ts'
import { authorOf, changed, lockCase, writeStep } from './change.ts'
import { claimedOf, disputedOf, lockClaimed, markLate, openClaim } from './claimed-invoice.ts'
import { notifyUser } from './notice.ts'
import { labelOf, type StoredCase } from './queries.ts'

/**
 * Links an invoice to a case that was filed without one: from now on it is claimed as if it had been filed with it (R2.15). What was filed
 * does not change, and the thread and a receipt state the day of the link. Throws a Refusal.
 */
export const linkInvoice: Verb<typeof pqrApi.linkInvoice> = (ctx, { params, body }) =>
  ctx.tx(async (tx) => {
    const before = await lockCase(ctx, tx, params.id, body.version)
    const problem = linkProblem(before)
    if (problem !== null) throw new Refusal('conflict', problem)
    const invoice = await lockClaimed(tx, body.invoice_id, {
      isOwn: (found) => isOfPerson(tx, before, found),
      field: 'invoice_id',
      instead: 'responde esta sin la factura',
    })
    if (body.amount === undefined && invoice.balance === 0 && invoice.credited < invoice.total)
      throw refuseField(
        'refused',
        'amount',
        'Esa factura no tiene saldo por cobrar: escribe qué valor de ella se reclama, que es lo que se devolvería',
      )
    const amount = claimedOf(invoice, body.amount, '')
    const disputed = disputedOf(invoice, amount)
    // A case without a subject is about billing as one that is filed with its invoice, which gives the appeal to the SIC (R3.7).
    const isUnclassified = before.typology === 'otra'
    const kept =
      disputed === null
        ? 'La factura no tenía saldo por cobrar: lo que se devuelva depende de la respuesta.'
        : `Desde hoy y hasta la respuesta no se cobran ni se vencen ${pesosLabel(disputed)}.`
    const subject = isUnclassified ? ` El tema para los reportes es ${TYPOLOGY_LABELS.facturacion}.` : ''
    const entryId = await writeStep(tx, before, {
      author: authorOf(ctx),
      now: ctx.now,
      changes: {
        linked_invoice_id: invoice.id,
        linked_amount: amount,
        linked_at: ctx.now,
        ...(isUnclassified ? { typology: 'facturacion' } : {}),
      },
      entry: {
        kind: 'linked',
        text: `Factura ${invoice.number}. Valor reclamado: ${pesosLabel(amount)}. ${kept}${subject}`,
      },
      event: { name: 'pqr.invoice_linked', after: { invoice: invoice.number, amount: toPesos(amount) } },
    })
    await openClaim(ctx, tx, invoice, { amount, case: before })
    await markLate(tx, before.id, { invoice, received_on: before.filed_on, now: ctx.now })
    const what = `dile que su PQR ya reclama la factura ${invoice.number}, por ${pesosLabel(amount)}`
    const said = await notifyUser(tx, before, { entryId, now: ctx.now, what })
    return changed(ctx, tx, before.id, `La PQR ${labelOf(before)} ya reclama la factura ${invoice.number}. ${said}`)
  })

/** Whether an invoice is of the client of a case; of a case of no client, whether its client has the document of who filed it. */
async function isOfPerson(tx: Tx, { client_id, ...person }: StoredCase, invoice: LockedInvoice): Promise<boolean> {
  if (client_id !== null) return invoice.client_id === client_id
  const { type_identification, identification } = await tx
    .selectFrom('clients')
    .select(['type_identification', 'identification'])
    .where('id', '=', invoice.client_id)
    .executeTakeFirstOrThrow()
  const number = (document: string): string => document.split('-')[0] ?? document
  return (
    type_identification === person.petitioner_type &&
    number(identification) === number(person.petitioner_identification)
  )
}
