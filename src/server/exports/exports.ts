import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import { Refusal, refuseField } from '#domain/core/refusal.ts'
import { EXPORT_ROWS_MAX, type ExportFormat, type ExportName, exportApi } from '#domain/exports/api.ts'
import type { Column } from '#domain/exports/column.ts'
import { assertFresh } from '#server/auth/auth.ts'
import { countListFile } from '#server/auth/throttle.ts'
import type { Actor, Ctx } from '#server/core/context.ts'
import { placesPerKey, takeAll } from '#server/core/in-flight.ts'
import type { Tx } from '#server/core/tx.ts'
import { implement, type Route } from '#server/core/verb.ts'
import { CSV_START, csvLines } from '#server/files/csv.ts'
import { openTemporaryFile } from '#server/files/temporary-file.ts'
import { type Cell, writeXlsx } from '#server/files/xlsx.ts'
import { cellOf, csvOfRows, placed } from './cells.ts'
import { type Filters, readFilters, takeRows } from './list-rows.ts'

/** A list that can be exported: the route that reads it, and the columns of its file. */
export type ExportedList = {
  readonly route: Route
  readonly title: string
  readonly columns: readonly Column[]
  /** What its PDF is of (PDF_EXPORTS). */
  readonly pdf?: (tx: Tx, asked: AskedPdf) => Promise<ListPdf>
}

/** The rows of a list, by its columns, and its decoded filters. */
export type AskedPdf = { ctx: Ctx; filters: Filters; columns: readonly Column[]; rows: readonly (readonly Cell[])[] }
/** `days`: those of the list, for the name of its file. `draw` is called once, after the transaction. */
export type ListPdf = { days: string; draw: () => Promise<Buffer> }

const CONTENT_TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
} as const

const TOO_MANY: Partial<Record<ExportFormat, string>> = {
  pdf: 'La lista tiene demasiadas filas para un PDF: descárgala en Excel o CSV',
}

/** The lists without data of people: their export does not require a recent password. */
const WITHOUT_PERSONAL_DATA: readonly ExportName[] = ['plans']

/** The files of lists that one person, and one company, has at the same time: each takes room on the disk until it has left. */
export const EXPORTS_AT_ONCE = { person: 2, company: 6 } as const
const RETRY_AFTER_S = 10

const placeOfPerson = placesPerKey(EXPORTS_AT_ONCE.person, () =>
  tooMany('Ya tienes dos descargas en curso. Espera a que termine una e intenta de nuevo.'),
)
const placeOfCompany = placesPerKey(EXPORTS_AT_ONCE.company, () =>
  tooMany('Tu empresa tiene muchas descargas en curso. Espera a que termine una e intenta de nuevo.'),
)
const tooMany = (message: string): Refusal => new Refusal('too_many', message, { retryAfterS: RETRY_AFTER_S })

/** OPS-06: exports a list as a file, and records the export in the audit log. */
export const exports = (lists: Readonly<Record<ExportName, ExportedList>>): Route[] =>
  implement(exportApi, {
    create: async (ctx, { body: { list, format, query } }) => {
      const { title, columns, route: source, pdf } = lists[list]
      if (source.endpoint.roles !== 'public' && !source.endpoint.roles.includes(ctx.actor.role))
        throw new Refusal('forbidden', 'No tienes permiso para descargar esa lista')
      if (format === 'pdf' && pdf === undefined)
        throw refuseField('invalid', 'format', 'Esta lista se descarga en Excel o CSV')
      if (!WITHOUT_PERSONAL_DATA.includes(list)) assertFresh(ctx)
      const filters = readFilters(source.endpoint, query)
      const leave = takePlaces(ctx.actor)
      let file: WrittenFile | null = null
      try {
        await countListFile(ctx)
        await ctx.tx(async (tx) => {
          // One snapshot for all statements: without it, a row changed between two of them could be missed or read twice.
          await sql`set transaction isolation level repeatable read`.execute(tx)
          const reading = { filters, max: EXPORT_ROWS_MAX[format], tooMany: TOO_MANY[format] }
          const read: Read = (take) => takeRows({ ...ctx, tx: (work) => work(tx) }, source, reading, take)
          // A transaction that is tried again writes its file again.
          await file?.discard()
          if (format === 'csv') file = await writeCsvFile(read, columns, ctx.world.config.dataDir)
          else if (pdf === undefined || format === 'xlsx') file = workbookOf(await tableOf(read, columns), columns)
          else file = await pdfFile(await tableOf(read, columns), (rows) => pdf(tx, { ctx, filters, columns, rows }))
          await tx.record('list.exported', {
            after: { list: title, format, rows: file.rows, ...(query === '' ? {} : { filters: query }) },
          })
        })
        const content = await contentOf(file)
        // The places are free when the last byte was read, or the caller is gone.
        if ('body' in content) content.body.once('close', leave)
        else leave()
        return {
          file: {
            name: `${title}-${daysOf(file) ?? dayOfList(filters) ?? ctx.today}.${format}`,
            type: CONTENT_TYPES[format],
            ...content,
          },
        }
      } catch (error) {
        leave()
        await discard(file)
        throw error
      }
    },
  })

