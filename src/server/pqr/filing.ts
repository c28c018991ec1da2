import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { type Day, fieldsOf } from '#domain/core/days.ts'
import type { Money } from '#domain/core/money.ts'
import { refuseField } from '#domain/core/refusal.ts'
import type { FiledPqr, NewPqr } from '#domain/pqr/case.ts'
import { cunOf, internalReference, yearOf } from '#domain/pqr/cun.ts'
import { answerTermOf, endOf, termFrom, termsOn } from '#domain/pqr/deadlines.ts'
import { ENDED, type PqrStatus } from '#domain/pqr/lifecycle.ts'
import { assertReachable } from '#domain/pqr/response.ts'
import { assertAppealableType } from '#domain/pqr/steps.ts'
import {
  type AppealKind,
  appealOfType,
  type DataRequest,
  dataRequestOf,
  isDataCase,
  isTechnical,
  type PqrChannel,
  type Typology,
} from '#domain/pqr/topics.ts'
import { assertClockRight } from '#server/core/clock.ts'
import type { Ctx, World } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import type { LockedInvoice } from '#server/ledger/accounts.ts'
import { nextNumber, takeNumberSql } from '#server/ledger/numbers.ts'
import { readParameters } from '#server/parameters/parameters.ts'
import { assertCited } from './cited-report.ts'
import { type ClaimableInvoice, claimedOf, disputedOf, lockClaimed, markLate, openClaim } from './claimed-invoice.ts'
import { insertEntry, openVisitTask } from './entries.ts'
import type { Filer } from './filer.ts'
import type { KeptFile } from './files.ts'
import { filedOf, getCase } from './queries.ts'
import { insertFiles, noteRefused } from './refused-files.ts'

type Filing = {
  world: Pick<World, 'log'>
  complaint: Omit<NewPqr, 'client_id' | 'petitioner' | 'channel' | 'received_on' | 'files'>
  filer: Filer
  channel: PqrChannel
  /** The person who writes it down, and the side of the thread. */
  by: { id: string | null; name: string; side: 'cliente' | 'empresa' }
  now: Date
  today: Day
  /** The day on which the company received it, from which its terms count (R3.4): today, or before it for a paper that is filed later. */
  received_on?: Day
  /** For a claim on an invoice, which only a signed-in user files. */
  ctx: Ctx | null
  /** Files that were stored before, and are filed with it. */
  kept?: readonly KeptFile[]
}

/** The same complaint of the same person in this time is the second tap of the first one. */
const SAME_MINUTES = 10

/** A case with whether it is new, and not the first one of a complaint that was sent twice. `refused`: the sentence about each file that is not kept. */
export type Filed = { filed: FiledPqr; isNew: boolean; refused: readonly string[] }

/**
 * Files a case, with its number taken last. The same complaint of the same person within ten minutes returns the first case. A claim on
 * an invoice opens its dispute in this transaction. Throws a Refusal for a contract or an invoice of another client, and 'unavailable'
 * in a process with a wrong clock, which would give a wrong day, term and number.
 */
export async function submitCase(tx: Tx, filing: Filing): Promise<Filed> {
  const { complaint, filer, now, today, received_on = today } = filing
  await assertClockRight(filing.world, tx)
  assertReachable(complaint, { isClient: filer.client_id !== null, person: filer.person })
  assertAppealableType(complaint.type, typologyOf(complaint))
  const digest = digestOf(filing)
  await tx.lock(`pqr:${digest.toString('hex')}`)
  const first = await getFirst(tx, digest, now)
  if (first) return { filed: first, isNew: false, refused: [] }
  const { contract_id, is_packaged } = await findContract(tx, filing)
  await assertCited(tx, { contract_id, client_id: filer.client_id, report_id: complaint.report_id })
  const invoice = await findClaimed(tx, filer.client_id, complaint.invoice_id)
  const claimed_amount = invoice === null ? null : claimedOf(invoice, complaint.amount, 'pqr.')
  const terms = termsOn(await readParameters(tx), received_on)
  const appeal_kind = appealOfType(complaint.type)
  const data_request = requestOf(complaint)
  const days = appeal_kind === null ? answerTermOf(terms, data_request).answer : terms.appealAnswer
  const answer_by = termFrom(received_on, days)
  // The case, its dispute, its event and its files have the number, so the other filings of the company wait for these statements.
  const { reference, cun } = await takeReference(tx, today)
  const status = appeal_kind === null ? 'radicada' : 'en_reposicion'
  const id = await insertCase(tx, filing, {
    reference,
    cun,
    contract_id,
    is_packaged,
    invoice_id: invoice?.id ?? null,
    claimed_amount,
    filed_disputed: invoice === null || claimed_amount === null ? null : disputedOf(invoice, claimed_amount),
    digest,
    status,
    answer_by,
    appeal_kind,
    data_request,
  })
  if (invoice !== null && claimed_amount !== null) await claim(filing, tx, { invoice, claimed_amount, reference })
  const filed = filedOf({ id, reference, cun, filed_at: now, filed_on: received_on, answer_by, status })
  await recordFiling(tx, filing, filed)
  const refused = await insertFiledFiles(tx, filing, id)
  if (contract_id !== null && isTechnical(typologyOf(complaint))) await openVisitTask(tx, id, today)
  if (invoice !== null) await markLate(tx, filed.id, { invoice, received_on, now })
  return { filed, isNew: true, refused }
}

