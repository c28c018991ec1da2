import { slipApi } from '#domain/payments/slip-api.ts'
import { implement } from '#server/core/verb.ts'
import { openContext } from './link-context.ts'
import { listLinkSlips, listOwnSlips } from './slip-queries.ts'

/** The open slips to pay in cash. */
export const slips = implement(slipApi, {
  own: (ctx) => ctx.tx(async (tx) => ({ data: await listOwnSlips(tx, ctx.actor.userId, ctx.now) })),

  ofLink: async (ctx, { params }) => {
    const { target, tx } = await openContext(ctx, params.token)
    return { data: await tx((own) => listLinkSlips(own, target.invoiceId, ctx.now)) }
  },
})
