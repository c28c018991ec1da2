import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { DayText } from '#domain/core/days.ts'
import { PageMeta, pageQuery } from '#domain/core/paging.ts'
import { AdvanceMoveRow, AdvanceMoveTotals } from './advance-moves.ts'

export const advanceMovesApi = api({
  list: {
    method: 'GET',
    path: '/accounting/advance-movements',
    summary: 'Lo que entró, se aplicó y se devolvió de los saldos a favor en unos días, cliente por cliente',
    roles: ['financial', 'admin'],
    clientRows: 'data',
    /** Without days: this month up to today. */
    query: z.strictObject({ ...pageQuery, from: z.optional(DayText), to: z.optional(DayText) }),
    reply: z.object({
      data: z.array(AdvanceMoveRow),
      meta: PageMeta,
      totals: AdvanceMoveTotals,
      range: z.object({ from: DayText, to: DayText }),
    }),
  },
})
