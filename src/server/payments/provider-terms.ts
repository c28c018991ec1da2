import { isDeepStrictEqual } from 'node:util'
import { HOUR_MS } from '#domain/core/durations.ts'
import type { Environment } from '#domain/core/environment.ts'
import { Refusal } from '#domain/core/refusal.ts'
import { methodsOfAccount, type OnlineMethod, offeredMethods } from '#domain/integrations/online-method.ts'
import type { Acceptance, Bank } from '#domain/payments/online.ts'
import type { Ctx, World } from '#server/core/context.ts'
import { inTransaction } from '#server/core/tx.ts'
import { accountOn, type WompiAccount } from '#server/integrations/account.ts'
import { saveMethods } from '#server/integrations/account-methods.ts'
import type { Merchant } from '#server/providers/wompi/shapes.ts'
import { wompiScope } from './apply-status.ts'

/** What these calls need of a context: a transaction of the company. */
type TermsContext = Pick<Ctx, 'world' | 'now' | 'tx'>

/** How long the list of banks is cached: it is the same for every company and changes a few times a year. */
const BANKS_TTL_MS = HOUR_MS
const bankLists = new WeakMap<World, Map<Environment, { at: number; banks: Bank[] }>>()

/** The banks of PSE, by name. Returns the last list when the provider does not answer. */
export async function listBanks(ctx: TermsContext): Promise<Bank[]> {
  const { environment, wompi } = await connectedAccount(ctx)
  const lists = bankLists.get(ctx.world) ?? new Map<Environment, { at: number; banks: Bank[] }>()
  bankLists.set(ctx.world, lists)
  const cached = lists.get(environment)
  if (cached && ctx.now.getTime() - cached.at < BANKS_TTL_MS) return cached.banks
  const answer = await wompi.banks()
  if (!answer.ok) {
    if (cached) return cached.banks
    throw providerUnavailable()
  }
  const banks = answer.value
    .map((bank) => ({ code: bank.financial_institution_code, name: bank.financial_institution_name }))
    // The first entry of the list is not a bank: 'A continuación seleccione su banco'.
    .filter((bank) => bank.code !== '0')
    .toSorted((a, b) => a.name.localeCompare(b.name, 'es'))
  lists.set(environment, { at: ctx.now.getTime(), banks })
  return banks
}

/** The addresses of the two documents that a payer accepts. Read each time, so that the payer accepts the current ones. */
export async function readAcceptance(ctx: TermsContext): Promise<Acceptance> {
  const account = await connectedAccount(ctx)
  const answer = await account.wompi.merchant()
  if (!answer.ok) throw providerUnavailable()
  await rememberMethods(ctx.world, account, answer.value)
  return {
    terms_url: answer.value.presigned_acceptance.permalink,
    personal_data_url: answer.value.presigned_personal_data_auth.permalink,
    acceptance_token: answer.value.presigned_acceptance.acceptance_token,
    is_test: account.environment === 'test',
    cards: {
      url: `${ctx.world.config.wompiUrls[account.environment]}/tokens/cards`,
      public_key: account.public_key,
    },
  }
}

/**
 * Keeps the methods that an account has, as the provider just said, and returns those that are offered. In a transaction of its own: the
 * call may only read, or be refused after it.
 */
export async function rememberMethods(
  world: World,
  account: WompiAccount,
  merchant: Merchant,
): Promise<readonly OnlineMethod[]> {
  const methods = methodsOfAccount(merchant.accepted_payment_methods)
  if (methods === null) return offeredMethods(account.methods, account.has_page)
  if (!isDeepStrictEqual(methods, account.methods))
    await inTransaction(world.pool, 'enlace_app', wompiScope(account.companyId), (tx) =>
      saveMethods(tx, account, methods),
    )
  return offeredMethods(methods, account.has_page)
}

async function connectedAccount(ctx: TermsContext): Promise<WompiAccount> {
  const account = await ctx.tx((tx) => accountOn(ctx.world, tx))
  if (!account) throw new Refusal('refused', 'Tu proveedor no tiene pagos en línea por ahora')
  return account
}

const providerUnavailable = (): Refusal =>
  new Refusal('unavailable', 'Wompi no responde en este momento: intenta en unos minutos', { retryAfterS: 60 })
