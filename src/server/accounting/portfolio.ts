import { portfolioApi } from '#domain/accounting/portfolio-api.ts'
import { addDays, type Day, day } from '#domain/core/days.ts'
import { refuseField } from '#domain/core/refusal.ts'
import { listAgreedInvoicesOn } from '#server/collections/agreement-queries.ts'
import { onePassReply } from '#server/core/list-reply.ts'
import { implement } from '#server/core/verb.ts'
import { readAdvances, readPortfolio } from './portfolio-queries.ts'

export const portfolio = implement(portfolioApi, {
  list: (ctx, { query }) =>
    ctx.tx(async (tx) => {
      const on = dayAsked(query.on, ctx.today)
      const agreed = await listAgreedInvoicesOn(tx, on)
      const { sums: totals, ...page } = await onePassReply(query, {
        read: (range) => readPortfolio(tx, { on, agreed }, range),
        whole: ctx.wholeList,
      })
      return { ...page, totals, on }
    }),

  advances: (ctx, { query }) =>
    ctx.tx(async (tx) => {
      const on = dayAsked(query.on, ctx.today)
      const { sums: credit, ...page } = await onePassReply(query, {
        read: (range) => readAdvances(tx, on, range),
        whole: ctx.wholeList,
      })
      return { ...page, credit, on }
    }),
})

/** The day of a list: the last one of the month before without one. Throws a Refusal on `on` for a day to come. */
export function dayAsked(on: Day | undefined, today: Day): Day {
  if (on === undefined) return addDays(day(`${today.slice(0, 7)}-01`), -1)
  if (on > today) throw refuseField('invalid', 'on', 'El día es hoy o uno anterior')
  return on
}
