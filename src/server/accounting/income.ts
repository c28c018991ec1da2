import { incomeTotals } from '#domain/accounting/income.ts'
import { incomeApi } from '#domain/accounting/income-api.ts'
import { periodOf } from '#domain/core/period.ts'
import { pageReply } from '#server/core/list-reply.ts'
import { implement } from '#server/core/verb.ts'
import { countIncomeDocuments, incomeDocumentOf, incomeRowOf, listIncomeDocuments } from './income-queries.ts'

export const income = implement(incomeApi, {
  list: (ctx, { query }) =>
    ctx.tx(async (tx) => {
      const period = query.period ?? periodOf(ctx.today)
      const { data: rows, meta } = await pageReply(query, {
        rows: (range) => listIncomeDocuments(tx, period, range),
        total: () => countIncomeDocuments(tx, period),
      })
      const all = meta.page > 1 ? null : rows.length === meta.total ? rows : await listIncomeDocuments(tx, period, null)
      return {
        data: rows.map((row) => incomeRowOf(row, period)),
        meta,
        totals: all && incomeTotals(all.map(incomeDocumentOf), period),
        period,
      }
    }),
})
