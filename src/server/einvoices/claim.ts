import { sql } from 'kysely'
import * as z from 'zod/mini'
import { type Day, dayOf } from '#domain/core/days.ts'
import type { Environment } from '#domain/core/environment.ts'
import { type DocumentKind, FrozenDocument } from '#domain/einvoices/document.ts'
import type { Tx } from '#server/core/tx.ts'
import { chosenRange } from '#server/integrations/ranges.ts'
import { forgetTests, hasTrial, isLeftInTests } from './forget-tests.ts'
import { freezeDocument } from './freeze.ts'
import { type HeadRow, lockHead } from './head.ts'
import type { Issuer } from './issuer.ts'
import { RANGE_WAIT_MS, stopQueue } from './lease.ts'
import { insertSteps } from './outcome.ts'

/** A document that this worker sends. `mayBeThere`: an earlier try may have left it at the provider. */
export type ClaimedDocument = {
  id: string
  frozen: FrozenDocument
  environment: Environment
  tries: number
  mayBeThere: boolean
  /** It is sent again only after this instant: a request of a worker that was stopped may still be running. */
  notBefore: Date | null
  pending_since: Date | null
  /** The others pass it while it waits. */
  isAside: boolean
}

/**
 * Nothing to send now. `idle`: the queue is empty. `later`: what is in the queue must wait. `wait`: the queue itself must. `skipped`: look
 * at the next one.
 */
type Nothing = 'idle' | 'later' | 'wait' | 'skipped'

/** How long a queue waits for the issuer of its first document. */
const ELSEWHERE_WAIT_MS = 15 * 60_000

/** Takes the first document of the queue, freezes it if the provider does not have it, and marks it as being sent. */
export async function claimDocument(tx: Tx, issuer: Issuer, now: Date): Promise<ClaimedDocument | Nothing> {
  const found = await lockHead(tx, now)
  if (found.kind === 'later') {
    await tx.updateTable('electronic_queues').set({ wait_until: found.until }).execute()
    return 'later'
  }
  if (found.kind !== 'head') return found.kind === 'idle' ? 'idle' : 'skipped'
  const { head } = found
  if (isLeftInTests(issuer, head)) {
    await forgetTests(tx, head, now)
    return 'skipped'
  }
  if (isHeldElsewhere(issuer, head)) {
    const text = HELD_ELSEWHERE[head.environment ?? 'test']
    await stopQueue(tx, { problem: 'account', text, until: new Date(now.getTime() + ELSEWHERE_WAIT_MS) }, now)
    return 'wait'
  }
  if (issuer.environment === 'test' && (await hasTrial(tx, head))) return passBy(tx, head, now)
  if (issuer.account !== null && head.file_number !== null) return leaveFile(tx, head, now)
  const own = issuer.account === null ? await ownRangeOf(tx, issuer.environment, head, dayOf(now)) : null
  const frozen = await frozenOf(tx, issuer, head, { own, now })
  if (frozen === null) return claimedNothing(tx, head, now)
  if (head.file_number !== null && own === null) await leaveNumber(tx, { ...head, file_number: head.file_number }, now)
  const notBefore =
    head.status === 'sending' ? new Date(head.changed_at.getTime() + (issuer.account?.inFlightMs ?? 0)) : null
  await tx
    .updateTable('electronic_documents')
    .set({
      status: 'sending',
      environment: issuer.environment,
      reference: frozen.reference,
      ...(isFrozenAnew(issuer, head)
        ? { payload: JSON.stringify(z.encode(FrozenDocument, frozen)), frozen_at: now }
        : {}),
      tries: head.tries + 1,
      may_be_there: true,
      next_try_at: null,
      ...(notBefore === null ? { changed_at: now } : {}),
    })
    .where('id', '=', head.id)
    .execute()
  return {
    id: head.id,
    frozen,
    environment: issuer.environment,
    tries: head.tries + 1,
    mayBeThere: head.may_be_there,
    notBefore,
    pending_since: head.pending_since,
    isAside: head.is_aside,
  }
}

/**
 * A provider may hold what was sent, so the same document is sent again. What no provider holds, and a file, has the client, the dates
 * and the range of the moment in which it is sent.
 */
const isFrozenAnew = (issuer: Issuer, { payload, may_be_there }: HeadRow): boolean =>
  payload === null || !may_be_there || issuer.account === null

/** Whether a provider that this issuer does not ask may hold the document. No provider holds a file, whose range is below zero. */
function isHeldElsewhere(issuer: Issuer, { may_be_there, environment, payload, file_number }: HeadRow): boolean {
  if (!may_be_there || environment === null || file_number !== null || Number(Object(payload).range_id) < 0)
    return false
  return issuer.account === null || environment !== issuer.environment
}

const HELD_ELSEWHERE: Readonly<Record<Environment, string>> = {
  test: 'Un documento quedó sin respuesta en Factus, en el ambiente de pruebas: enciende ese ambiente en Integración para preguntar por él.',
  production:
    'Un documento quedó sin respuesta en Factus, en producción: enciende ese ambiente en Integración para preguntar por él.',
}

