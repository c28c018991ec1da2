import * as z from 'zod/mini'
import type { Day } from '#domain/core/days.ts'
import { type FactusKind, type FactusProblem, isRejectedByDian } from '#domain/providers/factus-document.ts'
import { type Answer, readDone, readReply } from './answer.ts'
import { problemsIn } from './problems.ts'
import { type HttpLimits, type HttpReply, sendRequest } from './send.ts'
import { Document, ListRow, listOf, NumberingRangeRow, PdfFile, RadianEvent, XmlFile } from './shapes.ts'
import type { TokenSource } from './token.ts'

/** A document at Factus. `code`: the CUFE of an invoice, the CUDE of a note. It is valid only with `is_validated` and a code. */
export type FactusDocument = {
  reference: string
  number: string | null
  is_validated: boolean
  /** As Factus writes it: 'DD-MM-YYYY hh:mm:ss AM'. */
  validated_at: string | null
  code: string | null
  /** The address that the QR contains, of DIAN. */
  qr_url: string | null
  public_url: string | null
  total: string | null
  /** The NIT of who issues it, without check digit. */
  issuer_nit: string | null
  problems: FactusProblem[]
}

/** A row of a list: enough to find the document that blocks the others. */
type FactusRow = {
  reference: string
  number: string | null
  is_validated: boolean
  /** As Factus writes it. */
  created_at: string | null
  problems: FactusProblem[]
}
type FactusPage = { rows: FactusRow[]; last_page: number }
type FactusFile = { name: string; bytes: Buffer }
export type FactusRange = z.output<typeof NumberingRangeRow>
type FactusEvent = z.output<typeof RadianEvent>

/** The days of a list, both included. */
type FactusFilter = { from?: Day; to?: Day; is_validated?: boolean; page?: number }

/** One company's account at Factus (v2). No call throws. */
export type Factus = {
  /**
   * Creates and validates a document. `json` is the frozen body: the same text on each retry. `ok` with `is_validated` false: DIAN did
   * not answer in time, send the same text again. `rejected` with a rejection: DIAN refused it, and it blocks until it is deleted.
   */
  create(kind: FactusKind, json: string): Promise<Answer<FactusDocument>>
  /** Every document with this reference: call it when the effect of `create` is not known. */
  findByReference(kind: FactusKind, reference: string): Promise<Answer<FactusRow[]>>
  get(kind: FactusKind, number: string): Promise<Answer<FactusDocument>>
  list(kind: FactusKind, filter: FactusFilter): Promise<Answer<FactusPage>>
  /** Deletes a document that is not validated. */
  deletePending(kind: FactusKind, reference: string): Promise<Answer<null>>
  pdf(kind: FactusKind, number: string): Promise<Answer<FactusFile>>
  xml(kind: FactusKind, number: string): Promise<Answer<FactusFile>>
  attachedDocument(kind: FactusKind, number: string): Promise<Answer<FactusFile>>
  /** The events of RADIAN of an invoice. */
  events(number: string): Promise<Answer<FactusEvent[]>>
  numberingRanges(): Promise<Answer<FactusRange[]>>
}

export type FactusLimits = {
  createMs: number
  readMs: number
  fileMs: number
  jsonMaxBytes: number
  fileMaxBytes: number
}

const MEGABYTE = 1024 * 1024
/** DIAN may take a minute to validate. A file travels as base64 in JSON: a third more than its bytes. */
export const FACTUS_LIMITS: FactusLimits = {
  createMs: 75_000,
  readMs: 20_000,
  fileMs: 60_000,
  jsonMaxBytes: 2 * MEGABYTE,
  fileMaxBytes: 20 * MEGABYTE,
}
const PAGES_MAX = 20
const PAGE_SIZE = 100

const PATHS: Readonly<Record<FactusKind, string>> = { invoice: '/v2/bills', credit_note: '/v2/credit-notes' }
const DELETE_PATHS: Readonly<Record<FactusKind, string>> = {
  invoice: '/v2/bills/destroy/reference',
  credit_note: '/v2/credit-notes/reference',
}

