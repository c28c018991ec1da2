import { type Day, isDay } from '#domain/core/days.ts'
import type { Environment } from '#domain/core/environment.ts'
import { periodBounds } from '#domain/core/period.ts'
import { ACCEPTANCE_CODES } from '#domain/einvoices/acceptance.ts'
import type { DocumentKind, FrozenDocument } from '#domain/einvoices/document.ts'
import { catalogueUrl } from '#domain/einvoices/document-text.ts'
import { isRejectedByDian } from '#domain/providers/factus-document.ts'
import type { Tx } from '#server/core/tx.ts'
import type { FactusAccount } from '#server/integrations/account.ts'
import { writeRanges } from '#server/integrations/ranges.ts'
import type { Answer } from '#server/providers/factus/answer.ts'
import type { Factus, FactusDocument } from '#server/providers/factus/client.ts'
import type { BuyerEvent, FoundDocument, Issuer, IssuerAccount, Read, SendOutcome } from '../issuer.ts'
import { factusInvoiceOf, factusNoteOf } from './body.ts'

/** The calls that Factus allows to a user in a minute. */
export const CALLS_PER_MINUTE = 80
const CUFE = /^[0-9a-f]{96}$/
/** A company's account at Factus as an issuer. */
export const factusIssuer = (secret: Buffer, { environment, factus }: FactusAccount): Issuer => ({
  environment,
  send: async (document) => sendOutcome(environment, await factus.create(document.kind, bodyOf(document))),
  account: accountOf(secret, { environment, factus }),
})

const accountOf = (secret: Buffer, { environment, factus }: FactusAccount): IssuerAccount => ({
  find: (kind, reference) => find(environment, factus, kind, reference),
  discard: async (kind, reference) => readOf(await factus.deletePending(kind, reference)),
  listPending: async (kind) =>
    mapRead(readOf(await factus.list(kind, { is_validated: false })), (page) => rowsOf(page.rows)),
  listMonth: async (kind, period, page) => {
    const { from_on, to_on } = periodBounds(period, 31)
    const read = readOf(await factus.list(kind, { from: from_on, to: to_on, page }))
    return mapRead(read, ({ rows, last_page }) => (page > last_page ? [] : rowsOf(rows)))
  },
  ranges: async () =>
    mapRead(
      readOf(await factus.numberingRanges()),
      (listed) => (tx: Tx, today: Day) => writeRanges(tx, secret, environment, listed, today),
    ),
  events: async (number) => mapRead(readOf(await factus.events(number)), (events) => events.flatMap(buyerEvent)),
  xml: async (kind, number) => mapRead(readOf(await factus.attachedDocument(kind, number)), (file) => file.bytes),
})

type ListedEvent = { event_code?: unknown; effective_date?: string | null | undefined }

/** Days are written '2026-11-20', or '20-11-2026' in the older lists. */
function buyerEvent({ event_code, effective_date }: ListedEvent): BuyerEvent[] {
  const code = ACCEPTANCE_CODES.find((known) => known === String(event_code).padStart(3, '0'))
  if (code === undefined) return []
  const text = (effective_date ?? '').slice(0, 10)
  const turned = text.split('-').toReversed().join('-')
  return [{ code, occurred_on: isDay(text) ? text : isDay(turned) ? turned : null }]
}

const bodyOf = (document: FrozenDocument): string =>
  JSON.stringify(document.kind === 'invoice' ? factusInvoiceOf(document) : factusNoteOf(document))

/** Null when DIAN did not validate it. */
function validatedOf(environment: Environment, { is_validated, number, code, qr_url }: FactusDocument) {
  if (!is_validated || number === null || code === null || !CUFE.test(code)) return null
  return { number, cufe: code, qr_url: qr_url ?? catalogueUrl(code, environment) }
}

function sendOutcome(environment: Environment, answer: Answer<FactusDocument>): SendOutcome {
  if (answer.kind === 'ok') {
    const document = validatedOf(environment, answer.data)
    return document === null
      ? { kind: 'pending', reasons: answer.data.problems }
      : { kind: 'validated', document, reasons: answer.data.problems }
  }
  if (answer.kind === 'pending') return { kind: 'blocked', message: answer.message }
  if (answer.kind === 'rejected' && ![401, 402, 403].includes(answer.status))
    return { kind: 'rejected', reasons: answer.errors, isStored: isRejectedByDian(answer.errors) }
  return notDone(answer)
}

async function find(
  environment: Environment,
  factus: Factus,
  kind: DocumentKind,
  reference: string,
): Promise<FoundDocument> {
  const rows = await factus.findByReference(kind, reference)
  if (rows.kind === 'rejected' && rows.status === 404) return { kind: 'absent' }
  if (rows.kind !== 'ok') return notDone(rows)
  const row = rows.data.find(({ is_validated }) => is_validated) ?? rows.data[0]
  if (!row) return { kind: 'absent' }
  if (!row.is_validated || row.number === null)
    return { kind: 'stored', reasons: row.problems, isRejected: isRejectedByDian(row.problems) }
  const answer = await factus.get(kind, row.number)
  if (answer.kind !== 'ok') return notDone(answer)
  const document = validatedOf(environment, answer.data)
  return document === null ? { kind: 'unknown' } : { kind: 'validated', document }
}

type NotDone = Exclude<Read<never>, { kind: 'ok' }>

/** The answer of a call that gave no data. */
function notDone(answer: Exclude<Answer<unknown>, { kind: 'ok' }>): NotDone {
  if (answer.kind === 'unauthorized') return { kind: 'credentials' }
  if (answer.kind === 'limited')
    return { kind: answer.by === 'provider' ? 'limited' : 'unanswered', seconds: answer.retryAfterSeconds }
  if (answer.kind === 'rejected' && (answer.status === 402 || answer.status === 403))
    return { kind: 'account', message: answer.errors[0]?.message ?? '' }
  return { kind: 'unknown' }
}

const readOf = <T>(answer: Answer<T>): Read<T> =>
  answer.kind === 'ok' ? { kind: 'ok', data: answer.data } : notDone(answer)

const mapRead = <T, U>(read: Read<T>, map: (data: T) => U): Read<U> =>
  read.kind === 'ok' ? { kind: 'ok', data: map(read.data) } : read

const rowsOf = (rows: readonly { reference: string; number: string | null; is_validated: boolean }[]) =>
  rows.map(({ reference, number, is_validated }) => ({ reference, number, isValidated: is_validated }))
