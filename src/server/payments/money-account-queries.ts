import { sql } from 'kysely'
import { refuseField } from '#domain/core/refusal.ts'
import {
  GATEWAY_ACCOUNT_NAME,
  type MoneyAccount,
  type MoneyAccountChanges,
  type NewMoneyAccount,
} from '#domain/payments/money-account.ts'
import type { Tx } from '#server/core/tx.ts'
import { textArray } from '#server/db/arrays.ts'

/** The accounts of the company, by name, with the methods that each receives by default. */
export async function listAccounts(tx: Tx): Promise<MoneyAccount[]> {
  const { rows } = await sql<MoneyAccount>`
    select a.id, a.name, a.kind, a.bank, a.last_digits, a.is_active,
      array(select m.method from method_accounts m where m.company_id = a.company_id and m.account_id = a.id order by m.method) as default_for
    from money_accounts a where a.company_id = (select current_company()) order by folded(a.name), a.id`.execute(tx)
  return rows
}

/** Inserts an account and returns its id; undefined when another one has its name. */
export async function insertAccount(
  tx: Tx,
  { default_for: _methods, ...account }: NewMoneyAccount,
): Promise<string | undefined> {
  const row = await tx
    .insertInto('money_accounts')
    .values(account)
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export async function updateAccount(
  tx: Tx,
  id: string,
  { default_for: _methods, ...changes }: MoneyAccountChanges,
): Promise<void> {
  if (Object.keys(changes).length === 0) return
  await tx.updateTable('money_accounts').set(changes).where('id', '=', id).execute()
}

/** Makes an account the default of these methods, and of no others. */
export async function setDefaults(tx: Tx, accountId: string, methods: MoneyAccount['default_for']): Promise<void> {
  await tx.deleteFrom('method_accounts').where('account_id', '=', accountId).execute()
  await sql`
    insert into method_accounts (method, account_id) select m, ${accountId}::uuid from unnest(${textArray([...new Set(methods)])}::text[]) m
    on conflict (company_id, method) do update set account_id = excluded.account_id`.execute(tx)
}

/**
 * The account that a payment or refund names, or the default one of its method; null without both. Throws a Refusal on `field` when the
 * named one does not exist or is not active.
 */
export async function receivingAccount(
  tx: Tx,
  { account_id, method }: { account_id?: string | undefined; method: MoneyAccount['default_for'][number] },
  field: string,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select a.id from money_accounts a
    where a.company_id = (select current_company()) and a.is_active and a.kind <> 'gateway' and a.id = coalesce(${account_id ?? null}::uuid,
      (select m.account_id from method_accounts m where m.company_id = (select current_company()) and m.method = ${method}))`.execute(
    tx,
  )
  if (rows[0] === undefined && account_id !== undefined) {
    throw refuseField('not_found', field, 'Esa cuenta no existe o está inactiva: elige otra')
  }
  return rows[0]?.id ?? null
}

/** The account of the online payments. The first payment creates it. */
export async function gatewayAccount(tx: Tx): Promise<string> {
  const find = () => tx.selectFrom('money_accounts').select('id').where('kind', '=', 'gateway').executeTakeFirst()
  const found = await find()
  if (found) return found.id
  await tx
    .insertInto('money_accounts')
    .values({ name: GATEWAY_ACCOUNT_NAME, kind: 'gateway' })
    .onConflict((on) => on.doNothing())
    .execute()
  const made = await find()
  if (!made) throw new Error('the account of the gateway does not exist after it was inserted')
  return made.id
}
