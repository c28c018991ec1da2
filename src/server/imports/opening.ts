import { sql } from 'kysely'
import type { UploadBody } from '#domain/core/api.ts'
import type { Day } from '#domain/core/days.ts'
import { pesosLabel, sum, toPesos, ZERO } from '#domain/core/money.ts'
import { periodOf } from '#domain/core/period.ts'
import { refuseField } from '#domain/core/refusal.ts'
import { IMPORT_ROWS_MAX } from '#domain/imports/api.ts'
import {
  identificationOf,
  type OldDocument,
  OPENING_COLUMNS,
  OPENING_LABELS,
  type OpeningClient,
  type OpeningRow,
  openingPositions,
  readOpeningRow,
} from '#domain/imports/opening.ts'
import { openingImportApi } from '#domain/imports/opening-api.ts'
import { txWithKey } from '#server/core/idempotency.ts'
import { storableFileName } from '#server/core/storable.ts'
import type { Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import { textArray } from '#server/db/arrays.ts'
import { writeCsv } from '#server/files/csv.ts'
import { queueUpload, readTable } from '#server/files/table.ts'
import { postInvoices } from '#server/invoices/post.ts'
import { lockCredits } from '#server/ledger/accounts.ts'
import { applyCredit } from '#server/ledger/credit.ts'
import { listClientsWithOpening } from '#server/ledger/movements.ts'
import { lockNumbers } from '#server/ledger/numbers.ts'
import { listContracts, OPENING_PREFIX, openingLine } from './write-import.ts'

export const openingImport = implement(openingImportApi, {
  preview: (ctx, { body }) =>
    queueUpload(ctx.actor.companyId, async () => {
      const file = await readFile(body)
      const { rows, documents } = await ctx.tx((tx) => checkFile(tx, file, ctx.today))
      const totals = {
        documents: documents.length,
        clients: new Set(documents.map(({ client_id }) => client_id)).size,
        errors: rows.length - documents.length,
        balance: sum(documents.map(({ balance }) => balance)),
      }
      return { data: { rows, totals } }
    }),

  upload: (ctx, input) =>
    queueUpload(ctx.actor.companyId, async () => {
      const file = await readFile(input.body)
      return txWithKey(ctx, openingImportApi.upload, input, async (tx) => {
        // Two uploads of the same file must not write the same debts twice.
        await tx.lock('client-import')
        const { rows, documents } = await checkFile(tx, file, ctx.today)
        const wrong = rows.find(({ errors }) => errors.length > 0)
        if (wrong) throw refuseField('invalid', 'file', `Fila ${wrong.line}: ${wrong.errors.join('; ')}`)
        await writeDocuments(tx, documents, ctx.today)
        const balance = sum(documents.map((document) => document.balance))
        await tx.record('opening.imported', {
          after: {
            file: storableFileName(input.body.file.name),
            documents: documents.length,
            balance: toPesos(balance),
          },
        })
        return {
          data: { documents: documents.length, balance },
          message: `Cargamos ${documents.length} facturas por ${pesosLabel(balance)}`,
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

type File = {
  positions: ReturnType<typeof openingPositions>
  rows: readonly { line: number; raw: readonly string[] }[]
}

/** Reads the file, without the database. Throws a Refusal without rows, with too many, or when a column is missing. */
async function readFile(upload: UploadBody): Promise<File> {
  const table = await readTable(upload.file.bytes)
  const heading = Math.max(
    0,
    table.findIndex((row) => openingPositions(row).identification !== undefined),
  )
  const positions = openingPositions(table[heading] ?? [])
  const missing = OPENING_COLUMNS.filter((column) => positions[column] === undefined)
  if (missing.length > 0) {
    const names = missing.map((column) => OPENING_LABELS[column]).join(', ')
    throw refuseField('invalid', 'file', `Faltan columnas en el archivo: ${names}. Usa la plantilla.`)
  }
  const rows = table
    .map((raw, index) => ({ raw, line: index + 1 }))
    .slice(heading + 1)
    .filter(({ raw }) => raw.some((text) => text.trim() !== ''))
  if (rows.length === 0) throw refuseField('invalid', 'file', 'El archivo no tiene filas: solo el encabezado, o nada')
  if (rows.length > IMPORT_ROWS_MAX) {
    const copy = `El archivo tiene ${rows.length} filas y el máximo son ${IMPORT_ROWS_MAX}: divídelo en varios`
    throw refuseField('invalid', 'file', copy)
  }
  return { positions, rows }
}

async function checkFile(
  tx: Tx,
  { positions, rows }: File,
  today: Day,
): Promise<{ rows: OpeningRow[]; documents: OldDocument[] }> {
  const cellAt = (raw: readonly string[], position: number | undefined) => {
    const text = (position === undefined ? '' : (raw[position] ?? '')).trim().slice(0, 200)
    return text === '' ? undefined : text
  }
  const clients = await listClients(
    tx,
    rows.map(({ raw }) => identificationOf(cellAt(raw, positions.identification) ?? '')),
  )
  const seen = new Set<string>()
  const read = rows.map(({ raw, line }) => {
    const cells = Object.fromEntries(
      OPENING_COLUMNS.flatMap((column) => {
        const text = cellAt(raw, positions[column])
        return text === undefined ? [] : [[column, text]]
      }),
    )
    return readOpeningRow({ line, cells }, { today, seen, clientOf: (identification) => clients.get(identification) })
  })
  return { rows: read.map(({ row }) => row), documents: read.flatMap(({ document }) => document ?? []) }
}

async function listClients(tx: Tx, identifications: readonly string[]): Promise<Map<string, OpeningClient>> {
  const { rows } = await sql<{ id: string; identification: string; name: string }>`
    select k.id, k.identification, k.name from unnest(${textArray([...new Set(identifications)])}::text[]) key (identification)
    cross join lateral (
      select * from clients k where k.company_id = (select current_company()) and k.identification = key.identification offset 0
    ) k`.execute(tx)
  const opened = await listClientsWithOpening(
    tx,
    rows.map(({ id }) => id),
  )
  return new Map(rows.map(({ id, identification, name }) => [identification, { id, name, hasOpening: opened.has(id) }]))
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
