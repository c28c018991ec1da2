import { sql } from 'kysely'
import { dayOf } from '#domain/core/days.ts'
import { HOUR_MS } from '#domain/core/durations.ts'
import type { Environment } from '#domain/core/environment.ts'
import { isContingencyOver, nextAskAt } from '#domain/einvoices/lifecycle.ts'
import { type ProviderReason, REASONS, type ReasonCode, rejectionCodeOf } from '#domain/einvoices/rejection.ts'
import type { ElectronicStatus } from '#domain/invoices/electronic.ts'
import { valueInForce } from '#domain/parameters/parameter.ts'
import type { Tx } from '#server/core/tx.ts'
import { plainArray, uuidArray } from '#server/db/arrays.ts'
import { claimFile } from '#server/files/storing.ts'
import { countNumber } from '#server/integrations/range-queries.ts'
import { readParameters } from '#server/parameters/parameters.ts'
import type { ClaimedDocument } from './claim.ts'
import type { SendOutcome, ValidatedDocument } from './issuer.ts'
import { holdIssuers, isTrial } from './trials.ts'
import { withdrawAnnulled } from './withdraw.ts'

/** The author of the steps of the worker. */
const WORKER = 'Enlace'

/** The events of the buyer are asked for some hours after the validation. Only a company has them: a household accepts nothing. */
const FIRST_EVENTS_MS = 12 * HOUR_MS

type Step = { status: ElectronicStatus; text: string; reasons?: readonly ProviderReason[] }

/** Writes what happened to a document. It is never changed or removed. */
async function insertStep(tx: Tx, documentId: string, step: Step, now: Date): Promise<void> {
  await tx
    .insertInto('electronic_steps')
    .values({
      document_id: documentId,
      at: now,
      to_status: step.status,
      text: step.text,
      author: WORKER,
      provider_reasons: JSON.stringify(step.reasons ?? []),
    })
    .execute()
}

/** Writes the same step of several documents, by a person. */
export async function insertSteps(
  tx: Tx,
  documents: readonly { id: string; status: ElectronicStatus }[],
  { text, author, now }: { text: string; author: string; now: Date },
): Promise<void> {
  await sql`
    insert into electronic_steps (company_id, document_id, at, to_status, text, author)
    select current_company(), d.id, ${now}, d.status, ${text}, ${author}
    from unnest(${uuidArray(documents.map(({ id }) => id))}::uuid[], ${plainArray(documents.map(({ status }) => status))}::text[]) d (id, status)`.execute(
    tx,
  )
}

/**
 * DIAN validated a document: its number and its code are final. Its notes may be sent: they waited for it, or were withdrawn with it. `isAtProvider`: its XML is
 * read from the provider and mailed to the client.
 */
export async function writeValidated(
  tx: Tx,
  documentId: string,
  { number, cufe, qr_url, validated_at, issued_on }: ValidatedDocument,
  {
    now,
    reasons = [],
    text = 'Validada por la DIAN',
    isAtProvider = true,
  }: { now: Date; reasons?: readonly ProviderReason[]; text?: string; isAtProvider?: boolean },
): Promise<void> {
  await holdIssuers(tx)
  const { rows } = await sql<ValidatedRow>`
    update electronic_documents d set status = 'validated', number = ${number}, cufe = ${cufe}, qr_url = ${qr_url},
      generated_at = case when d.issued_on = ${issued_on ?? null}::date then d.generated_at end, issued_on = ${issued_on ?? null}::date,
      validated_at = case when ${validated_at}::timestamptz between queued_at - interval '1 day' and ${now} then ${validated_at}::timestamptz else ${now} end,
      changed_at = ${now}, next_try_at = null, pending_since = null, reason = null, may_be_there = false, is_aside = false, file_try_at = ${isAtProvider ? now : null},
      is_trial = d.is_trial or ${isTrial(sql`d`)},
      events_try_at = case when ${isAtProvider} and d.kind = 'invoice' and (payload -> 'buyer' ->> 'is_company')::boolean
        then ${new Date(now.getTime() + FIRST_EVENTS_MS)}::timestamptz end,
      provider_reasons = ${JSON.stringify(reasons)}::jsonb,
      numbering = (
        select jsonb_build_object('prefix', r.prefix, 'from', r.from_number, 'to', r.to_number, 'resolution', r.resolution,
          'starts_on', r.starts_on, 'ends_on', r.ends_on)
        from numbering_ranges r
        where r.company_id = d.company_id and r.environment = d.environment and r.provider_range_id::text = d.payload ->> 'range_id'
      )
    where d.company_id = (select current_company()) and d.id = ${documentId} and d.status <> 'validated'
    returning d.invoice_id, d.kind, d.environment, d.is_trial, d.payload ->> 'range_id' as range_id`.execute(tx)
  const row = rows[0]
  if (!row) return
  await insertStep(tx, documentId, { status: 'validated', text: `${text} con el número ${number}`, reasons }, now)
  await countNumber(tx, { ...row, number })
  if (row.kind === 'invoice') await followInvoice(tx, row)
}

