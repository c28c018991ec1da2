import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { UploadBody } from '#domain/core/api.ts'
import { type Refusal, refuseField } from '#domain/core/refusal.ts'
import { IMPORT_ROWS_MAX, type ImportPreview, type PreviewRow } from '#domain/imports/api.ts'
import { cellsOf, documentOf, LONG_CELL_COPY, longCellsOf } from '#domain/imports/cells.ts'
import { type ColumnMatch, FILE_COLUMNS_MAX } from '#domain/imports/columns.ts'
import { headingIndex, matchColumns, missingColumns } from '#domain/imports/headings.ts'
import { planKey } from '#domain/imports/plan-names.ts'
import { type ImportRow, parseImportRow, type RowContext, type RowError } from '#domain/imports/row.ts'
import { findMunicipality } from '#domain/places/place.ts'
import { SLICE_MAX_MS } from '#server/core/slices.ts'
import type { Tx } from '#server/core/tx.ts'
import { textArray } from '#server/db/arrays.ts'
import { readTable } from '#server/files/table.ts'
import type { ReportProgress } from './progress.ts'

/** A checked row of a file: its client data (`row`), or all its errors. `line`: the line in the file, the first is 1. */
export type CheckedRow = {
  line: number
  raw: readonly string[]
  identification: string
  name: string
  /** The text of its plan, when it names none of the company, or one that the user chose: its code. */
  related: { text: string; code: string | null } | null
} & ({ errors: RowError[]; row: null } | { errors: []; row: ImportRow })

/** A file with its heading located and its columns matched, before the rows are checked. `rows`: the ones that are not blank. */
export type ClientTable = {
  columns: ColumnMatch[]
  problem: string | null
  headers: readonly string[]
  rows: readonly { raw: string[]; line: number }[]
}

export type CheckedFile = {
  columns: ColumnMatch[]
  problem: string | null
  headers: readonly string[]
  rows: CheckedRow[]
}

/**
 * Reads the file of an upload, without the database. `mapping`: heading → target column, '' for none. Throws a Refusal when it has no
 * rows or more than IMPORT_ROWS_MAX.
 */
export async function readClientTable(
  upload: UploadBody,
  mapping: Readonly<Record<string, string>>,
): Promise<ClientTable> {
  const table = await readTable(upload.file.bytes)
  const heading = headingIndex(table, mapping)
  const headers = (table[heading] ?? []).slice(0, FILE_COLUMNS_MAX)
  const rows = table
    .map((raw, index) => ({ raw, line: index + 1 }))
    .slice(heading + 1)
    .filter(({ raw }) => raw.some((text) => text.trim() !== ''))
  if (rows.length === 0) throw refusedFile('El archivo no tiene filas: solo el encabezado, o nada')
  if (rows.length > IMPORT_ROWS_MAX) {
    throw refusedFile(`El archivo tiene ${rows.length} filas y el máximo son ${IMPORT_ROWS_MAX}: divídelo en varios`)
  }
  const columns = matchColumns(headers, mapping)
  return { columns, problem: missingColumns(columns), headers, rows }
}

/** Checks each row against the plans of the company and the rows before it. Yields to the event loop every SLICE_MAX_MS. */
export async function checkRows(
  table: ClientTable,
  planOf: RowContext['planOf'],
  report: ReportProgress,
): Promise<CheckedFile> {
  const rows: CheckedRow[] = []
  const seen = new Set<string>()
  const context: RowContext = { planOf, seen, placeOf: cachedPlaces() }
  let sliceStart = performance.now()
  for (const row of table.problem === null ? table.rows : []) {
    if (performance.now() - sliceStart > SLICE_MAX_MS) {
      report({ step: 'checking', done: rows.length, total: table.rows.length })
      await setImmediate()
      sliceStart = performance.now()
    }
    const checked = checkRow(row, table.columns, context)
    seen.add(checked.identification)
    rows.push(checked)
  }
  return { columns: table.columns, problem: table.problem, headers: table.headers, rows }
}

