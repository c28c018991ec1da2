import { sql } from 'kysely'
import type { Environment } from '#domain/core/environment.ts'
import type { OnlineMethod } from '#domain/integrations/online-method.ts'
import type { Tx } from '#server/core/tx.ts'

/** Writes the methods of an account at Wompi. Not when its keys changed in the meantime. */
export const saveMethods = (
  tx: Tx,
  { environment, sealed }: { environment: Environment; sealed: Buffer },
  methods: OnlineMethod[],
) =>
  tx
    .updateTable('credentials')
    .set({ methods })
    .where('provider', '=', 'wompi')
    .where('environment', '=', environment)
    .where('sealed', '=', sealed)
    .execute()

/** The methods of the account of the transaction's company that is on, as a column. Null without one, and while Wompi was not asked. */
export const accountMethods = sql<OnlineMethod[] | null>`(
  select methods from credentials where company_id = (select current_company()) and provider = 'wompi' and is_on)`