type ValidatedRow = {
  invoice_id: string
  kind: string
  environment: Environment
  is_trial: boolean
  range_id: string | null
}

/** The notes of a validated invoice may be sent, also those that the other environment refused. The notes of a trial wait for its document of production. */
const followInvoice = (tx: Tx, { invoice_id, environment, is_trial }: ValidatedRow) =>
  sql`
    update electronic_documents set next_try_at = null, status = ${is_trial ? 'withdrawn' : 'queued'},
      reason = case when status = 'rejected' then null else reason end, payload = case when status = 'rejected' then null else payload end
    where company_id = (select current_company()) and invoice_id = ${invoice_id} and kind = 'credit_note' and not is_trial
      and (status in ('queued', 'withdrawn') and not (${is_trial} and may_be_there)
        or status = 'rejected' and environment <> ${environment} and not ${is_trial})`.execute(tx)

/** DIAN or the provider refused a document. `mayBeThere`: the provider may hold it still. Its payload is frozen again when it is sent again. */
export async function writeRejected(
  tx: Tx,
  { id, frozen }: ClaimedDocument,
  reasons: readonly ProviderReason[],
  { now, mayBeThere }: { now: Date; mayBeThere: boolean },
): Promise<void> {
  const reason = rejectionCodeOf(reasons)
  if (!(await setUnsettled(tx, id, { status: 'rejected', reason, reasons, mayBeThere, now }))) return
  await insertStep(tx, id, { status: 'rejected', text: REASONS[reason].words, reasons }, now)
  await tx.record('electronic.rejected', {
    entity_id: id,
    after: { number: frozen.number, reason: REASONS[reason].words },
  })
  if (!mayBeThere) await withdrawIfAnnulled(tx, id)
}

/** A note that annulled the invoice while it was being sent did not withdraw it: the provider could have had it. */
export async function withdrawIfAnnulled(tx: Tx, documentId: string): Promise<void> {
  const document = tx.selectFrom('electronic_documents').select('invoice_id').where('id', '=', documentId)
  const { invoice_id } = await document.executeTakeFirstOrThrow()
  await withdrawAnnulled(tx, invoice_id)
}

/** The file of a document is ready: a person signs it and sends it, and confirms it when the DIAN validated it. */
export async function writeHanded(
  tx: Tx,
  { id }: ClaimedDocument,
  { number, code, issued_on, generated_at, file }: Extract<SendOutcome, { kind: 'handed' }>,
  now: Date,
): Promise<void> {
  if (!(await setUnsettled(tx, id, { status: 'manual', reason: 'file', reasons: [], mayBeThere: false, now }))) return
  await claimFile(tx, tx.scope.companyId, file)
  await tx
    .updateTable('electronic_documents')
    .set({ file_code: code, issued_on, generated_at, xml_file: file.name })
    .where('id', '=', id)
    .where('status', '=', 'manual')
    .execute()
  await insertStep(tx, id, { status: 'manual', text: `El archivo UBL ${number} está listo para firmar` }, now)
}

