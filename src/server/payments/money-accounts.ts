import { notFound, Refusal, refuseField } from '#domain/core/refusal.ts'
import {
  ACCOUNTS_MAX,
  assertAccountChanges,
  GATEWAY_ACCOUNT_NAME,
  type MoneyAccount,
} from '#domain/payments/money-account.ts'
import { moneyAccountApi } from '#domain/payments/money-account-api.ts'
import { sqlState, type Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import { insertAccount, listAccounts, setDefaults, updateAccount } from './money-account-queries.ts'

export const moneyAccounts = implement(moneyAccountApi, {
  list: (ctx) => ctx.tx(async (tx) => ({ data: await listAccounts(tx) })),

  create: (ctx, { body: { account } }) =>
    ctx.tx(async (tx) => {
      await tx.lock('money_accounts')
      if ((await listAccounts(tx)).length >= ACCOUNTS_MAX) {
        throw new Refusal('limit_reached', `Puedes tener hasta ${ACCOUNTS_MAX} cuentas`)
      }
      assertNameFree(account.name)
      const id = await insertAccount(tx, account)
      if (id === undefined) throw duplicateName()
      await setDefaults(tx, id, account.default_for)
      const after = await readAccount(tx, id)
      await tx.record('money_account.created', { entity_id: id, after })
      return { data: after, message: `Agregamos ${after.name}` }
    }),

  update: (ctx, { params, body: { account: changes } }) =>
    ctx.tx(async (tx) => {
      await tx.lock('money_accounts')
      const before = await readAccount(tx, params.id)
      assertAccountChanges(before, changes)
      if (changes.name !== undefined) assertNameFree(changes.name)
      await updateAccount(tx, before.id, changes).catch((error: unknown) => {
        throw sqlState(error) === '23505' ? duplicateName() : error
      })
      if (changes.default_for !== undefined) await setDefaults(tx, before.id, changes.default_for)
      const after = await readAccount(tx, before.id)
      await tx.record('money_account.updated', { entity_id: after.id, before, after })
      return { data: after, message: `Guardamos los cambios de ${after.name}` }
    }),
})

const duplicateName = () => refuseField('duplicate', 'account.name', 'Ya hay una cuenta con ese nombre')

/** The name of the gateway's account, which the first online payment may create later. */
function assertNameFree(name: string): void {
  if (name.toLowerCase() === GATEWAY_ACCOUNT_NAME.toLowerCase()) {
    throw refuseField('duplicate', 'account.name', 'Ese nombre es el de la cuenta de los pagos en línea: usa otro')
  }
}

async function readAccount(tx: Tx, id: string): Promise<MoneyAccount> {
  const account = (await listAccounts(tx)).find((one) => one.id === id)
  if (!account) throw notFound('Esa cuenta no existe')
  return account
}
