import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { DayText } from '#domain/core/days.ts'
import { PageMeta, pageQuery } from '#domain/core/paging.ts'
import { VAT_TREATMENTS } from '#domain/taxes/charge.ts'
import { SalesBookRow, SalesBookTotals } from './sales-book.ts'

export const salesBookApi = api({
  list: {
    method: 'GET',
    path: '/accounting/sales-book',
    summary: 'El libro de ventas de unos días, documento por documento, con sus bases por tratamiento de IVA',
    roles: ['financial', 'admin'],
    clientRows: 'data',
    /** Without days: this month up to today. `treatment`: the documents with a line of it, with all their amounts. */
    query: z.strictObject({
      ...pageQuery,
      from: z.optional(DayText),
      to: z.optional(DayText),
      treatment: z.optional(z.enum(VAT_TREATMENTS, { error: 'Elige gravado, exento o excluido' })),
    }),
    /** `totals`: of all the documents of the days, whatever the treatment. */
    reply: z.object({
      data: z.array(SalesBookRow),
      meta: PageMeta,
      totals: SalesBookTotals,
      range: z.object({ from: DayText, to: DayText }),
    }),
  },
})
