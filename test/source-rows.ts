import { cellsOf } from '#domain/imports/cells.ts'
import type { ImportDefaults } from '#domain/imports/defaults.ts'
import { matchColumns, missingColumns, profileOf } from '#domain/imports/headings.ts'
import { planFinder } from '#domain/imports/plan-names.ts'
import { findMunicipality } from '#domain/places/place.ts'
import { parseImportRow } from './import-row.ts'

/** A row of a list by its headings. */
export type Row = Readonly<Record<string, string>>

export const PLANS = planFinder([{ code: 'PLAN50', name: 'Plan 50 megas' }], new Map())
export const DEFAULTS: ImportDefaults = { department: 'Boyacá', city: 'Tunja', stratum: '2', type_identification: 'CC' }

/** Reads rows as a file with their headings does, under the profile that the headings have. */
export function readRows(rows: readonly Row[], defaults: ImportDefaults = DEFAULTS) {
  const headers = Object.keys(rows[0] ?? {})
  const profile = profileOf(headers)
  const columns = matchColumns(headers, {}, profile)
  const seen = { documents: new Map<string, string>(), codes: new Set<string>() }
  const context = { planOf: PLANS, seen, placeOf: findMunicipality, profile, defaults }
  return {
    profile: profile?.id ?? null,
    missing: missingColumns(columns, defaults),
    fields: Object.fromEntries(columns.map(({ header, field }) => [header, field])),
    rows: rows.map((row) =>
      parseImportRow(
        cellsOf(
          headers.map((header) => row[header] ?? ''),
          columns,
        ),
        context,
      ),
    ),
  }
}

/** readRows() of a list with one row. */
export const readRow = (row: Row, defaults?: ImportDefaults) => {
  const [result] = readRows([row], defaults).rows
  if (!result) throw new Error('no row')
  return result
}
