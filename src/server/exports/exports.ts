import * as z from 'zod/mini'
import { dayOf } from '#domain/core/days.ts'
import { Refusal, refuseField } from '#domain/core/refusal.ts'
import { EXPORT_ROWS_MAX, type ExportName, exportApi } from '#domain/exports/api.ts'
import { type Column, SHEETS } from '#domain/exports/columns.ts'
import { clients } from '#server/clients/clients.ts'
import { companies } from '#server/companies/companies.ts'
import { contracts } from '#server/contracts/contracts.ts'
import type { Ctx } from '#server/core/context.ts'
import { implement, type Route } from '#server/core/verb.ts'
import { writeCsv } from '#server/files/csv.ts'
import { type Cell, writeXlsx } from '#server/files/xlsx.ts'
import { invoices } from '#server/invoices/invoices.ts'
import { messages } from '#server/messages/messages.ts'
import { manualPayments } from '#server/payments/manual.ts'
import { payments } from '#server/payments/online.ts'
import { plans } from '#server/plans/plans.ts'
import { users } from '#server/users/users.ts'

/** The list behind each file: what it shows is what the file holds. */
const LISTS: Readonly<Record<ExportName, Route>> = {
  clients: named(clients, 'list'),
  contracts: named(contracts, 'list'),
  invoices: named(invoices, 'list'),
  payments: named(manualPayments, 'list'),
  transactions: named(payments, 'transactions'),
  messages: named(messages, 'list'),
  users: named(users, 'list'),
  companies: named(companies, 'listFiles'),
  plans: named(plans, 'list'),
}

const PAGE_ROWS = 1_000
const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

/** OPS-06: what a list shows, as a file; that it was taken away stays in the binnacle. */
export const exports = implement(exportApi, {
  create: async (ctx, { body: { list, format, query } }) => {
    const filters = Object.fromEntries(new URLSearchParams(query))
    const { title, columns } = SHEETS[list]
    const rows = await readRows(ctx, LISTS[list], filters)
    await ctx.tx((tx) => tx.record('list.exported', { after: { list: title, format, rows: rows.length, ...filters } }))
    const table = [
      columns.map(({ header }) => header),
      ...rows.map((row) => columns.map((column) => cellOf(row, column))),
    ]
    const bytes = format === 'csv' ? writeCsv(table.map((row) => row.map(textOf))) : await writeXlsx(table)
    return { file: { name: `${title}-${ctx.today}.${format}`, type: TYPES[format], bytes } }
  },
})

function named(routes: readonly Route[], name: string): Route {
  const route = routes.find((one) => one.name === name)
  if (!route) throw new Error(`no list called ${name}`)
  return route
}

const Page = z.object({
  data: z.array(z.record(z.string(), z.unknown())),
  meta: z.optional(z.object({ total: z.number() })),
})

/** All that the filters find, a page at a time and each row once, asked of the list as whoever exports. */
async function readRows(ctx: Ctx, list: Route, filters: Readonly<Record<string, string>>) {
  const { endpoint } = list
  if (endpoint.roles !== 'public' && !endpoint.roles.includes(ctx.actor.role))
    throw new Refusal('forbidden', 'No tienes permiso para descargar esa lista')
  const query = endpoint.query === undefined ? undefined : parsed(endpoint.query, filters)
  const found = new Map<unknown, Record<string, unknown>>()
  for (let page = 1, total = 1; (page - 1) * PAGE_ROWS < total; page += 1) {
    const asked = query === undefined ? undefined : { ...query, page, page_size: PAGE_ROWS }
    const reply = z.parse(
      Page,
      z.encode(endpoint.reply, await list.run(ctx, { params: {}, query: asked, body: undefined })),
    )
    total = reply.meta?.total ?? reply.data.length
    if (total > EXPORT_ROWS_MAX)
      throw refuseField('invalid', 'query', `Son más de ${EXPORT_ROWS_MAX} filas: descárgalas por partes con un filtro`)
    for (const row of reply.data) found.set(row['id'] ?? found.size, row)
    if (query === undefined || reply.data.length === 0) break
  }
  return [...found.values()]
}

function parsed(schema: z.ZodMiniType, filters: Readonly<Record<string, string>>): object {
  const { page: _page, page_size: _size, ...asked } = filters
  const read = z.safeDecode(schema, asked)
  if (!read.success || typeof read.data !== 'object' || read.data === null)
    throw refuseField('invalid', 'query', 'Uno de los filtros no sirve para esta lista: quítalo y descarga de nuevo')
  return read.data
}

/** The value of a column: of several things at once, all of them; an instant, its day in Bogotá. */
function cellOf(row: unknown, { at, words }: Column): Cell {
  const value = valueAt(row, at.split('.'))
  if (Array.isArray(value)) return value.map((part) => textOf(plain(part, words))).join(', ')
  return plain(value, words)
}

function valueAt(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return value
  if (Array.isArray(value)) return value.map((part) => valueAt(part, [key, ...rest]))
  return typeof value === 'object' && value !== null && key in value ? valueAt(Reflect.get(value, key), rest) : null
}

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

function plain(value: unknown, words: Column['words']): Cell {
  if (value === null || value === undefined) return ''
  if (words !== undefined && (typeof value === 'string' || typeof value === 'boolean'))
    return words[String(value)] ?? String(value)
  if (typeof value === 'number') return value
  if (typeof value !== 'string') return JSON.stringify(value)
  return INSTANT.test(value) ? dayOf(new Date(value)) : value
}

/** In a CSV a number is written as a spreadsheet in Spanish reads it. */
const textOf = (cell: Cell): string => (typeof cell === 'number' ? String(cell).replace('.', ',') : cell)