/** A client of Factus at a base address ('https://api-sandbox.factus.com.co'). */
export function factusAt(baseUrl: string, tokens: TokenSource, limits = FACTUS_LIMITS): Factus {
  const reads: HttpLimits = { timeoutMs: limits.readMs, replyMaxBytes: limits.jsonMaxBytes }
  const creates: HttpLimits = { timeoutMs: limits.createMs, replyMaxBytes: limits.jsonMaxBytes }
  const files: HttpLimits = { timeoutMs: limits.fileMs, replyMaxBytes: Math.ceil(limits.fileMaxBytes * 1.4) }
  const call = (path: string, sent: HttpLimits, init: RequestInit = {}) =>
    withToken(tokens, (headers) => sendRequest(`${baseUrl}${path}`, { ...init, headers }, sent))
  const one = (kind: FactusKind, number: string): string => `${PATHS[kind]}/${encodeURIComponent(number)}`
  const list = async (kind: FactusKind, query: Record<string, string>): Promise<Answer<FactusPage>> =>
    mapAnswer(readReplyOf(listOf(ListRow), await call(`${PATHS[kind]}?${new URLSearchParams(query)}`, reads)), toPage)
  const xml = async (path: string): Promise<Answer<FactusFile>> =>
    toFile(readReplyOf(XmlFile, await call(path, files)), limits, (file) => file.xml_base_64_encoded)
  return {
    create: async (kind, json) =>
      toCreated(readReplyOf(Document, await call(`${PATHS[kind]}/validate`, creates, { method: 'POST', body: json }))),
    findByReference: async (kind, reference) => {
      const page = await list(kind, { 'filter[reference_code]': reference })
      // The filter may match a part of a reference: only the exact ones are this document.
      return mapAnswer(page, ({ rows }) => rows.filter((row) => row.reference === reference))
    },
    get: async (kind, number) => mapAnswer(readReplyOf(Document, await call(one(kind, number), reads)), toDocument),
    list: (kind, filter) => list(kind, queryOf(filter)),
    deletePending: async (kind, reference) => {
      const reply = await call(`${DELETE_PATHS[kind]}/${encodeURIComponent(reference)}`, reads, { method: 'DELETE' })
      return reply.kind === 'answer' ? reply.answer : readDone(reply)
    },
    pdf: async (kind, number) =>
      toFile(
        readReplyOf(PdfFile, await call(`${one(kind, number)}/download-pdf`, files)),
        limits,
        (file) => file.pdf_base_64_encoded,
      ),
    xml: (kind, number) => xml(`${one(kind, number)}/download-xml/`),
    attachedDocument: (kind, number) => xml(`${one(kind, number)}/download-attached-document-xml`),
    events: async (number) =>
      readReplyOf(z.array(RadianEvent), await call(`${one('invoice', number)}/radian/events`, reads)),
    numberingRanges: async () => readRanges((path) => call(path, reads)),
  }
}

/** A reply, or the answer when no token could be had. */
type TokenReply = HttpReply | { kind: 'answer'; answer: Exclude<Answer<never>, { kind: 'ok' }> }

/** Sends with the company's token; a token that the provider refuses is renewed once. */
async function withToken(
  tokens: TokenSource,
  send: (headers: Record<string, string>) => Promise<HttpReply>,
): Promise<TokenReply> {
  for (let attempt = 0; ; attempt += 1) {
    const token = await tokens.get()
    if (token.kind !== 'ok') return { kind: 'answer', answer: token }
    const reply = await send({
      accept: 'application/json',
      'content-type': 'application/json',
      authorization: `Bearer ${token.data}`,
    })
    if (reply.kind === 'unknown' || reply.status !== 401) return reply
    tokens.forget(token.data)
    if (attempt === 1) return reply
  }
}

