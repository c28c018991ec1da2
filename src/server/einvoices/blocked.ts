import { sql } from 'kysely'
import { MINUTE_MS } from '#domain/core/durations.ts'
import type { DocumentKind } from '#domain/einvoices/document.ts'
import { ELECTRONIC_LABELS, type ElectronicStatus } from '#domain/invoices/electronic.ts'
import type { Tx } from '#server/core/tx.ts'
import { plainArray } from '#server/db/arrays.ts'
import type { ClaimedDocument } from './claim.ts'
import type { IssuerAccount, SendOutcome, Unsent } from './issuer.ts'
import { stopKind } from './lease.ts'
import { insertSteps, withdrawIfAnnulled } from './outcome.ts'

const BLOCKED_WAIT_MS = 5 * MINUTE_MS

/** `freed`: what blocked was a document that DIAN rejected, and it is removed. `id`: ours. */
export type Blocked =
  | { kind: 'blocked'; message: string }
  | { kind: 'freed'; id: string }
  | { kind: 'pending'; reasons: [] }
  | { kind: 'unknown' }
  | Unsent

/**
 * What blocks a document that the provider did not take. Our own reference: DIAN has not decided. A document of ours that DIAN rejected and
 * that could not be removed then: it is removed now. Another one is for a person, who reads its reference.
 */
export async function findBlocker(
  account: IssuerAccount,
  { frozen: { kind, reference } }: ClaimedDocument,
  { message }: SendOutcome & { kind: 'blocked' },
  { rejectedOf, ownOf }: BlockerQueries,
): Promise<Blocked> {
  const pending = await account.listPending(kind)
  if (pending.kind !== 'ok') return pending
  const references = pending.data.map((one) => one.reference)
  if (references.includes(reference)) return { kind: 'pending', reasons: [] }
  const rejected = await rejectedOf(references)
  if (rejected) {
    const removed = await account.discard(kind, rejected.reference)
    if (removed.kind === 'ok') return { kind: 'freed', id: rejected.id }
  }
  if (references.length === 0) return { kind: 'blocked', message }
  const own = await ownOf(references)
  return {
    kind: 'blocked',
    message: references
      .slice(0, 3)
      .map((one) => own.get(one) ?? one)
      .join(', '),
  }
}

/** What Enlace knows of the references that block: a rejected document that may be removed, and how a person finds each of ours. */
export type BlockerQueries = {
  rejectedOf: (references: readonly string[]) => Promise<{ id: string; reference: string } | undefined>
  ownOf: (references: readonly string[]) => Promise<ReadonlyMap<string, string>>
}

type OwnRow = { reference: string; status: ElectronicStatus }

/** Our documents among some references: 'FR-12-f7e7a40d (Por revisar en Enlace)' by reference. The list finds a document by it. */
export async function nameOwn(tx: Tx, references: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<OwnRow>`
    select reference, status from electronic_documents
    where company_id = (select current_company()) and reference is not null and not is_trial
      and reference = any (${plainArray(references)}::text[])`.execute(tx)
  return new Map(
    rows.map(({ reference, status }) => [
      reference,
      `${reference} («${ELECTRONIC_LABELS[status]}» en Enlace: búscala por esa referencia)`,
    ]),
  )
}

/** A document that DIAN rejected and that the provider may still hold, among some references. */
export async function findRejected(tx: Tx, kind: DocumentKind, references: readonly string[]) {
  const row = await tx
    .selectFrom('electronic_documents')
    .select(['id', 'reference'])
    .where('kind', '=', kind)
    .where('status', '=', 'rejected')
    .where('may_be_there', '=', true)
    .where('reference', 'in', [...references, ''])
    .executeTakeFirst()
  return row?.reference == null ? undefined : { id: row.id, reference: row.reference }
}

/** The provider does not hold a rejected document any more. */
export async function writeFreed(tx: Tx, id: string, now: Date): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('electronic_documents')
    .set({ may_be_there: false })
    .where('id', '=', id)
    .where('status', '=', 'rejected')
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return
  await insertSteps(tx, [{ id, status: 'rejected' }], { text: FREED, author: 'Enlace', now })
  await withdrawIfAnnulled(tx, id)
}

const FREED = 'Se quitó de Factus: ya no detiene a los demás documentos'

const OTHERS: Readonly<Record<DocumentKind, string>> = {
  invoice: 'Factus tiene una factura sin validar que no deja enviar las demás facturas',
  credit_note: 'Factus tiene una nota crédito sin validar que no deja enviar las demás notas',
}

/** Stops the kind of a document that another one blocks. */
export const stopBlocked = (tx: Tx, kind: DocumentKind, message: string, now: Date): Promise<void> =>
  stopKind(tx, kind, { text: `${OTHERS[kind]}: ${message}`, until: new Date(now.getTime() + BLOCKED_WAIT_MS) }, now)