type Decided = {
  reference: string
  cun: string | null
  contract_id: string | null
  is_packaged: boolean
  invoice_id: string | null
  claimed_amount: Money | null
  filed_disputed: Money | null
  digest: Buffer
  status: PqrStatus
  answer_by: Day
  appeal_kind: AppealKind | null
  data_request: DataRequest | null
}

async function insertCase(
  tx: Tx,
  { complaint, filer, channel, by, now, today, received_on = today }: Filing,
  decided: Decided,
): Promise<string> {
  const { person } = filer
  const due = endOf(decided.answer_by)
  const { id } = await tx
    .insertInto('pqr_cases')
    .values({
      ...decided,
      type: complaint.type,
      typology: typologyOf(complaint),
      filed_typology: typologyOf(complaint),
      service: complaint.service ?? 'internet',
      report_id: complaint.report_id ?? null,
      filed_service: complaint.service ?? 'internet',
      channel,
      response_channel: complaint.response_channel,
      response_address: complaint.response_address ?? null,
      client_id: filer.client_id,
      petitioner_name: person.name,
      petitioner_type: person.type_identification,
      petitioner_identification: person.identification,
      petitioner_email: person.email ?? null,
      petitioner_phone: person.phone ?? null,
      petitioner_address: person.address ?? null,
      subject: complaint.subject,
      text: complaint.text,
      filed_at: now,
      filed_on: received_on,
      filed_by: by.name,
      changed_by: by.name,
      first_answer_by: decided.answer_by,
      due_at: due,
      clock_at: new Date(due.getTime() + 1_000),
      appealed_on: decided.appeal_kind === null ? null : received_on,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** What a case is about when its person did not choose: a claimed invoice is about billing. */
const typologyOf = ({ typology, invoice_id }: Filing['complaint']): Typology =>
  typology ?? (invoice_id === undefined ? 'otra' : 'facturacion')

/** The kind of a case about personal data; null for another one, whatever was sent. */
const requestOf = (complaint: Filing['complaint']): DataRequest | null =>
  isDataCase(complaint.type, typologyOf(complaint)) ? (complaint.data_request ?? dataRequestOf(complaint.type)) : null

/** The first row of the thread, the constancia by e-mail, and the event. */
async function recordFiling(tx: Tx, { complaint, filer, channel, by, now }: Filing, filed: FiledPqr): Promise<void> {
  await insertEntry(tx, filed.id, {
    kind: 'filed',
    at: now,
    side: by.side,
    author_id: by.id,
    author: by.name,
    text: complaint.text,
    to_status: filed.status,
  })
  await tx.enqueue('pqr.mail', { company_id: tx.scope.companyId, case_id: filed.id, document: 'constancia' })
  await tx.record('pqr.filed', {
    entity_id: filed.id,
    ...(filer.client_id === null ? {} : { client_id: filer.client_id }),
    after: {
      id: filed.id,
      reference: filed.reference,
      type: complaint.type,
      subject: complaint.subject,
      channel,
      answer_by: filed.answer_by,
      side: by.side,
      is_technical: isTechnical(typologyOf(complaint)),
    },
  })
}

/** The files of a filing, which its constancia names. A case is never refused for a file that does not fit (R3.1): its thread says which. */
async function insertFiledFiles(tx: Tx, { kept = [], by, now }: Filing, id: string): Promise<readonly string[]> {
  const stored = kept.length === 0 ? undefined : await getCase(tx, id)
  if (stored === undefined) return []
  const refused = await insertFiles(tx, stored, kept, { author: by, now })
  await noteRefused(tx, stored, refused, now)
  return refused
}

/** All that a person states: with one of them corrected it is another complaint, with its own number and its own constancia. */
function digestOf({ complaint, filer: { person }, received_on, kept = [] }: Filing): Buffer {
  const stated = [
    [person.identification, person.type_identification, person.name, person.email, person.phone, person.address],
    [complaint.type, complaint.typology, complaint.data_request, complaint.service, complaint.subject, complaint.text],
    [complaint.no_contract, complaint.report_id, complaint.invoice_id, complaint.amount],
    [complaint.response_channel, complaint.response_address, received_on],
    kept.map(({ stored }) => stored.name),
  ]
  return createHash('sha256').update(JSON.stringify(stated)).digest()
}

/** The first case of the same complaint. One that has ended is none: who withdrew it may file it again at once (R3.1). */
async function getFirst(tx: Tx, digest: Buffer, now: Date): Promise<FiledPqr | undefined> {
  const same = await tx
    .selectFrom('pqr_cases')
    .select('id')
    .where('digest', '=', digest)
    .where('filed_at', '>', new Date(now.getTime() - SAME_MINUTES * 60_000))
    .where('status', 'not in', [...ENDED])
    .executeTakeFirst()
  const stored = same && (await getCase(tx, same.id))
  return stored && filedOf(stored)
}

type Subject = { contract_id: string | null; is_packaged: boolean }

/**
 * The contract of the client, and whether its plan of the day on which the case was received is sold in a package now. Throws the same
 * Refusal for an absent contract and for another client's.
 */
async function findContract(tx: Tx, { complaint, filer, today, received_on = today }: Filing): Promise<Subject> {
  if (complaint.no_contract === undefined) return { contract_id: null, is_packaged: false }
  const { rows } = await sql<{ id: string; client_id: string; is_packaged: boolean }>`
    select c.id, c.client_id, p.is_packaged
    from contracts c
    left join lateral (
      select t.plan_id from contract_terms t
      where t.company_id = c.company_id and t.contract_id = c.id and t.from_on <= ${received_on}::date
      order by t.from_on desc limit 1
    ) t on true
    join plans p on p.company_id = c.company_id and p.id = coalesce(t.plan_id, c.plan_id)
    where c.company_id = (select current_company()) and c.no_contract = ${complaint.no_contract}`.execute(tx)
  const [found] = rows
  if (!found || found.client_id !== filer.client_id)
    throw refuseField('not_found', 'pqr.no_contract', 'Ese contrato no existe')
  return { contract_id: found.id, is_packaged: found.is_packaged }
}

/** The claimed invoice, of the client who files. Throws a Refusal. */
async function findClaimed(
  tx: Tx,
  clientId: string | null,
  invoiceId: string | undefined,
): Promise<ClaimableInvoice | null> {
  if (invoiceId === undefined) return null
  return lockClaimed(tx, invoiceId, {
    isOwn: async (invoice) => invoice.client_id === clientId,
    field: 'pqr.invoice_id',
    instead: 'radica esta sin la factura',
  })
}

/** Opens the dispute of the claim. */
async function claim(
  { ctx, complaint }: Filing,
  tx: Tx,
  { invoice, claimed_amount, reference }: { invoice: LockedInvoice; claimed_amount: Money; reference: string },
): Promise<void> {
  if (ctx === null) return
  await openClaim(ctx, tx, invoice, { amount: claimed_amount, case: { subject: complaint.subject, reference } })
}

/**
 * The number of a new case, in its year: a CUN of the assigned range, or an internal reference when there is none or it has ended. A
 * case is never refused for lack of a number (R3.1).
 */
async function takeReference(tx: Tx, today: Day): Promise<{ reference: string; cun: string | null }> {
  const { year } = fieldsOf(today)
  const range = await tx.selectFrom('pqr_ranges').select('operator_code').where('year', '=', year).executeTakeFirst()
  if (range) {
    const prefix = `${range.operator_code}-${yearOf(today)}`
    const { rows } = await sql<{ last: number }>`${takeNumberSql('pqr', prefix)}`.execute(tx)
    const [taken] = rows
    if (taken) {
      const cun = cunOf(range.operator_code, today, taken.last)
      return { reference: cun, cun }
    }
  }
  return { reference: internalReference(today, await nextNumber(tx, 'pqr_internal', String(year))), cun: null }
}

export function filedMessage({ filed: { reference, is_cun }, isNew, refused }: Filed, isDesk = false): string {
  const name = is_cun ? `el CUN ${reference}` : `el radicado interno ${reference}`
  if (!isNew) return `Ya habíamos recibido esta PQR, con ${name}`
  return [isDesk ? `La PQR quedó radicada con ${name}` : `Radicamos tu PQR con ${name}`, ...refused].join('. ')
}
