import { advanceMovesApi } from '#domain/accounting/advance-moves-api.ts'
import { pageReply } from '#server/core/list-reply.ts'
import { implement } from '#server/core/verb.ts'
import { listAdvanceMoves, totalAdvanceMoves } from './advance-moves-queries.ts'
import { bookDays } from './book-days.ts'

export const advanceMoves = implement(advanceMovesApi, {
  list: (ctx, { query }) =>
    ctx.tx(async (tx) => {
      const range = bookDays(query, ctx.today)
      const { totals, clients } = await totalAdvanceMoves(tx, range)
      const page = await pageReply(query, {
        rows: (rows) => listAdvanceMoves(tx, range, rows),
        total: async () => clients,
        whole: ctx.wholeList,
      })
      return { ...page, totals, range }
    }),
})
