import type { Tx } from '#server/core/tx.ts'
import type { Letterhead } from '#server/documents/letterhead.ts'

/** The transaction's company as its documents show it. */
export const readLetterhead = (tx: Tx): Promise<Letterhead> =>
  tx
    .selectFrom('companies')
    .select(['name', 'nit', 'initial_letter', 'color_code', 'address', 'city', 'phone', 'email', 'website_url'])
    .executeTakeFirstOrThrow()
