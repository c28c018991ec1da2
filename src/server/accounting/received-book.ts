import { receivedBookApi } from '#domain/accounting/received-book-api.ts'
import { day } from '#domain/core/days.ts'
import { refuseField } from '#domain/core/refusal.ts'
import { pageReply } from '#server/core/list-reply.ts'
import { implement } from '#server/core/verb.ts'
import { countReceived, listReceived, totalReceived } from './received-book-queries.ts'

export const receivedBook = implement(receivedBookApi, {
  list: (ctx, { query: { method, kind, day: by = 'posted', ...query } }) =>
    ctx.tx(async (tx) => {
      const to = query.to ?? ctx.today
      const from = query.from ?? day(`${to.slice(0, 7)}-01`)
      if (from > to) throw refuseField('invalid', 'from', 'El primer día va antes que el último')
      const filter = { from, to, by, method, kind }
      const [page, totals] = await Promise.all([
        pageReply(query, {
          rows: (range) => listReceived(tx, filter, range),
          total: () => countReceived(tx, filter),
          whole: ctx.wholeList,
        }),
        totalReceived(tx, filter),
      ])
      return { ...page, totals, range: { from, to } }
    }),
})
