import { salesBookApi } from '#domain/accounting/sales-book-api.ts'
import { pageReply } from '#server/core/list-reply.ts'
import { implement } from '#server/core/verb.ts'
import { bookDays } from './book-days.ts'
import { countBook, listBook, totalBook } from './sales-book-queries.ts'

export const salesBook = implement(salesBookApi, {
  list: (ctx, { query: { treatment, ...query } }) =>
    ctx.tx(async (tx) => {
      const days = bookDays(query, ctx.today)
      const filter = { ...days, treatment }
      const [page, totals] = await Promise.all([
        pageReply(query, {
          rows: (range) => listBook(tx, filter, range),
          total: () => countBook(tx, filter),
          whole: ctx.wholeList,
        }),
        totalBook(tx, filter),
      ])
      return { ...page, totals, range: days }
    }),
})
