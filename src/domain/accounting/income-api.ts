import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { PageMeta, pageQuery } from '#domain/core/paging.ts'
import { PeriodText } from '#domain/core/period.ts'
import { IncomeRow, IncomeTotals } from './income.ts'

export const incomeApi = api({
  list: {
    method: 'GET',
    path: '/accounting/income',
    summary:
      'El ingreso de un mes por sus días de servicio, y lo facturado por anticipado (PUC 2705), factura por factura',
    roles: ['financial', 'admin'],
    clientRows: 'data',
    /** Without `period`: the current month. */
    query: z.strictObject({ ...pageQuery, period: z.optional(PeriodText) }),
    /** `totals`: of all the rows, on the first page only. */
    reply: z.object({ data: z.array(IncomeRow), meta: PageMeta, totals: z.nullable(IncomeTotals), period: PeriodText }),
  },
})
