import { salesBookApi } from '#domain/accounting/sales-book-api.ts'
import { day } from '#domain/core/days.ts'
import { refuseField } from '#domain/core/refusal.ts'
import { pageReply } from '#server/core/list-reply.ts'
import { implement } from '#server/core/verb.ts'
import { countBook, listBook, totalBook } from './sales-book-queries.ts'

export const salesBook = implement(salesBookApi, {
  list: (ctx, { query: { treatment, ...query } }) =>
    ctx.tx(async (tx) => {
      const to = query.to ?? ctx.today
      const from = query.from ?? day(`${to.slice(0, 7)}-01`)
      if (from > to) throw refuseField('invalid', 'from', 'El primer día va antes que el último')
      const filter = { from, to, treatment }
      const [page, totals] = await Promise.all([
        pageReply(query, {
          rows: (range) => listBook(tx, filter, range),
          total: () => countBook(tx, filter),
          whole: ctx.wholeList,
        }),
        totalBook(tx, filter),
      ])
      return { ...page, totals, range: { from, to } }
    }),
})
