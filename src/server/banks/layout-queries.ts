import * as z from 'zod/mini'
import { BankLayout } from '#domain/banks/layout.ts'
import type { Tx } from '#server/core/tx.ts'

/** What the columns of the statements of an account have, as a person named them; null without any. */
export async function getLayout(tx: Tx, accountId: string): Promise<BankLayout | null> {
  const row = await tx
    .selectFrom('bank_layouts')
    .select('columns')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row === undefined ? null : z.parse(BankLayout, row.columns)
}

export async function putLayout(tx: Tx, accountId: string, columns: BankLayout): Promise<void> {
  await tx
    .insertInto('bank_layouts')
    .values({ account_id: accountId, columns })
    .onConflict((on) =>
      on.columns(['company_id', 'account_id']).doUpdateSet((eb) => ({
        columns: eb.ref('excluded.columns'),
        updated_at: eb.ref('excluded.updated_at'),
      })),
    )
    .execute()
}
