import type { Environment } from '#domain/core/environment.ts'
import { Refusal } from '#domain/core/refusal.ts'
import type { Acceptance, Bank } from '#domain/payments/online.ts'
import type { Ctx, World } from '#server/core/context.ts'
import { type Account, accountOn } from '#server/integrations/account.ts'

/** How long the list of banks is good for: it is the same for every company, and changes a few times a year. */
const BANKS_LIVE_MS = 3_600_000
const known = new WeakMap<World, Map<Environment, { at: number; banks: Bank[] }>>()

/** The banks of PSE, by name. The last list that came is given when the provider does not answer. */
export async function listBanks(ctx: Ctx): Promise<Bank[]> {
  const { environment, wompi } = await connected(ctx)
  const lists = known.get(ctx.world) ?? new Map<Environment, { at: number; banks: Bank[] }>()
  known.set(ctx.world, lists)
  const kept = lists.get(environment)
  if (kept && ctx.now.getTime() - kept.at < BANKS_LIVE_MS) return kept.banks
  const read = await wompi.banks()
  if (!read.ok) {
    if (kept) return kept.banks
    throw away()
  }
  const banks = read.value
    .map((bank) => ({ code: bank.financial_institution_code, name: bank.financial_institution_name }))
    // The list of the banks' network begins with a line that is none: 'A continuación seleccione su banco'.
    .filter((bank) => bank.code !== '0')
    .toSorted((a, b) => a.name.localeCompare(b.name, 'es'))
  lists.set(environment, { at: ctx.now.getTime(), banks })
  return banks
}

/** Where the two documents are that a payer accepts. Asked each time: what is accepted is what there is. */
export async function readAcceptance(ctx: Ctx): Promise<Acceptance> {
  const { environment, wompi } = await connected(ctx)
  const read = await wompi.merchant()
  if (!read.ok) throw away()
  return {
    terms_url: read.value.presigned_acceptance.permalink,
    personal_data_url: read.value.presigned_personal_data_auth.permalink,
    acceptance_token: read.value.presigned_acceptance.acceptance_token,
    is_test: environment === 'test',
  }
}

async function connected(ctx: Ctx): Promise<Account> {
  const account = await ctx.tx((tx) => accountOn(ctx.world, tx))
  if (!account) throw new Refusal('refused', 'Tu proveedor no tiene pagos en línea por ahora')
  return account
}

const away = (): Refusal =>
  new Refusal('unavailable', 'Wompi no responde en este momento: intenta en unos minutos', { retryAfterS: 60 })
