import { incomeTotals } from '#domain/accounting/income.ts'
import { incomeApi } from '#domain/accounting/income-api.ts'
import { API_PAGE_SIZE_DEFAULT } from '#domain/core/paging.ts'
import { periodOf } from '#domain/core/period.ts'
import { implement } from '#server/core/verb.ts'
import { countIncomeDocuments, incomeDocumentOf, incomeRowOf, listIncomeDocuments } from './income-queries.ts'

export const income = implement(incomeApi, {
  list: (ctx, { query }) =>
    ctx.tx(async (tx) => {
      const period = query.period ?? periodOf(ctx.today)
      const [page, page_size] = [query.page ?? 1, query.page_size ?? API_PAGE_SIZE_DEFAULT]
      const total = await countIncomeDocuments(tx, period)
      const rows = await listIncomeDocuments(tx, period, { offset: (page - 1) * page_size, limit: page_size })
      const all = page > 1 ? null : rows.length === total ? rows : await listIncomeDocuments(tx, period, null)
      return {
        data: rows.map((row) => incomeRowOf(row, period)),
        meta: { total, page, page_size },
        totals: all && incomeTotals(all.map(incomeDocumentOf), period),
        period,
      }
    }),
})