const readReplyOf = <S extends z.ZodMiniType>(schema: S, reply: TokenReply): Answer<z.output<S>> =>
  reply.kind === 'answer' ? reply.answer : readReply(schema, reply)

/** The same answer with other data. */
const mapAnswer = <T, U>(answer: Answer<T>, map: (data: T) => U): Answer<U> =>
  answer.kind === 'ok' ? { kind: 'ok', data: map(answer.data) } : answer

/** A document that DIAN rejected is a rejection, whether Factus answers it with 201 or with 422. */
function toCreated(answer: Answer<z.output<typeof Document>>): Answer<FactusDocument> {
  if (answer.kind !== 'ok') return answer
  const document = toDocument(answer.data)
  if (!document.is_validated && isRejectedByDian(document.problems))
    return { kind: 'rejected', status: 422, errors: document.problems }
  return { kind: 'ok', data: document }
}

const toDocument = (data: z.output<typeof Document>): FactusDocument => ({
  reference: data.reference_code,
  number: data.number ?? null,
  is_validated: data.is_validated,
  validated_at: data.validated_at ?? null,
  code: data.cufe ?? data.cude ?? null,
  qr_url: data.links?.qr ?? null,
  public_url: data.links?.public_url ?? null,
  total: data.totals?.total ?? null,
  issuer_nit: digitsOf(data.company?.nit),
  problems: problemsIn(data.errors),
})

/** The digits of a NIT, which may have points and its check digit after a dash. Null without digits. */
const digitsOf = (nit: string | null | undefined): string | null =>
  (nit ?? '').split('-')[0]?.replaceAll(/\D/g, '') || null

const toPage = ({ data, pagination }: { data: z.output<typeof ListRow>[]; pagination?: { last_page: number } }) => ({
  rows: data.map((row) => ({
    reference: row.reference_code,
    number: row.number ?? null,
    is_validated: row.is_validated ?? String(row.status) === '1',
    created_at: row.created_at ?? null,
    problems: problemsIn(row.errors),
  })),
  last_page: pagination?.last_page ?? 1,
})

function queryOf({ from, to, is_validated, page = 1 }: FactusFilter): Record<string, string> {
  return {
    ...(from === undefined ? {} : { 'filter[created_at][start_date]': from }),
    ...(to === undefined ? {} : { 'filter[created_at][end_date]': to }),
    ...(is_validated === undefined ? {} : { 'filter[status]': is_validated ? '1' : '0' }),
    ...pageQuery(page),
  }
}

/** The size of a page has two names in the documentation: both are sent. */
const pageQuery = (page: number): Record<string, string> => ({
  page: String(page),
  per_page: String(PAGE_SIZE),
  'filter[per_page]': String(PAGE_SIZE),
})

/** The decoded file. One that is too large, or is not base64, is not known. */
function toFile<T extends { file_name: string }>(
  answer: Answer<T>,
  { fileMaxBytes }: FactusLimits,
  encodedOf: (file: T) => string,
): Answer<FactusFile> {
  if (answer.kind !== 'ok') return answer
  const encoded = encodedOf(answer.data)
  if (!/^[A-Za-z0-9+/\s]+={0,2}\s*$/.test(encoded)) return { kind: 'unknown', cause: 'shape' }
  const bytes = Buffer.from(encoded, 'base64')
  if (bytes.length > fileMaxBytes) return { kind: 'unknown', cause: 'size' }
  return { kind: 'ok', data: { name: answer.data.file_name, bytes } }
}

async function readRanges(read: (path: string) => Promise<TokenReply>): Promise<Answer<FactusRange[]>> {
  const ranges: FactusRange[] = []
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const path = `/v2/numbering-ranges?${new URLSearchParams(pageQuery(page))}`
    const answer = readReplyOf(listOf(NumberingRangeRow), await read(path))
    if (answer.kind !== 'ok') return answer
    ranges.push(...answer.data.data)
    if (page >= (answer.data.pagination?.last_page ?? 1)) break
  }
  return { kind: 'ok', data: ranges }
}