/** A person may have sent the file of a document: only Archivo UBL writes it again. */
async function leaveFile(tx: Tx, head: HeadRow, now: Date): Promise<'skipped'> {
  await tx
    .updateTable('electronic_documents')
    .set({ status: 'manual', reason: 'file', next_try_at: null, pending_since: null, changed_at: now })
    .where('id', '=', head.id)
    .execute()
  const text = `El número ${head.file_number} es de un archivo: no se envía por Factus. Si la DIAN lo validó, confírmalo`
  await insertSteps(tx, [{ id: head.id, status: 'manual' }], { text, author: 'Enlace', now })
  return 'skipped'
}

/** The frozen document of a try. Null when it cannot be frozen yet: no range, or a note whose invoice is not validated. */
async function frozenOf(
  tx: Tx,
  issuer: Issuer,
  head: HeadRow,
  { own, now }: { own: number | null; now: Date },
): Promise<FrozenDocument | null> {
  if (!isFrozenAnew(issuer, head)) return z.parse(FrozenDocument, head.payload)
  const invoiceNumber = head.kind === 'invoice' ? null : await getInvoiceNumber(tx, head.invoice_id, issuer.environment)
  if (head.kind === 'credit_note' && invoiceNumber === null) return null
  const today = dayOf(now)
  if (own !== null) return freezeDocument(tx, head, { rangeId: String(own), today, invoiceNumber })
  const range = await chosenRange(tx, issuer.environment, head.kind, today)
  if (range === null || range.state === 'blocked') {
    await waitForRange(tx, head.kind, range?.problem ?? NO_RANGE[head.kind], now)
    return null
  }
  return freezeDocument(tx, head, { rangeId: String(range.provider_range_id), today, invoiceNumber })
}

/**
 * The range that gave a file its number, which the file keeps when it is written again. Null without a number, and when the authorisation
 * is over on the day or is of another environment: then the document needs a number of the range in use.
 */
async function ownRangeOf(
  tx: Tx,
  environment: Environment,
  { file_number, file_range_id, environment: written }: HeadRow,
  today: Day,
): Promise<number | null> {
  if (file_number === null || file_range_id === null || written !== environment) return null
  const { rows } = await sql<{ provider_range_id: number }>`
    select provider_range_id from numbering_ranges
    where company_id = (select current_company()) and provider = 'ubl_file' and environment = ${environment}
      and provider_range_id = ${file_range_id} and (ends_on is null or ends_on >= ${today})`.execute(tx)
  return rows[0]?.provider_range_id ?? null
}

/** A number of an authorisation that is not of use any more: it is given to no other document, and the steps say so. */
async function leaveNumber(tx: Tx, head: HeadRow & { file_number: string }, now: Date): Promise<void> {
  await sql`
    update electronic_documents set file_number = null, file_range_id = null, file_code = null, xml_file = null, issued_on = null
    where company_id = (select current_company()) and id = ${head.id}`.execute(tx)
  const text = `El número ${head.file_number} quedó sin usar: su autorización ya no sirve, y el documento toma otro número`
  await insertSteps(tx, [{ id: head.id, status: 'queued' }], { text, author: 'Enlace', now })
}

const NO_RANGE: Readonly<Record<DocumentKind, string>> = {
  invoice: 'Ningún rango de numeración está elegido para las facturas: elígelo en Integración.',
  credit_note: 'Ningún rango de numeración está elegido para las notas crédito: elígelo en Integración.',
}

/** Without a range for the invoices the queue waits; without one for the notes, only the notes do. */
const waitForRange = (tx: Tx, kind: DocumentKind, text: string, now: Date): Promise<void> =>
  stopQueue(
    tx,
    { problem: 'range', text, until: kind === 'invoice' ? new Date(now.getTime() + RANGE_WAIT_MS) : null },
    now,
  )

/** A document that waits does not stop those after it, unless the queue itself waits. */
async function claimedNothing(tx: Tx, head: HeadRow, now: Date): Promise<Nothing> {
  return head.kind === 'invoice' ? 'wait' : passBy(tx, head, now)
}

/** The others pass a document, which is looked at again later. */
async function passBy(tx: Tx, head: HeadRow, now: Date): Promise<'skipped'> {
  const next_try_at = new Date(now.getTime() + RANGE_WAIT_MS)
  await tx.updateTable('electronic_documents').set({ next_try_at }).where('id', '=', head.id).execute()
  return 'skipped'
}

/**
 * The electronic number of an invoice in an environment; null until DIAN validated it there. A note of a document of production waits while
 * the company is in tests: the other environment does not know the number.
 */
async function getInvoiceNumber(tx: Tx, invoiceId: string, environment: Environment): Promise<string | null> {
  const row = await tx
    .selectFrom('electronic_documents')
    .select('number')
    .where('invoice_id', '=', invoiceId)
    .where('kind', '=', 'invoice')
    .where('is_trial', '=', false)
    .where('environment', '=', environment)
    .executeTakeFirst()
  return row?.number ?? null
}
