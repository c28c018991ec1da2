import * as z from 'zod/mini'
import type { Day } from '#domain/core/days.ts'
import { type Money, minus, money, plus, ZERO } from '#domain/core/money.ts'
import { notFound, refuseField } from '#domain/core/refusal.ts'
import {
  type CreditedLine,
  creditNoteParts,
  type NotePart,
  noteDestination,
  noteTotals,
  paidBeside,
} from '#domain/invoices/credit-note.ts'
import { assertCreditable } from '#domain/invoices/creditable.ts'
import type { CreditNote, NewCreditNote } from '#domain/invoices/invoice.ts'
import { conceptOf } from '#domain/invoices/note-concept.ts'
import { entriesOfCreditNote } from '#domain/ledger/entry.ts'
import { reopenCompensations } from '#server/contracts/pending-charges.ts'
import { newId } from '#server/core/ids.ts'
import type { Tx } from '#server/core/tx.ts'
import { type LockedInvoice, lockInvoice } from '#server/ledger/accounts.ts'
import { reopenBalances } from '#server/ledger/adjustments.ts'
import { applyCredit } from '#server/ledger/credit.ts'
import { postEntries } from '#server/ledger/entries.ts'
import { nextNumber } from '#server/ledger/numbers.ts'
import { annulWriteOffs } from '#server/ledger/write-offs.ts'
import { withdrawOfAnnulled } from './annulled-month.ts'
import { reduceDisputes, writeNoteOnDisputes } from './credited-disputes.ts'
import { issuedDocuments } from './issued.ts'
import { listConcepts } from './note-queries.ts'

/** `withdrawn`: the adjustment of the month that waited for the next invoice and is not charged any more. */
export type IssuedNote = CreditNote & { withdrawn: string | null }

type NoteOptions = {
  is_correction?: boolean
  takes_last_days?: boolean
  takes_discounts?: boolean
  of_dispute?: Money
  is_beside?: boolean
  keeps_claims?: boolean
  keeps_credit?: boolean
}

/**
 * Posts a credit note of an invoice, with the account locked: concurrent notes never credit more than the invoice. What was already
 * paid of it becomes credit in favour, which pays the other open invoices. `is_correction`: the correction of a billed period, not
 * the note of a person. `takes_last_days`: the contract ends within the period, so the note takes its last days
 * (domain/accounting/income.ts). `takes_discounts`: an amount over what a line charged takes its discounts too. `of_dispute`: what
 * the note returns of a dispute that its caller decides; without it the note ends the dispute that it covers (credited-disputes.ts). `is_beside`: it returns what a decided claim gave, so it
 * takes of the open disputes only what is neither owed nor paid outside of them. `keeps_claims`: it gives back something else than what is claimed.
 * `keeps_credit`: the caller sets the credit apart or applies it. A compensation that the note takes waits again, and the adjustment that
 * waits for a month is withdrawn by the note of a person that leaves nothing of its plan. Throws a Refusal.
 */
export async function issueCreditNote(
  tx: Tx,
  invoiceId: string,
  newNote: NewCreditNote & NoteOptions,
  today: Day,
): Promise<IssuedNote> {
  const before = await lockExistingInvoice(tx, invoiceId)
  assertCreditable(money(1), before)
  // What the company closed or wrote off was not paid: the note reduces that debt, and gives no credit in favour for it.
  const reopened = await reopenBalances(tx, before.client_id, [before.id], { today, reason: 'Nota crédito' })
  const locked = reopened === 0 ? before : await lockExistingInvoice(tx, invoiceId)
  const requestedLines = newNote.lines?.map(({ position, amount }) => ({ position, amount })) ?? null
  const takesDiscounts = newNote.takes_discounts ?? false
  const lines = await listCreditedLines(tx, locked.id)
  const parts = creditNoteParts(lines, requestedLines, { takesDiscounts })
  const totals = noteTotals(parts)
  if (totals.total <= 0) throw refuseField('refused', 'lines', 'Esas líneas no suman nada por devolver')
  assertCreditable(totals.total, locked)
  const id = newId()
  const invoice = await annulWriteOffs(tx, locked, totals.total, { credit_note_id: id, posted_on: today })
  const concept_code = await readConcept(tx, newNote, totals.total === minus(invoice.total, invoice.credited), today)
  const favour = newNote.is_beside === true ? paidBeside(totals.total, invoice) : null
  const reducible = favour === null ? invoice.balance : minus(totals.total, favour)
  const entries = entriesOfCreditNote({
    client_id: invoice.client_id,
    posted_on: today,
    invoice_id: invoice.id,
    credit_note_id: id,
    isOpening: invoice.kind === 'opening',
    ...noteDestination(totals, reducible),
  })
  // Before the balance changes: a balance of zero would end the dispute without the note.
  const isOutside = newNote.of_dispute !== undefined || newNote.keeps_claims === true
  const credited = isOutside ? [] : await reduceDisputes(tx, invoice, totals.total, favour)
  await postEntries(tx, entries, [{ id: invoice.id, amount: totals.total }])
  await takeFromExtended(tx, invoice, restOfNote(totals.total, invoice, newNote))
  await reopenCompensations(tx, invoice.id, takenDiscounts(lines, parts))
  // After what needs no number: the other notes of the company wait for it. What follows names the note.
  const number = await nextNumber(tx, 'credit_note', 'NC')
  await tx
    .insertInto('credit_notes')
    .values({
      id,
      number,
      invoice_id: invoice.id,
      concept: newNote.concept,
      concept_code,
      issued_on: today,
      ...totals,
      lines: storedLines(parts, newNote),
      is_correction: newNote.is_correction ?? false,
    })
    .execute()
  await writeNoteOnDisputes(tx, credited, id)
  await issuedDocuments().note(tx, id, invoice.id)
  const isFreed = invoice.disputed_amount > 0 && credited.some(({ isEnded }) => isEnded)
  const isApplied = newNote.keeps_credit !== true && (reopened > 0 || isFreed || totals.total > reducible)
  if (isApplied) await applyCredit(tx, invoice.client_id, today)
  const withdrawn = newNote.is_correction === true ? null : await withdrawOfAnnulled(tx, invoice.id)
  const note = { id, number: `NC-${number}`, concept_code, concept: newNote.concept, issued_on: today, ...totals }
  return { ...note, withdrawn }
}

