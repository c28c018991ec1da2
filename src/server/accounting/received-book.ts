import { receivedBookApi } from '#domain/accounting/received-book-api.ts'
import { pageReply } from '#server/core/list-reply.ts'
import { implement } from '#server/core/verb.ts'
import { bookDays } from './book-days.ts'
import { countReceived, listReceived, totalReceived } from './received-book-queries.ts'

export const receivedBook = implement(receivedBookApi, {
  list: (ctx, { query: { method, kind, day: by = 'posted', ...query } }) =>
    ctx.tx(async (tx) => {
      const days = bookDays(query, ctx.today)
      const filter = { ...days, by, method, kind }
      const [page, totals] = await Promise.all([
        pageReply(query, {
          rows: (range) => listReceived(tx, filter, range),
          total: () => countReceived(tx, filter),
          whole: ctx.wholeList,
        }),
        totalReceived(tx, filter),
      ])
      return { ...page, totals, range: days }
    }),
})
