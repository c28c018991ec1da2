import { sql } from 'kysely'
import { Refusal } from '#domain/core/refusal.ts'
import type { Tx } from '#server/core/tx.ts'

/** The most revocations of one invoice: the generation has two bytes in a link. */
const REVOCATIONS_MAX = 1_000

/** The generation of the links of an invoice `i`: the number of times that they were revoked. */
export const LINK_GENERATION = sql`coalesce((
  select max(r.generation) from link_revocations r where r.company_id = i.company_id and r.invoice_id = i.id), 0) as link_generation`

/** The generation of the valid links of an invoice; 0 for an invoice that does not exist. */
export async function getLinkGeneration(tx: Tx, invoiceId: string): Promise<number> {
  const row = await tx
    .selectFrom('link_revocations')
    .select(({ fn }) => fn.max('generation').as('generation'))
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirst()
  return row?.generation ?? 0
}

/** Ends the valid links of an invoice. Returns the generation of the next ones. Two calls at the same time end them once. */
export async function insertLinkRevocation(tx: Tx, invoiceId: string): Promise<number> {
  const generation = (await getLinkGeneration(tx, invoiceId)) + 1
  if (generation > REVOCATIONS_MAX)
    throw new Refusal('limit_reached', 'El enlace de esta factura ya se anuló demasiadas veces')
  await tx
    .insertInto('link_revocations')
    .values({ invoice_id: invoiceId, generation })
    .onConflict((on) => on.doNothing())
    .execute()
  return generation
}
