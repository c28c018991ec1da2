import type { Environment } from '#domain/core/environment.ts'
import { isOnlineMethod, type OnlineMethod } from '#domain/integrations/online-method.ts'
import type { World } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import type { Factus } from '#server/providers/factus/client.ts'
import type { SmsSender } from '#server/providers/sms/sender.ts'
import type { Whatsapp } from '#server/providers/whatsapp/client.ts'
import type { Wompi } from '#server/providers/wompi/client.ts'
import { decryptFactusKeys, decryptKeys, decryptSmsKey, decryptWhatsapp } from './keys.ts'
import { getSms } from './sms-queries.ts'
import { getWhatsapp } from './whatsapp-queries.ts'

/**
 * A company's account at Wompi, its environment, its encrypted keys, its public one, and the methods that it had when Wompi was last
 * asked.
 */
export type WompiAccount = {
  companyId: string
  environment: Environment
  public_key: string
  sealed: Buffer
  methods: OnlineMethod[] | null
  /** The company offers the page of Wompi. */
  has_page: boolean
  wompi: Wompi
}

/** The account of the transaction's company that is on. Null when online payments are off, or its keys cannot be decrypted. */
export const accountOn = (world: World, tx: Tx): Promise<WompiAccount | null> => findAccount(world, tx, null)

/** The account in one environment, on or off: pending payments are checked in the environment where they began. */
export const accountIn = (world: World, tx: Tx, environment: Environment): Promise<WompiAccount | null> =>
  findAccount(world, tx, environment)

async function findAccount(world: World, tx: Tx, environment: Environment | null): Promise<WompiAccount | null> {
  const query = tx.selectFrom('credentials').select(['company_id', 'environment', 'sealed', 'methods', 'has_page'])
  const stored = await query
    .where('provider', '=', 'wompi')
    .where((where) => (environment === null ? where('is_on', '=', true) : where('environment', '=', environment)))
    .executeTakeFirst()
  if (!stored) return null
  const storedEnvironment: Environment = stored.environment === 'production' ? 'production' : 'test'
  const keys = decryptKeys(world.config.secret, stored.company_id, storedEnvironment, stored.sealed)
  if (keys === null) return null
  return {
    companyId: stored.company_id,
    environment: storedEnvironment,
    public_key: keys.public_key,
    sealed: stored.sealed,
    methods: stored.methods?.filter(isOnlineMethod) ?? null,
    has_page: stored.has_page,
    wompi: world.wompi(storedEnvironment, keys),
  }
}

/** A company's account at Factus, its environment, and the NIT of the company with its check digit. */
export type FactusAccount = { environment: Environment; factus: Factus; nit: string }

/** The Factus account of the transaction's company that is on. Null when electronic invoices are off, or its keys cannot be decrypted. */
export async function factusOn(world: World, tx: Tx): Promise<FactusAccount | null> {
  const query = tx
    .selectFrom('credentials as c')
    .innerJoin('companies as k', 'k.id', 'c.company_id')
    .select(['c.company_id', 'c.environment', 'c.sealed', 'k.nit'])
  const stored = await query.where('c.provider', '=', 'factus').where('c.is_on', '=', true).executeTakeFirst()
  if (!stored) return null
  const environment: Environment = stored.environment === 'production' ? 'production' : 'test'
  const keys = decryptFactusKeys(world.config.secret, stored.company_id, environment, stored.sealed)
  return keys === null ? null : { environment, factus: world.factus(environment, keys), nit: stored.nit }
}

/** The WhatsApp number of the transaction's company. Null when it is off, or its keys cannot be decrypted. */
export async function whatsappOn(world: World, tx: Tx): Promise<Whatsapp | null> {
  const stored = await getWhatsapp(tx)
  if (!stored?.is_on) return null
  const secrets = decryptWhatsapp(world.config.secret, tx.scope.companyId, stored.sealed)
  return secrets === null ? null : world.whatsapp({ ...stored, token: secrets.token })
}

/** The gateway of text messages of the transaction's company. Null when it is off, or its key cannot be decrypted. */
export async function smsOn(world: World, tx: Tx): Promise<SmsSender | null> {
  const stored = await getSms(tx)
  if (!stored?.is_on) return null
  const key = decryptSmsKey(world.config.secret, tx.scope.companyId, stored.sealed)
  return key === null ? null : world.sms({ url: stored.url, sender: stored.sender, key })
}
