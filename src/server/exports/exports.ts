import { sql } from 'kysely'
import { dayOf } from '#domain/core/days.ts'
import { Refusal } from '#domain/core/refusal.ts'
import { EXPORT_ROWS_MAX, type ExportName, exportApi } from '#domain/exports/api.ts'
import type { Column } from '#domain/exports/column.ts'
import { assertFresh } from '#server/auth/auth.ts'
import { countListFile } from '#server/auth/throttle.ts'
import { mapInSlices } from '#server/core/slices.ts'
import { implement, type Route } from '#server/core/verb.ts'
import { numberText, writeLongCsv } from '#server/files/csv.ts'
import { type Cell, writeXlsx } from '#server/files/xlsx.ts'
import { readFilters, readRows } from './list-rows.ts'

/** A list that can be exported: the route that reads it, and the columns of its file. */
export type ExportedList = { readonly route: Route; readonly title: string; readonly columns: readonly Column[] }

const CONTENT_TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

/** The lists without data of people: their export does not require a recent password. */
const WITHOUT_PERSONAL_DATA: readonly ExportName[] = ['plans']

/** OPS-06: exports a list as a file, and records the export in the audit log. */
export const exports = (lists: Readonly<Record<ExportName, ExportedList>>): Route[] =>
  implement(exportApi, {
    create: async (ctx, { body: { list, format, query } }) => {
      const { title, columns, route: source } = lists[list]
      if (source.endpoint.roles !== 'public' && !source.endpoint.roles.includes(ctx.actor.role))
        throw new Refusal('forbidden', 'No tienes permiso para descargar esa lista')
      if (!WITHOUT_PERSONAL_DATA.includes(list)) assertFresh(ctx)
      const filters = readFilters(source.endpoint, query)
      await countListFile(ctx)
      const rows = await ctx.tx(async (tx) => {
        // One snapshot for all pages: without it, a row changed between two pages could be missed or read twice.
        await sql`set transaction isolation level repeatable read`.execute(tx)
        const exported = await readRows({ ...ctx, tx: (work) => work(tx) }, source, { filters, max: EXPORT_ROWS_MAX })
        await tx.record('list.exported', {
          after: { list: title, format, rows: exported.length, ...(query === '' ? {} : { filters: query }) },
        })
        return exported
      })
      const cells = await mapInSlices(rows, (row) => columns.map((column) => cellOf(row, column)))
      const table = [columns.map(({ header }) => header), ...cells]
      const bytes = format === 'csv' ? await writeLongCsv(table) : await writeXlsx(table)
      return { file: { name: `${title}-${ctx.today}.${format}`, type: CONTENT_TYPES[format], bytes } }
    },
  })

/** The cell of a column. A list becomes its values joined by commas; an instant, its day in Bogotá. */
function cellOf(row: unknown, { at, words }: Column): Cell {
  const value = valueAt(row, at.split('.'))
  if (Array.isArray(value)) return value.map((part) => textOf(plainCell(part, words))).join(', ')
  return plainCell(value, words)
}

function valueAt(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return value
  if (Array.isArray(value)) return value.map((part) => valueAt(part, [key, ...rest]))
  return typeof value === 'object' && value !== null && key in value ? valueAt(Reflect.get(value, key), rest) : null
}

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

function plainCell(value: unknown, words: Column['words']): Cell {
  if (value === null || value === undefined) return ''
  if (words !== undefined && (typeof value === 'string' || typeof value === 'boolean'))
    return words[String(value)] ?? String(value)
  if (typeof value === 'number') return value
  if (typeof value !== 'string') return JSON.stringify(value)
  return INSTANT.test(value) ? dayOf(new Date(value)) : value
}

/** The text of a cell in a CSV: a decimal comma, as a spreadsheet in Spanish reads it. */
const textOf = (cell: Cell): string => (typeof cell === 'number' ? numberText(cell) : cell)