const readConcept = async (tx: Tx, { concept_code }: NewCreditNote, isWhole: boolean, day: Day) =>
  conceptOf(concept_code, { isWhole, concepts: await listConcepts(tx), day })

/** The discounts that a note takes, with the lines that they are of. */
const takenDiscounts = (lines: Awaited<ReturnType<typeof listCreditedLines>>, parts: readonly NotePart[]) =>
  parts.flatMap((part) => {
    const line = lines.find(({ position }) => position === part.position)
    if (!line || part.base >= 0) return []
    const { description, base, vat } = line
    return [{ description, base, total: plus(base, vat), amount: plus(part.base, part.vat) }]
  })

const storedLines = (parts: readonly NotePart[], { takes_last_days }: NoteOptions): string =>
  JSON.stringify(parts.map((part) => ({ ...part, ...(takes_last_days && { takes_last_days: true }) })))

/** The part of a note that returns what is owed outside of the disputes, or all of one that is less than what is in dispute. */
function restOfNote(total: Money, { balance, disputed_amount }: LockedInvoice, options: NoteOptions): Money {
  const free = minus(balance, disputed_amount)
  if (options.is_beside === true) return total < free ? total : free
  const disputed = options.of_dispute ?? disputed_amount
  return total < disputed ? total : minus(total, disputed)
}

/** A note takes first what has a later last day: what was overdue stays overdue (R2.15). */
async function takeFromExtended(tx: Tx, { id, extended_amount }: LockedInvoice, amount: Money): Promise<void> {
  if (extended_amount === 0 || amount === 0) return
  const rest = extended_amount > amount ? minus(extended_amount, amount) : ZERO
  await tx.updateTable('invoices').set({ extended_amount: rest }).where('id', '=', id).execute()
}

/** Locks an invoice and its account. Throws the same Refusal 'not_found' for an absent invoice and for another company's. */
export async function lockExistingInvoice(tx: Tx, id: string): Promise<LockedInvoice> {
  const invoice = await lockInvoice(tx, id)
  if (!invoice) throw notFound('Esa factura no existe')
  return invoice
}

const StoredParts = z.array(z.object({ position: z.number(), base: z.number(), vat: z.number() }))

/** The lines of an invoice, with what earlier credit notes credited of each. */
export async function listCreditedLines(
  tx: Tx,
  invoiceId: string,
): Promise<(CreditedLine & { description: string })[]> {
  const lines = await tx
    .selectFrom('invoice_lines')
    .select(['position', 'description', 'base', 'vat', 'vat_treatment', 'vat_bps'])
    .where('invoice_id', '=', invoiceId)
    .orderBy('position')
    .execute()
  const notes = await tx.selectFrom('credit_notes').select('lines').where('invoice_id', '=', invoiceId).execute()
  const creditedParts = notes.flatMap((note) => z.parse(StoredParts, note.lines))
  return lines.map((line) => ({ ...line, credited: creditedOf(creditedParts, line.position) }))
}

function creditedOf(
  parts: readonly z.output<typeof StoredParts>[number][],
  position: number,
): { base: Money; vat: Money } {
  const lineParts = parts.filter((part) => part.position === position)
  return {
    base: money(lineParts.reduce((total, part) => total + part.base, 0)),
    vat: money(lineParts.reduce((total, part) => total + part.vat, 0)),
  }
}
