import { sql } from 'kysely'
import * as z from 'zod/mini'
import { LIMITS } from '#domain/auth/limits.ts'
import type { Endpoint } from '#domain/core/api.ts'
import { dayOf } from '#domain/core/days.ts'
import { Refusal, refuseField } from '#domain/core/refusal.ts'
import { EXPORT_ROWS_MAX, type ExportName, exportApi } from '#domain/exports/api.ts'
import type { Column } from '#domain/exports/column.ts'
import { assertFresh } from '#server/auth/auth.ts'
import { counterOf, countOne, inOwnTransaction, tooMany } from '#server/auth/throttle.ts'
import type { Ctx } from '#server/core/context.ts'
import { implement, type Route } from '#server/core/verb.ts'
import { writeCsv } from '#server/files/csv.ts'
import { type Cell, writeXlsx } from '#server/files/xlsx.ts'

/** A list that may be exported: the call that reads it, and the columns of its file. */
export type ExportedList = { readonly route: Route; readonly title: string; readonly columns: readonly Column[] }

const PAGE_ROWS = 1_000
const CONTENT_TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

/** The lists that name no person: taking them away needs no fresh password. */
const WITHOUT_PERSONAL_DATA: readonly ExportName[] = ['plans', 'companies']
const HOUR_S = 3_600

/** OPS-06: what a list shows, as a file; that it was taken away stays in the binnacle. */
export const exports = (lists: Readonly<Record<ExportName, ExportedList>>): Route[] =>
  implement(exportApi, {
    create: async (ctx, { body: { list, format, query } }) => {
      const { title, columns, route: source } = lists[list]
      if (source.endpoint.roles !== 'public' && !source.endpoint.roles.includes(ctx.actor.role))
        throw new Refusal('forbidden', 'No tienes permiso para descargar esa lista')
      if (!WITHOUT_PERSONAL_DATA.includes(list)) assertFresh(ctx)
      const filters = readFilters(source.endpoint, query)
      await countExport(ctx)
      const rows = await ctx.tx(async (tx) => {
        // One look at everything: what changes between two pages would otherwise be missed or seen twice.
        await sql`set transaction isolation level repeatable read`.execute(tx)
        const found = await readRows({ ...ctx, tx: (work) => work(tx) }, source, filters)
        await tx.record('list.exported', {
          after: { list: title, format, rows: found.length, ...(query === '' ? {} : { filters: query }) },
        })
        return found
      })
      const table = [
        columns.map(({ header }) => header),
        ...rows.map((row) => columns.map((column) => cellOf(row, column))),
      ]
      const bytes = format === 'csv' ? writeCsv(table.map((row) => row.map(textOf))) : await writeXlsx(table)
      return { file: { name: `${title}-${ctx.today}.${format}`, type: CONTENT_TYPES[format], bytes } }
    },
  })

/** Counts one more of a person, and refuses when they have taken enough away for this hour. */
const countExport = (ctx: Ctx): Promise<void> =>
  inOwnTransaction(ctx, async (tx) => {
    const { world, actor } = ctx
    const { count, left } = await countOne(tx, counterOf(world, 'export', actor.userId), HOUR_S)
    if (count > LIMITS[world.config.mode].exportsPerHour) throw tooMany(left)
  })

const Page = z.object({
  data: z.array(z.record(z.string(), z.unknown())),
  meta: z.optional(z.object({ total: z.number() })),
})

type Filters = Readonly<Record<string, unknown>> | undefined

/** The filters of an address as the list's own query reads them. Undefined for a list that takes none. */
function readFilters({ query: schema }: Endpoint, query: string): Filters {
  const { page: _page, page_size: _size, ...asked } = Object.fromEntries(new URLSearchParams(query))
  const read = schema === undefined ? undefined : z.safeDecode(schema, asked)
  const isRight = read === undefined ? Object.keys(asked).length === 0 : read.success
  if (!isRight)
    throw refuseField('invalid', 'query', 'Uno de los filtros no sirve para esta lista: quítalo y descarga de nuevo')
  return read?.success ? z.parse(z.record(z.string(), z.unknown()), read.data) : undefined
}

/** All that the filters find, a page at a time and each row once, asked of the list as whoever exports. */
async function readRows(ctx: Ctx, list: Route, filters: Filters): Promise<Record<string, unknown>[]> {
  const { endpoint } = list
  const found = new Map<unknown, Record<string, unknown>>()
  for (let page = 1, total = 1; (page - 1) * PAGE_ROWS < total; page += 1) {
    const query = filters === undefined ? undefined : { ...filters, page, page_size: PAGE_ROWS }
    const reply = z.parse(Page, z.encode(endpoint.reply, await list.run(ctx, { params: {}, query, body: undefined })))
    total = reply.meta?.total ?? reply.data.length
    if (total > EXPORT_ROWS_MAX)
      throw refuseField('invalid', 'query', `Son más de ${EXPORT_ROWS_MAX} filas: descárgalas por partes con un filtro`)
    for (const row of reply.data) found.set(row['id'] ?? found.size, row)
    if (filters === undefined || reply.data.length === 0) break
  }
  return [...found.values()]
}

/** The value of a column: of several things at once, all of them; an instant, its day in Bogotá. */
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

/** In a CSV a number is written as a spreadsheet in Spanish reads it. */
const textOf = (cell: Cell): string => (typeof cell === 'number' ? String(cell).replace('.', ',') : cell)