/** A person must look at a document: Enlace does not send it again by itself. */
export async function writeManual(
  tx: Tx,
  { id, frozen }: ClaimedDocument,
  reason: ReasonCode,
  { now, reasons = [] }: { now: Date; reasons?: readonly ProviderReason[] },
): Promise<void> {
  if (!(await setUnsettled(tx, id, { status: 'manual', reason, reasons, mayBeThere: true, now }))) return
  await insertStep(tx, id, { status: 'manual', text: REASONS[reason].words, reasons }, now)
  await tx.record('electronic.given_up', {
    entity_id: id,
    after: { number: frozen.number, reason: REASONS[reason].words },
  })
}

/** False when the document is not being sent any more: a reconciliation completed it. */
async function setUnsettled(
  tx: Tx,
  id: string,
  change: {
    status: 'rejected' | 'manual'
    reason: ReasonCode
    reasons: readonly ProviderReason[]
    mayBeThere: boolean
    now: Date
  },
): Promise<boolean> {
  if (change.status === 'manual') await holdIssuers(tx)
  const { numUpdatedRows } = await tx
    .updateTable('electronic_documents')
    .set({
      status: change.status,
      reason: change.reason,
      provider_reasons: JSON.stringify(change.reasons),
      may_be_there: change.mayBeThere,
      // Production may have been turned on while the document was sent.
      ...(change.status === 'manual' ? { is_trial: isTrial(sql`electronic_documents`) } : {}),
      is_aside: false,
      next_try_at: null,
      pending_since: null,
      changed_at: change.now,
    })
    .where('id', '=', id)
    .where('status', '=', 'sending')
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/**
 * DIAN did not decide, or the answer was lost: the same document is tried again by itself, with growing waits, until the hours of the
 * contingency are over (EIN-03). `isAside`: the others pass it.
 */
export async function writePending(
  tx: Tx,
  claimed: ClaimedDocument,
  {
    text,
    now,
    reasons = [],
    isAside = false,
  }: { text: string; now: Date; reasons?: readonly ProviderReason[]; isAside?: boolean },
): Promise<void> {
  const pending_since = claimed.pending_since ?? now
  const hours = valueInForce(await readParameters(tx), 'einvoice.contingency', dayOf(now))
  if (isContingencyOver(pending_since, hours, now)) return writeManual(tx, claimed, 'not_answered', { now, reasons })
  const { numUpdatedRows } = await tx
    .updateTable('electronic_documents')
    .set({
      status: 'pending_dian',
      pending_since,
      next_try_at: nextAskAt(pending_since, now),
      provider_reasons: JSON.stringify(reasons),
      is_aside: isAside,
      changed_at: now,
    })
    .where('id', '=', claimed.id)
    .where('status', '=', 'sending')
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return
  await insertStep(tx, claimed.id, { status: 'pending_dian', text, reasons }, now)
}

/**
 * Nothing was sent: the document returns to its place in the queue. `isFrozen` false: the provider does not have it and refused its range,
 * so it is frozen again, with another range; also one that had waited for DIAN.
 */
export async function writeReleased(
  tx: Tx,
  { id, mayBeThere, pending_since, isAside }: ClaimedDocument,
  { now, isFrozen = true }: { now: Date; isFrozen?: boolean },
): Promise<void> {
  await tx
    .updateTable('electronic_documents')
    .set({
      status: pending_since === null || !isFrozen ? 'queued' : 'pending_dian',
      is_aside: isAside && pending_since !== null && isFrozen,
      may_be_there: mayBeThere,
      changed_at: now,
      tries: sql<number>`tries - 1`,
      ...(isFrozen ? {} : { payload: null, frozen_at: null, pending_since: null }),
    })
    .where('id', '=', id)
    .where('status', '=', 'sending')
    .execute()
  if (!mayBeThere) await withdrawIfAnnulled(tx, id)
}

/** Moves the day to pay of a frozen document to today, and returns it to its place in the queue. */
export async function writeDueOn(tx: Tx, claimed: ClaimedDocument, now: Date): Promise<void> {
  await tx
    .updateTable('electronic_documents')
    .set({ payload: sql`jsonb_set(payload, '{due_on}', to_jsonb(${dayOf(now)}::text))` })
    .where('id', '=', claimed.id)
    .where('status', '=', 'sending')
    .execute()
  await writeReleased(tx, { ...claimed, mayBeThere: true }, { now })
}
