import * as z from 'zod/mini'
import { contractApi } from '#domain/contracts/api.ts'
import { documentApi } from '#domain/contracts/documents-api.ts'
import type { Endpoint } from '#domain/core/api.ts'
import { shortInstantLabel } from '#domain/core/days.ts'
import { Refusal } from '#domain/core/refusal.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { creditNoteApi } from '#domain/invoices/credit-note-api.ts'
import { paymentApi } from '#domain/payments/online-api.ts'
import { pqrApi } from '#domain/pqr/api.ts'
import type { Ctx } from '#server/core/context.ts'
import type { Route } from '#server/core/verb.ts'
import { CSV_START, csvLines } from '#server/files/csv.ts'
import type { ZipFile } from '#server/files/zip-file.ts'

/** The documents of one copy: the newest of each kind first. Each of the others can be downloaded on its own screen. */
const DOCUMENTS_MAX = 400

/** What a copy has: its documents, those that could not be drawn by their names, and how many were over the limit. */
export type Copied = { files: number; failed: string[]; left: number }

/** A row of a list of the copy. */
export type OwnRow = Readonly<Record<string, unknown>>
type DocumentList = 'contracts' | 'invoices' | 'credit_notes' | 'transactions' | 'pqr'
export type OwnRows = Readonly<Record<DocumentList, OwnRow[]>>

type Input = { params: Readonly<Record<string, string>>; query?: unknown }
type Wanted = { name: string; endpoint: Endpoint; input: Input }

const NO_INPUT = { query: {}, body: undefined }
const Reply = z.object({ file: z.object({ name: z.string(), bytes: z.instanceof(Uint8Array) }) })

/** Calls an endpoint of the portal in the name of the client: with its permissions, and its refusals. */
export type CallOwn = (endpoint: Endpoint, input: Input) => Promise<unknown>

/** The caller of one copy. Throws an Error for an endpoint without a route. */
export const callerOf =
  (ctx: Ctx, routes: readonly Route[]): CallOwn =>
  (endpoint, input) => {
    const route = routes.find((one) => one.endpoint === endpoint)
    if (!route) throw new Error(`no route for ${endpoint.path}`)
    return route.run(ctx, { ...NO_INPUT, ...input })
  }

/** Draws each document of the client, one after the other, into the ZIP. */
export async function addDocuments(zip: ZipFile, call: CallOwn, rows: OwnRows): Promise<Copied> {
  const wanted = [
    ...(await contractFiles(call, rows.contracts)),
    ...rows.invoices.map((row) => fileOf('facturas', row, 'number', invoiceApi.pdf)),
    ...rows.credit_notes.map((row) => fileOf('notas-credito', row, 'number', creditNoteApi.pdf)),
    ...receiptFiles(rows.transactions),
    ...(await caseFiles(zip, call, rows.pqr)),
  ]
  const copied: Copied = { files: 0, failed: [], left: Math.max(0, wanted.length - DOCUMENTS_MAX) }
  for (const { name, endpoint, input } of wanted.slice(0, DOCUMENTS_MAX)) {
    try {
      const { file } = z.parse(Reply, await call(endpoint, input))
      await zip.add(`${name}${endingOf(file.name)}`, file.bytes)
      copied.files += 1
    } catch (error) {
      // A document that the portal refuses too, such as a file that is not there any more: the copy says which.
      if (!(error instanceof Refusal)) throw error
      copied.failed.push(name)
    }
  }
  return copied
}

const endingOf = (name: string): string => /\.\w+$/.exec(name)?.[0] ?? ''

/** A part of a path: what a file system of a phone or of Windows refuses is not in it. */
const pathPart = (text: unknown): string => String(text).replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')

const fileOf = (folder: string, row: OwnRow, name: string, endpoint: Endpoint): Wanted => ({
  name: `${folder}/${pathPart(row[name])}`,
  endpoint,
  input: { params: { id: String(row['id']) } },
})

const Versions = z.object({ data: z.array(z.object({ version: z.number() })) })
const Annexes = z.object({ data: z.array(z.object({ id: z.string(), title: z.string() })) })

/** Each version of each contract, and its annexes. */
async function contractFiles(call: CallOwn, contracts: readonly OwnRow[]): Promise<Wanted[]> {
  const wanted: Wanted[] = []
  for (const row of contracts) {
    const no = String(row['no_contract'])
    const folder = `contratos/${pathPart(no)}`
    const { data: versions } = z.parse(Versions, await call(contractApi.versions, { params: { no } }))
    for (const { version } of versions)
      wanted.push({
        name: `${folder}-version-${version}`,
        endpoint: contractApi.pdf,
        input: { params: { no }, query: { version } },
      })
    const { data: annexes } = z.parse(Annexes, await call(documentApi.list, { params: { no } }))
    for (const [at, { id, title }] of annexes.entries())
      wanted.push({
        name: `${folder}-anexo-${at + 1}-${pathPart(title)}`,
        endpoint: documentApi.file,
        input: { params: { no, id } },
      })
  }
  return wanted
}

const WithReceipt = z.object({ receipt: z.nullable(z.object({ id: z.string(), number: z.number() })) })

const receiptFiles = (transactions: readonly OwnRow[]): Wanted[] =>
  transactions.flatMap((row) => {
    const { receipt } = z.parse(WithReceipt, row)
    return receipt === null ? [] : [fileOf('recibos', receipt, 'number', paymentApi.voucher)]
  })

const whenOf = (instant: string): string => shortInstantLabel(new Date(instant))

const Case = z.object({
  data: z.object({
    reference: z.string(),
    text: z.string(),
    entries: z.array(z.object({ at: z.string(), author: z.string(), text: z.string() })),
    files: z.array(z.object({ name: z.string(), added_at: z.string(), added_by: z.string() })),
  }),
})

/** Writes the messages of each case and the names of its files. Returns its dossier, with all of it as a document. */
async function caseFiles(zip: ZipFile, call: CallOwn, cases: readonly OwnRow[]): Promise<Wanted[]> {
  const messages: string[][] = [['PQR', 'Fecha', 'De', 'Texto']]
  const files: string[][] = [['PQR', 'Fecha', 'De', 'Archivo']]
  for (const row of cases) {
    const { data } = z.parse(Case, await call(pqrApi.get, { params: { id: String(row['id']) } }))
    for (const { at, author, text } of data.entries) messages.push([data.reference, whenOf(at), author, text])
    for (const { name, added_at, added_by } of data.files)
      files.push([data.reference, whenOf(added_at), added_by, name])
  }
  await zip.add('pqr-mensajes.csv', Buffer.from(CSV_START + csvLines(messages)))
  await zip.add('pqr-archivos.csv', Buffer.from(CSV_START + csvLines(files)))
  return cases.map((row) => fileOf('pqr', row, 'reference', pqrApi.pdf))
}
