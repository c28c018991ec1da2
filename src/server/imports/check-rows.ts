import { setImmediate } from 'node:timers/promises'
import type { UploadBody } from '#domain/core/api.ts'
import type { Money } from '#domain/core/money.ts'
import { type Refusal, refuseField } from '#domain/core/refusal.ts'
import { IMPORT_ROWS_MAX, type ImportPreview } from '#domain/imports/api.ts'
import { cellsOf, documentOf, LONG_CELL_COPY, longCellsOf } from '#domain/imports/cells.ts'
import { type ColumnMatch, FILE_COLUMNS_MAX } from '#domain/imports/columns.ts'
import type { ImportDefaults } from '#domain/imports/defaults.ts'
import { headingIndex, matchColumns, missingColumns, profileOf } from '#domain/imports/headings.ts'
import { NEW_PLAN, planKey } from '#domain/imports/plan-names.ts'
import {
  type ImportRow,
  NAME_FIELDS,
  parsePreparedRow,
  type RowContext,
  type RowError,
  rowName,
} from '#domain/imports/row.ts'
import { type PreparedRow, prepareRow } from '#domain/imports/source-cells.ts'
import type { SourceProfile } from '#domain/imports/sources.ts'
import { findMunicipality } from '#domain/places/place.ts'
import type { NewPlan } from '#domain/plans/plan.ts'
import { SLICE_MAX_MS } from '#server/core/slices.ts'
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
  profile: SourceProfile | null
  defaults: ImportDefaults
  columns: ColumnMatch[]
  problem: string | null
  headers: readonly string[]
  rows: readonly { raw: string[]; line: number }[]
}

export type CheckedFile = Omit<ClientTable, 'rows'> & {
  rows: CheckedRow[]
  /** The plans of the file that can be created, by `planKey`, and those of them that a person chose to create. */
  offers: ReadonlyMap<string, NewPlan>
  newPlans: readonly NewPlan[]
  /** What each plan of the company costs, and each new one, by its code. */
  planPrices: ReadonlyMap<string, Money>
}

/**
 * Reads the file of an upload, without the database. `mapping`: heading → target column, '' for none. Throws a Refusal when it has no
 * rows or more than IMPORT_ROWS_MAX.
 */
export async function readClientTable(
  upload: UploadBody,
  mapping: Readonly<Record<string, string>>,
  defaults: ImportDefaults,
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
  const profile = profileOf(headers)
  const columns = matchColumns(headers, mapping, profile)
  return { profile, defaults, columns, problem: missingColumns(columns, defaults), headers, rows }
}

/** Checks each row against the plans of the company and the rows before it. Yields to the event loop every SLICE_MAX_MS. */
export async function checkRows(
  table: ClientTable,
  planOf: RowContext['planOf'],
  report: ReportProgress,
): Promise<CheckedRow[]> {
  const rows: CheckedRow[] = []
  const seen = { documents: new Map<string, string>(), codes: new Set<string>() }
  const { profile, defaults } = table
  const context: RowContext = { planOf, seen, placeOf: cachedPlaces(), profile, defaults }
  let sliceStart = performance.now()
  for (const row of table.problem === null ? table.rows : []) {
    if (performance.now() - sliceStart > SLICE_MAX_MS) {
      report({ step: 'checking', done: rows.length, total: table.rows.length })
      await setImmediate()
      sliceStart = performance.now()
    }
    const prepared = prepareRow(cellsOf(row.raw, table.columns), profile, defaults)
    const checked = checkRow(row, prepared, table.columns, context)
    if (!seen.documents.has(checked.identification)) seen.documents.set(checked.identification, rowName(prepared.cells))
    if (prepared.external_id !== null) seen.codes.add(prepared.external_id)
    rows.push(checked)
  }
  return rows
}

function checkRow(
  { raw, line }: { raw: string[]; line: number },
  prepared: PreparedRow,
  columns: readonly ColumnMatch[],
  context: RowContext,
): CheckedRow {
  const { cells } = prepared
  prepared.warnings.push(...blanksOf(prepared, columns))
  const long = longCellsOf(raw, columns).map((field) => ({ field, message: LONG_CELL_COPY }))
  const result = long.length > 0 ? { errors: long } : parsePreparedRow(prepared, context)
  const names = NAME_FIELDS.map((field) => cells[field])
  const name = names.filter((part) => part !== undefined).join(' ')
  const plan = cells.plan_code === undefined ? undefined : context.planOf(cells.plan_code)
  const related =
    cells.plan_code === undefined || plan?.isChosen === false
      ? null
      : { text: cells.plan_code, code: plan?.code ?? null }
  const common = { line, raw, identification: documentOf(cells), name, related }
  return 'row' in result ? { ...common, errors: [], row: result.row } : { ...common, errors: result.errors, row: null }
}

/** What an empty cell means for its row, when the file has its column. */
function blanksOf({ cells, state, isPlanState }: PreparedRow, columns: readonly ColumnMatch[]): string[] {
  const isBlank = (field: 'status' | 'plan_code'): boolean =>
    cells[field] === undefined && columns.some((column) => column.field === field)
  return [
    ...(isBlank('status') && state === null ? ['No trae estado: entra como activo'] : []),
    ...(isBlank('plan_code') ? ['No trae plan: entra sin contrato'] : []),
    ...(state === 'suspended' && cells.plan_code !== undefined && !isPlanState && cells.suspended_on === undefined
      ? ['No trae desde cuándo está suspendido: no se cobran sus días de este mes ni del anterior']
      : []),
  ]
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

const RELATED_PLANS_MAX = 200

/** The related and the unknown plans of a file: the unknown ones first, then the most used, at most RELATED_PLANS_MAX. */
export function relatedPlans(file: CheckedFile): ImportPreview['plans'] {
  const created = new Set(file.newPlans.map((plan) => plan.reference_code))
  const groups = Map.groupBy(
    file.rows.flatMap(({ related }) => related ?? []),
    ({ text }) => planKey(text),
  )
  return [...groups.values()]
    .map((texts) => {
      const { text, code } = texts[0] ?? { text: '', code: null }
      const offer = file.offers.get(planKey(text))
      return {
        name: text,
        rows: texts.length,
        code: code !== null && created.has(code) ? NEW_PLAN : code,
        offer: offer
          ? { price: offer.price, download_speed: offer.download_speed, upload_speed: offer.upload_speed }
          : null,
      }
    })
    .toSorted((one, other) => Number(one.code !== null) - Number(other.code !== null) || other.rows - one.rows)
    .slice(0, RELATED_PLANS_MAX)
}
