import { notFound } from '#domain/core/refusal.ts'
import type { PublicCtx } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import { getLinkGeneration } from '#server/invoices/link-queries.ts'
import { type LinkTarget, verifyLink } from '#server/invoices/public-link.ts'

export const LINK_ABSENT_COPY = 'Este enlace ya no funciona. Pídele uno nuevo a tu proveedor.'

/** The target of a link. Throws a Refusal 'not_found' for one that is false or whose last day has passed. */
export function openLink(ctx: PublicCtx, token: string): LinkTarget {
  const link = verifyLink(ctx.world.config.secret, token, ctx.today)
  if (!link) throw notFound(LINK_ABSENT_COPY)
  return link
}

/** Whether a link is no longer valid: the desk revoked it, or the company is closed. */
export async function isEnded(tx: Tx, { invoiceId, generation }: LinkTarget): Promise<boolean> {
  if ((await getLinkGeneration(tx, invoiceId)) !== generation) return true
  return (await tx.selectFrom('companies').select('status').executeTakeFirstOrThrow()).status === 'closed'
}

/** The client of the invoice of a link, and the client's user. Throws a Refusal 'not_found' without the invoice. */
export async function getLinkClient(tx: Tx, invoiceId: string): Promise<{ clientId: string; userId: string }> {
  const row = await tx
    .selectFrom('invoices as i')
    .innerJoin('clients as k', (join) =>
      join.onRef('k.company_id', '=', 'i.company_id').onRef('k.id', '=', 'i.client_id'),
    )
    .select(['k.id as clientId', 'k.user_id as userId'])
    .where('i.id', '=', invoiceId)
    .executeTakeFirst()
  if (!row) throw notFound(LINK_ABSENT_COPY)
  return row
}

/** 'Yenny B.': enough for the client to recognize it, and without the full name, because a link may be forwarded. */
export function shortNameOf(name: string): string {
  const [first = '', second = ''] = name.split(' ')
  return second === '' ? first : `${first} ${second.slice(0, 1)}.`
}
