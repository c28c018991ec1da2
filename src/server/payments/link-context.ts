import { paths } from '#domain/core/paths.ts'
import { notFound } from '#domain/core/refusal.ts'
import type { PublicCtx } from '#server/core/context.ts'
import { inTransaction } from '#server/core/tx.ts'
import type { LinkTarget } from '#server/invoices/public-link.ts'
import { getLinkClient, isEnded, LINK_ABSENT_COPY, openLink } from './link.ts'
import type { PayerContext } from './start-payment.ts'

export type LinkContext = PayerContext & { readonly target: LinkTarget }

/** The context of a call with a link, in the company that its signature proves. Throws a Refusal 'not_found' when it has ended. */
export async function openContext(ctx: PublicCtx, token: string): Promise<LinkContext> {
  const target = openLink(ctx, token)
  const scope = {
    companyId: target.companyId,
    actorId: null,
    actorName: 'Alguien con el enlace de la factura',
    actorRole: 'nobody',
    ip: ctx.caller.ip,
    requestId: ctx.requestId,
  }
  const tx: LinkContext['tx'] = (work) => inTransaction(ctx.world.pool, 'enlace_app', scope, work)
  if (await tx((own) => isEnded(own, target))) throw notFound(LINK_ABSENT_COPY)
  return {
    target,
    tx,
    world: ctx.world,
    now: ctx.now,
    today: ctx.today,
    idempotencyKey: ctx.idempotencyKey,
    companyId: target.companyId,
    isByLink: true,
    pathOf: (attemptId) => paths.linkPayment(token, attemptId),
    payer: (own) => getLinkClient(own, target.invoiceId),
  }
}