/** The day of a list that is as of one day; undefined for the others. */
const dayOfList = (filters: Readonly<Record<string, unknown>> | undefined): string | undefined =>
  typeof filters?.['on'] === 'string' ? filters['on'] : undefined

/** Takes a place of the person and one of the company. Throws a 429 Refusal without one. Returns a function that gives both back. */
const takePlaces = ({ userId, companyId }: Actor): (() => void) =>
  takeAll([() => placeOfPerson(userId), () => placeOfCompany(companyId)])

/** Reads every row of a list, some at a time. The next ones are read when these are written. */
type Read = (take: (rows: readonly unknown[]) => Promise<void>) => Promise<void>
type Content = { bytes: Uint8Array } | { body: Readable; bytes: number }
/** A file with the count of its rows. `content` is called once, after the transaction. */
type WrittenFile = {
  rows: number
  days?: string
  content: () => Content | Promise<Content>
  discard: () => Promise<void>
}

// The type of a variable that a closure sets is not narrowed by the compiler.
const contentOf = (file: WrittenFile | null): Content | Promise<Content> => {
  if (file === null) throw new Error('the transaction of an export ended without a file')
  return file.content()
}
const daysOf = (file: WrittenFile | null): string | undefined => file?.days
const discard = async (file: WrittenFile | null): Promise<void> => file?.discard()

/** Writes the lines to a file while the rows are read: the memory does not grow with the list. */
async function writeCsvFile(read: Read, columns: readonly Column[], folder: string): Promise<WrittenFile> {
  const file = await openTemporaryFile(folder)
  try {
    await file.write(CSV_START + csvLines([columns.map(({ header }) => header)]))
    const places = columns.map(placed)
    let rows = 0
    await read(async (some) => {
      rows += some.length
      await file.write(csvOfRows(some, places))
    })
    return { rows, content: file.read, discard: file.discard }
  } catch (error) {
    await file.discard()
    throw error
  }
}

async function tableOf(read: Read, columns: readonly Column[]): Promise<Cell[][]> {
  const rows: Cell[][] = []
  const places = columns.map(placed)
  await read(async (some) => void rows.push(...some.map((row) => places.map((place) => cellOf(row, place)))))
  return rows
}

const inMemory = (rows: number, bytesOf: () => Promise<Uint8Array>): WrittenFile => ({
  rows,
  content: async () => ({ bytes: await bytesOf() }),
  discard: async () => undefined,
})

const workbookOf = (rows: Cell[][], columns: readonly Column[]): WrittenFile =>
  inMemory(rows.length, () => writeXlsx([columns.map(({ header }) => header), ...rows]))

async function pdfFile(rows: Cell[][], describe: (rows: Cell[][]) => Promise<ListPdf>): Promise<WrittenFile> {
  const { days, draw } = await describe(rows)
  return { ...inMemory(rows.length, draw), days }
}
