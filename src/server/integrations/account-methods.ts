import { sql } from 'kysely'
import type { Environment } from '#domain/core/environment.ts'
import type { OnlineMethod } from '#domain/integrations/online-method.ts'
import type { Tx } from '#server/core/tx.ts'
import { textArray } from '#server/db/arrays.ts'

type Account = { environment: Environment; sealed: Buffer; methods: readonly OnlineMethod[] | null }

/** Writes the methods of an account at Wompi, and the change in the audit log. Not when its keys changed in the meantime. */
export async function saveMethods(tx: Tx, account: Account, methods: OnlineMethod[]): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('credentials')
    .set({ methods })
    .where('provider', '=', 'wompi')
    .where('environment', '=', account.environment)
    .where('sealed', '=', account.sealed)
    .where(sql<boolean>`methods is distinct from ${textArray(methods)}::text[]`)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  await tx.record('integration.methods_changed', {
    entity_id: tx.scope.companyId,
    before: { methods: account.methods },
    after: { methods },
  })
}

/** Whether the company of the transaction offers the page of Wompi, as a column. */
export const accountPage = sql<boolean>`exists (
  select from credentials where company_id = (select current_company()) and provider = 'wompi' and is_on and has_page)`.as(
  'has_page',
)

/** The methods of the account of the transaction's company that is on, as a column. Null without one, and while Wompi was not asked. */
export const accountMethods = sql<OnlineMethod[] | null>`(
  select methods from credentials where company_id = (select current_company()) and provider = 'wompi' and is_on)`.as(
  'account_methods',
)
