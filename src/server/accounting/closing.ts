import { closingApi } from '#domain/accounting/api.ts'
import { assertClosing, firstOpenDay, opensDays } from '#domain/accounting/closing.ts'
import { dayLabel } from '#domain/core/days.ts'
import { assertFresh } from '#server/auth/auth.ts'
import { implement } from '#server/core/verb.ts'
import { insertClosing, listClosings } from './queries.ts'

export const closings = implement(closingApi, {
  get: (ctx) =>
    ctx.tx(async (tx) => {
      const history = await listClosings(tx)
      const closed_through = history[0]?.closed_through ?? null
      return { data: { closed_through, first_open: firstOpenDay(closed_through), history } }
    }),

  close: (ctx, { body: { closing } }) =>
    ctx.tx(async (tx) => {
      // The journal takes the same lock, shared, with each entry: see refuse_closed_day.
      await tx.lock('book_closing')
      const [last] = await listClosings(tx)
      const before = last?.closed_through ?? null
      assertClosing(closing, before, ctx.today)
      const isOpening = opensDays(closing, before)
      if (isOpening) assertFresh(ctx)
      const { closed_through } = closing
      const reason = isOpening ? (closing.reason ?? null) : null
      const data = await insertClosing(tx, { position: (last?.position ?? 0) + 1, closed_through, reason })
      await tx.record('books.closed', {
        before: { closed_through: before },
        after: { closed_through, ...(reason === null ? {} : { reason }) },
      })
      const message =
        closed_through === null
          ? 'No queda ningún día cerrado'
          : `La contabilidad queda cerrada hasta el ${dayLabel(closed_through)}`
      return { data, message }
    }),
})
