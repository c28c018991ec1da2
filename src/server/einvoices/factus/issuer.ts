import { type Day, isDay } from '#domain/core/days.ts'
import { periodBounds } from '#domain/core/period.ts'
import { ACCEPTANCE_CODES } from '#domain/einvoices/acceptance.ts'
import type { FrozenDocument } from '#domain/einvoices/document.ts'
import { isRejectedByDian } from '#domain/providers/factus-document.ts'
import type { Tx } from '#server/core/tx.ts'
import type { FactusAccount } from '#server/integrations/account.ts'
import { writeRanges } from '#server/integrations/ranges.ts'
import type { Answer } from '#server/providers/factus/answer.ts'
import { FACTUS_LIMITS, type FactusDocument } from '#server/providers/factus/client.ts'
import { TOKEN_TIMEOUT_MS } from '#server/providers/factus/token.ts'
import type { BuyerEvent, FoundDocument, Issuer, IssuerAccount, Read, SendOutcome } from '../issuer.ts'
import { answeredOf } from './answered.ts'
import { factusInvoiceOf, factusNoteOf } from './body.ts'

/** The calls that Factus allows to a user in a minute. */
export const CALLS_PER_MINUTE = 80
/** A call may renew its token once and be sent again. */
const callMs = (limitMs: number): number => 2 * (TOKEN_TIMEOUT_MS + limitMs)
/** What a try may do before its sending ends: a search, a removal and the sending. */
const IN_FLIGHT_MS = callMs(FACTUS_LIMITS.readMs) + callMs(FACTUS_LIMITS.readMs) + callMs(FACTUS_LIMITS.createMs)

/** A company's account at Factus as an issuer. */
export const factusIssuer = (secret: Buffer, own: FactusAccount): Issuer => ({
  environment: own.environment,
  isOn: async (tx) => {
    const connection = tx
      .selectFrom('credentials as c')
      .innerJoin('companies as k', 'k.id', 'c.company_id')
      .select('c.environment')
      .where('c.provider', '=', 'factus')
      .where('c.environment', '=', own.environment)
      .where('c.is_on', '=', true)
      .where('k.status', '=', 'active')
    return (await connection.executeTakeFirst()) !== undefined
  },
  send: async (document) => sendOutcome(own, document, await own.factus.create(document.kind, bodyOf(document))),
  account: accountOf(secret, own),
})

const accountOf = (secret: Buffer, { environment, factus, nit }: FactusAccount): IssuerAccount => ({
  inFlightMs: IN_FLIGHT_MS,
  find: (document) => find({ environment, factus, nit }, document),
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

function sendOutcome(own: FactusAccount, sent: FrozenDocument, answer: Answer<FactusDocument>): SendOutcome {
  if (answer.kind === 'ok') {
    const { problems: reasons } = answer.data
    const answered = answeredOf(own, sent, answer.data)
    if (answered === null) return { kind: 'pending', reasons }
    return answered.kind === 'validated' ? { ...answered, reasons } : answered
  }
  if (answer.kind === 'pending') return { kind: 'blocked', message: answer.message }
  if (answer.kind !== 'rejected' || [402, 403].includes(answer.status)) return notDone(answer)
  if (isOfDocument(answer))
    return { kind: 'rejected', reasons: answer.errors, mayBeThere: isRejectedByDian(answer.errors) }
  const said = answer.errors[0]?.message ?? ''
  return { kind: 'unusable', message: `Factus respondió ${answer.status} y no recibe documentos. ${said}`.trim() }
}

/** Only 422, and 400 that names a field, say something about the document; another status, about the call. */
const isOfDocument = ({ status, errors }: Extract<Answer<never>, { kind: 'rejected' }>): boolean =>
  status === 422 || (status === 400 && errors.some(({ field, rule }) => field !== undefined || rule !== undefined))

async function find(own: FactusAccount, sent: FrozenDocument): Promise<FoundDocument> {
  const { kind, reference } = sent
  const { factus } = own
  const rows = await factus.findByReference(kind, reference)
  if (rows.kind === 'rejected' && rows.status === 404) return { kind: 'absent' }
  if (rows.kind !== 'ok') return notDone(rows)
  const row = rows.data.find(({ is_validated }) => is_validated) ?? rows.data[0]
  if (!row) return { kind: 'absent' }
  if (!row.is_validated || row.number === null)
    return { kind: 'stored', reasons: row.problems, isRejected: isRejectedByDian(row.problems) }
  const answer = await factus.get(kind, row.number)
  if (answer.kind !== 'ok') return notDone(answer)
  return answeredOf(own, sent, answer.data) ?? { kind: 'unknown' }
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
