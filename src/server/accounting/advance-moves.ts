import { advanceMovesApi } from '#domain/accounting/advance-moves-api.ts'
import { onePassReply } from '#server/core/list-reply.ts'
import { implement } from '#server/core/verb.ts'
import { readAdvanceMoves } from './advance-moves-queries.ts'
import { bookDays } from './book-days.ts'

export const advanceMoves = implement(advanceMovesApi, {
  list: (ctx, { query }) =>
    ctx.tx(async (tx) => {
      const range = bookDays(query, ctx.today)
      const { sums: totals, ...page } = await onePassReply(query, {
        read: (rows) => readAdvanceMoves(tx, range, rows),
        whole: ctx.wholeList,
      })
      return { ...page, totals, range }
    }),
})
