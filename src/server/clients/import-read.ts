import { sql } from 'kysely'
import * as z from 'zod/mini'
import { IMPORT_ROWS_MAX, type ImportPreview, type PreviewRow } from '#domain/clients/import-api.ts'
import { cellsOf, documentOf } from '#domain/clients/import-cells.ts'
import type { ColumnMatch } from '#domain/clients/import-columns.ts'
import { headingIndex, matchColumns, missingColumns } from '#domain/clients/import-headings.ts'
import { type ImportRow, type RowContext, type RowError, readRow } from '#domain/clients/import-row.ts'
import type { UploadBody } from '#domain/core/api.ts'
import { type Refusal, refuseField } from '#domain/core/refusal.ts'
import { findMunicipality } from '#domain/places/place.ts'
import type { Tx } from '#server/core/tx.ts'
import { textArray } from '#server/db/arrays.ts'
import { readTable } from '#server/files/table.ts'

/** A row of a file after it was read: what it means, or everything that is wrong with it. `line` counts the file's first as 1. */
export type ReadRow = { line: number; raw: readonly string[]; identification: string; name: string } & (
  | { errors: RowError[]; row: null }
  | { errors: []; row: ImportRow }
)

export type ReadFile = { columns: ColumnMatch[]; problem: string | null; headers: readonly string[]; rows: ReadRow[] }

const Mapping = z.record(z.string(), z.string())

/** Reads a whole file against the plans of the company. Refuses it whole when it has no rows, or too many. */
export async function readFile(tx: Tx, upload: UploadBody): Promise<ReadFile> {
  const table = await readTable({ name: upload.file.name, bytes: Buffer.from(upload.file.bytes) })
  const mapping = mappingOf(upload.fields['mapping'])
  const heading = headingIndex(table, mapping)
  const headers = table[heading] ?? []
  const filled = table
    .map((raw, index) => ({ raw, line: index + 1 }))
    .slice(heading + 1)
    .filter(({ raw }) => raw.some((text) => text.trim() !== ''))
  if (filled.length === 0) throw refused('El archivo no tiene filas: solo el encabezado, o nada')
  if (filled.length > IMPORT_ROWS_MAX) {
    throw refused(`El archivo tiene ${filled.length} filas y el máximo son ${IMPORT_ROWS_MAX}: divídelo en varios`)
  }
  const columns = matchColumns(headers, mapping)
  const problem = missingColumns(columns)
  if (problem !== null) return { columns, problem, headers, rows: [] }
  const plans = new Set(
    (await tx.selectFrom('plans').select('reference_code').execute()).map((plan) => plan.reference_code),
  )
  return { columns, problem, headers, rows: readRows(filled, columns, plans) }
}

function readRows(
  filled: readonly { raw: string[]; line: number }[],
  columns: readonly ColumnMatch[],
  plans: ReadonlySet<string>,
): ReadRow[] {
  const seen = new Set<string>()
  const context: RowContext = { plans, seen, placeOf: placesOnce() }
  return filled.map(({ raw, line }) => {
    const cells = cellsOf(raw, columns)
    const result = readRow(cells, context)
    const identification = documentOf(cells)
    seen.add(identification)
    const names = [
      cells.business_name,
      cells.full_name,
      cells.first_names,
      cells.first_name,
      cells.last_names,
      cells.last_name,
    ]
    const common = { line, raw, identification, name: names.filter((name) => name !== undefined).join(' ') }
    return 'row' in result
      ? { ...common, errors: [], row: result.row }
      : { ...common, errors: result.errors, row: null }
  })
}

/** A list says the same few places thousands of times: each is looked for once. */
function placesOnce(): RowContext['placeOf'] {
  const found = new Map<string, ReturnType<typeof findMunicipality>>()
  return (department, city) => {
    const key = `${department}\n${city}`
    const place = found.get(key) ?? findMunicipality(department, city)
    found.set(key, place)
    return place
  }
}

function mappingOf(text: string | undefined): Record<string, string> {
  if (text === undefined || text === '') return {}
  try {
    return z.parse(Mapping, JSON.parse(text))
  } catch {
    throw refuseField(
      'invalid',
      'mapping',
      'La relación de columnas no se puede leer: debe ser un objeto JSON, columna del archivo → columna de Enlace',
    )
  }
}

const refused = (message: string): Refusal => refuseField('invalid', 'file', message)

/** Which of these documents the company has already, with the client and the person behind each. */
export async function listKnown(
  tx: Tx,
  identifications: readonly string[],
): Promise<Map<string, { id: string; user_id: string; has_contract: boolean }>> {
  const { rows } = await sql<{ id: string; user_id: string; identification: string; has_contract: boolean }>`
    select k.id, k.user_id, k.identification,
      exists (select from contracts c where c.company_id = k.company_id and c.client_id = k.id) as has_contract
    from clients k where k.company_id = (select current_company()) and k.identification = any (${textArray(identifications)}::text[])`.execute(
    tx,
  )
  return new Map(rows.map(({ identification, ...row }) => [identification, row]))
}

/** What the screen shows of a file before anything is written. */
export async function previewOf(tx: Tx, file: ReadFile): Promise<ImportPreview> {
  const known = await listKnown(
    tx,
    file.rows.map((row) => row.identification),
  )
  const rows = file.rows.map(
    (row): PreviewRow => ({
      line: row.line,
      action: row.row === null ? 'error' : known.has(row.row.client.identification) ? 'update' : 'create',
      identification: row.identification,
      name: row.name,
      errors: row.errors,
    }),
  )
  const of = (action: PreviewRow['action']): number => rows.filter((row) => row.action === action).length
  const contracts = file.rows.filter(
    ({ row }) => row?.plan_code != null && !known.get(row.client.identification)?.has_contract,
  )
  return {
    rows,
    columns: file.columns,
    problem: file.problem,
    totals: {
      rows: rows.length,
      create: of('create'),
      update: of('update'),
      error: of('error'),
      contracts: contracts.length,
    },
  }
}
