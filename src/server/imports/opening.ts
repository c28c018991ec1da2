import * as z from 'zod/mini'
import type { Day } from '#domain/core/days.ts'
import { pesosLabel, sum, toPesos, ZERO } from '#domain/core/money.ts'
import { periodOf } from '#domain/core/period.ts'
import { refuseField } from '#domain/core/refusal.ts'
import {
  documentsToWrite,
  type OldDocument,
  OPENING_COLUMNS,
  OPENING_LABELS,
  type ReadOpeningRow,
} from '#domain/imports/opening.ts'
import { openingImportApi } from '#domain/imports/opening-api.ts'
import { txWithKey } from '#server/core/idempotency.ts'
import { replanStatements } from '#server/core/replan.ts'
import { storableFileName } from '#server/core/storable.ts'
import type { Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import { writeCsv } from '#server/files/csv.ts'
import { queueUpload } from '#server/files/table.ts'
import { postInvoices } from '#server/invoices/post.ts'
import { lockCredits } from '#server/ledger/accounts.ts'
import { applyCredit } from '#server/ledger/credit.ts'
import { lockNumbers } from '#server/ledger/numbers.ts'
import { checkOpeningFile, type OpeningFile, readOpeningFile } from './opening-file.ts'
import { insertOpeningRecords, OPENING_SOURCE } from './records.ts'
import { listContracts, OPENING_PREFIX, openingLine } from './write-import.ts'

export const openingImport = implement(openingImportApi, {
  preview: (ctx, { body }) =>
    queueUpload(ctx.actor.companyId, async () => {
      const file = await readOpeningFile(body)
      const read = await ctx.tx((tx) => checkOpeningFile(tx, file, ctx.today))
      return { data: previewOf(read, file) }
    }),

  upload: (ctx, input) =>
    queueUpload(ctx.actor.companyId, async () => {
      const file = await readOpeningFile(input.body)
      const { rows = 'all' } = z.parse(openingImportApi.upload.body, input.body.fields)
      return txWithKey(ctx, openingImportApi.upload, input, async (tx) => {
        // Two uploads of the same file must not write the same debts twice.
        await tx.lock('client-import')
        const read = await checkOpeningFile(tx, file, ctx.today)
        const wrong = read.find(({ row }) => row.errors.length > 0)?.row
        if (wrong && rows === 'all')
          throw refuseField('invalid', 'file', `Fila ${wrong.line}: ${wrong.errors.join('; ')}`)
        const documents = documentsToWrite(read)
        if (documents.length === 0) throw refuseField('invalid', 'file', 'No hay facturas por cobrar en el archivo')
        await replanStatements(tx)
        await writeDocuments(tx, documents, ctx.today)
        const name = storableFileName(input.body.file.name)
        const id = await recordUpload(tx, { name, file, read }, documents)
        const balance = sum(documents.map((document) => document.balance))
        await tx.record('opening.imported', {
          entity_id: id,
          after: { file: name, documents: documents.length, balance: toPesos(balance) },
        })
        return {
          data: { id, documents: documents.length, balance },
          message: `Cargamos ${documents.length} ${documents.length === 1 ? 'factura' : 'facturas'} por ${pesosLabel(balance)}`,
        }
      })
    }),

  template: async () => ({
    file: {
      name: 'plantilla-saldos.csv',
      type: 'text/csv; charset=utf-8',
      bytes: writeCsv([
        OPENING_COLUMNS.map((column) => OPENING_LABELS[column]),
        ['1020345678', 'FV-1020', '2026-09-01', '2026-09-15', '59900'],
        ['1020345678', 'FV-1098', '2026-10-01', '15/10/2026', '59900'],
      ]),
    },
  }),
})

/** What a person reads of a file before it is written, and what would be written of it. */
function previewOf(read: readonly ReadOpeningRow[], { source }: OpeningFile) {
  const documents = documentsToWrite(read)
  return {
    source: source?.name ?? null,
    rows: read.map(({ row }) => row).filter(({ is_left_out }) => !is_left_out),
    totals: {
      documents: documents.length,
      clients: new Set(documents.map(({ client_id }) => client_id)).size,
      left_out: read.filter(({ row }) => row.is_left_out).length,
      errors: read.filter(({ row }) => row.errors.length > 0).length,
      balance: sum(documents.map(({ balance }) => balance)),
    },
  }
}

/** Stores the upload with the invoices that it wrote, so that it is listed and can be undone as any import. */
async function recordUpload(
  tx: Tx,
  { name, file, read }: { name: string; file: OpeningFile; read: readonly ReadOpeningRow[] },
  documents: readonly OldDocument[],
): Promise<string> {
  const cells = new Map(file.rows.map(({ line, raw }) => [line, raw]))
  const refused = read.filter(({ row }) => row.errors.length > 0)
  const { id } = await tx
    .insertInto('client_imports')
    .values({
      file_name: name,
      source: OPENING_SOURCE,
      headers: JSON.stringify(file.headers),
      created: documents.length,
      updated: 0,
      refused: JSON.stringify({
        headers: file.headers,
        rows: refused.map(({ row }) => ({
          line: row.line,
          cells: cells.get(row.line) ?? [],
          reason: row.errors.join('; '),
        })),
      }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const written = new Set(documents)
  await insertOpeningRecords(
    tx,
    id,
    read.flatMap(({ row, document }) =>
      document !== null && written.has(document)
        ? [{ line: row.line, clientId: document.client_id, raw: cells.get(row.line) ?? [] }]
        : [],
    ),
  )
  return id
}

/**
 * Writes the documents as opening balances: their own days, so that the ageing is the true one, and entries of today. The credit in
 * favour that a client already has pays them (R7.12).
 */
async function writeDocuments(tx: Tx, documents: readonly OldDocument[], today: Day): Promise<void> {
  const clients = [...new Set(documents.map(({ client_id }) => client_id))]
  const contracts = await listContracts(tx, clients)
  const credits = await lockCredits(tx, clients)
  const numbers = await lockNumbers(tx, 'invoice', OPENING_PREFIX)
  const postings = documents.map(({ client_id, number, issued_on, due_on, balance }) => ({
    client_id,
    contract_id: contracts.get(client_id) ?? null,
    period: periodOf(issued_on),
    bounds: null,
    issued_on,
    posted_on: today,
    due_on,
    lines: [openingLine(balance, `Factura ${number} del sistema anterior`)],
    subtotal: balance,
    vat: ZERO,
    total: balance,
    snapshot: { source: 'import', number },
    credit: ZERO,
    charges: [],
  }))
  await postInvoices(tx, postings, { kind: 'opening', runId: null }, numbers)
  for (const clientId of credits.keys()) await applyCredit(tx, clientId, today)
}
