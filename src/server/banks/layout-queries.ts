import * as z from 'zod/mini'
import { RememberedLayout } from '#domain/banks/layout.ts'
import type { Tx } from '#server/core/tx.ts'

/** What the columns of the statements of an account have, as a person named them, with the titles of that file; null without any. */
export async function getLayout(tx: Tx, accountId: string): Promise<RememberedLayout | null> {
  const row = await tx
    .selectFrom('bank_layouts')
    .select(['columns', 'headings'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row === undefined ? null : z.parse(RememberedLayout, row)
}

export async function putLayout(tx: Tx, accountId: string, layout: RememberedLayout): Promise<void> {
  await tx
    .insertInto('bank_layouts')
    .values({ account_id: accountId, ...layout })
    .onConflict((on) =>
      on.columns(['company_id', 'account_id']).doUpdateSet((eb) => ({
        columns: eb.ref('excluded.columns'),
        headings: eb.ref('excluded.headings'),
        updated_at: eb.ref('excluded.updated_at'),
      })),
    )
    .execute()
}
