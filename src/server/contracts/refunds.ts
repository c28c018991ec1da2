import { contractRefundApi } from '#domain/contracts/refund-api.ts'
import { pageReply } from '#server/core/list-reply.ts'
import { implement } from '#server/core/verb.ts'
import { countContractRefunds, listContractRefunds } from './refund-queries.ts'

/** What the company pays back of void contracts (R2.14, R2.26). */
export const contractRefunds = implement(contractRefundApi, {
  list: (ctx, { query }) =>
    ctx.tx((tx) => {
      const filter = { state: query.state, today: ctx.today }
      return pageReply(query, {
        rows: (range) => listContractRefunds(tx, filter, range),
        total: () => countContractRefunds(tx, filter),
      })
    }),
})