function checkRow(
  { raw, line }: { raw: string[]; line: number },
  columns: readonly ColumnMatch[],
  context: RowContext,
): CheckedRow {
  const cells = cellsOf(raw, columns)
  const long = longCellsOf(raw, columns).map((field) => ({ field, message: LONG_CELL_COPY }))
  const result = long.length > 0 ? { errors: long } : parseImportRow(cells, context)
  const names = [
    cells.business_name,
    cells.full_name,
    cells.first_names,
    cells.first_name,
    cells.last_names,
    cells.last_name,
  ]
  const name = names.filter((part) => part !== undefined).join(' ')
  const plan = cells.plan_code === undefined ? undefined : context.planOf(cells.plan_code)
  const related =
    cells.plan_code === undefined || plan?.isChosen === false
      ? null
      : { text: cells.plan_code, code: plan?.code ?? null }
  const common = { line, raw, identification: documentOf(cells), name, related }
  return 'row' in result ? { ...common, errors: [], row: result.row } : { ...common, errors: result.errors, row: null }
}

/** A place lookup with a cache: a file repeats the same few places in thousands of rows. */
function cachedPlaces(): RowContext['placeOf'] {
  const cache = new Map<string, ReturnType<typeof findMunicipality>>()
  return (department, city) => {
    const key = `${department}\n${city}`
    const place = cache.get(key) ?? findMunicipality(department, city)
    cache.set(key, place)
    return place
  }
}

const refusedFile = (message: string): Refusal => refuseField('invalid', 'file', message)

/** The clients that the company already has, by identification, with the id of their user. */
export async function listExistingClients(
  tx: Tx,
  identifications: readonly string[],
): Promise<Map<string, { id: string; user_id: string; has_contract: boolean }>> {
  const { rows } = await sql<{ id: string; user_id: string; identification: string; has_contract: boolean }>`
    select k.id, k.user_id, k.identification,
      exists (select from contracts c where c.company_id = k.company_id and c.client_id = k.id) as has_contract
    from (select distinct identification from unnest(${textArray(identifications)}::text[]) n (identification)) asked
    cross join lateral (
      select * from clients k where k.company_id = (select current_company()) and k.identification = asked.identification offset 0
    ) k`.execute(tx)
  return new Map(rows.map(({ identification, ...row }) => [identification, row]))
}

/** The preview of a file for the screen. Writes nothing. */
export async function previewOf(tx: Tx, file: CheckedFile): Promise<ImportPreview> {
  const existing = await listExistingClients(
    tx,
    file.rows.map((row) => row.identification),
  )
  const rows = file.rows.map(
    (row): PreviewRow => ({
      line: row.line,
      action: row.row === null ? 'error' : existing.has(row.row.client.identification) ? 'update' : 'create',
      identification: row.identification,
      name: row.name,
      errors: row.errors,
    }),
  )
  const countOf = (action: PreviewRow['action']): number => rows.filter((row) => row.action === action).length
  const contracts = file.rows.filter(
    ({ row }) => row?.plan_code != null && !existing.get(row.client.identification)?.has_contract,
  )
  return {
    rows,
    columns: file.columns,
    plans: relatedPlans(file.rows),
    problem: file.problem,
    totals: {
      rows: rows.length,
      create: countOf('create'),
      update: countOf('update'),
      error: countOf('error'),
      contracts: contracts.length,
    },
  }
}

const RELATED_PLANS_MAX = 200

/** The related and the unknown plans of a file: the unknown ones first, then the most used, at most RELATED_PLANS_MAX. */
export function relatedPlans(rows: readonly CheckedRow[]): ImportPreview['plans'] {
  const groups = Map.groupBy(
    rows.flatMap(({ related }) => related ?? []),
    ({ text }) => planKey(text),
  )
  return [...groups.values()]
    .map((texts) => ({ name: texts[0]?.text ?? '', rows: texts.length, code: texts[0]?.code ?? null }))
    .toSorted((one, other) => Number(one.code !== null) - Number(other.code !== null) || other.rows - one.rows)
    .slice(0, RELATED_PLANS_MAX)
}
