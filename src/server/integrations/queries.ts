import { sql } from 'kysely'
import type { Environment } from '#domain/core/environment.ts'
import type { ProviderEvent } from '#domain/integrations/integration.ts'
import type { OnlineMethod } from '#domain/integrations/online-method.ts'
import { setIntegration } from '#server/companies/queries.ts'
import type { Tx } from '#server/core/tx.ts'
import type { CredentialsProvider, ProviderEventsVerdict } from '#server/db/types.ts'

export type StoredConnection = {
  environment: Environment
  sealed: Buffer
  last_four: Record<string, string>
  endpoint_key: string
  set_by: string
  set_at: Date
  tested_at: Date | null
  problem: string | null
  is_on: boolean
  /** The methods of the account at Wompi. Null while Wompi was not asked with these keys. */
  methods: OnlineMethod[] | null
  /** The company offers the page of Wompi, beside those methods. */
  has_page: boolean
}

export const getCompany = (tx: Tx) =>
  tx
    .selectFrom('companies')
    .select(['id', 'name', 'nit', 'is_wompi_integration', 'is_factus_integration'])
    .where('kind', '=', 'provider')
    .executeTakeFirst()

export async function listConnections(tx: Tx, provider: CredentialsProvider): Promise<StoredConnection[]> {
  const { rows } = await sql<StoredConnection>`
    select environment, sealed, last_four, endpoint_key, set_by, set_at, tested_at, problem, is_on, methods, has_page from credentials
    where company_id = (select current_company()) and provider = ${provider} order by environment desc`.execute(tx)
  return rows
}

const COMPANIES_MAX = 10_000

/** The companies that are not closed and whose connection to a provider is on. */
export async function listCompaniesOn(tx: Tx, provider: CredentialsProvider): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select k.id from companies k join credentials c on c.company_id = k.id
    where c.provider = ${provider} and c.is_on and k.status <> 'closed' order by k.id limit ${COMPANIES_MAX}`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

/** The company of an endpoint key, and the encrypted keys of its events. */
export async function getCompanyByEndpoint(
  tx: Tx,
  endpointKey: string,
): Promise<{ company_id: string; environment: Environment; sealed: Buffer } | undefined> {
  const { rows } = await sql<{ company_id: string; environment: Environment; sealed: Buffer }>`
    select c.company_id, c.environment, c.sealed from credentials c join companies k on k.id = c.company_id
    where c.endpoint_key = ${endpointKey} and c.provider = 'wompi' and k.status <> 'closed'`.execute(tx)
  return rows[0]
}

/** The last part of the address of the events of every company that may receive them. */
export async function listEndpoints(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ endpoint_key: string }>`
    select c.endpoint_key from credentials c join companies k on k.id = c.company_id
    where c.provider = 'wompi' and k.status <> 'closed'`.execute(tx)
  return rows.map(({ endpoint_key }) => endpoint_key)
}

export const getCompanyNamed = (tx: Tx, name: string) =>
  tx.selectFrom('companies').select('id').where('name', '=', name).where('kind', '=', 'provider').executeTakeFirst()

export const getEndpointOf = (tx: Tx, name: string) =>
  tx
    .selectFrom('credentials as c')
    .innerJoin('companies as k', 'k.id', 'c.company_id')
    .select('c.endpoint_key')
    .where('k.name', '=', name)
    .where('c.provider', '=', 'wompi')
    .where('c.environment', '=', 'test')
    .executeTakeFirst()

export type NewProviderEvent = {
  company_id: string
  environment: Environment
  digest: Buffer
  body: string
  verdict: ProviderEventsVerdict
  problem: string | null
  /** An event that is not verified is settled when it arrives. */
  outcome: 'quarantined' | null
  settled_at: Date | null
  name: string | null
  transaction_id: string | null
  status: string | null
  reference: string | null
}

/** The unverified events of a company in the last day. */
export async function countUnverified(tx: Tx, companyId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from provider_events
    where company_id = ${companyId} and verdict = 'unverified' and received_at > now() - interval '1 day'`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Inserts an event, or counts one more copy of a stored one. Returns its id and its copies. */
export async function insertProviderEvent(tx: Tx, event: NewProviderEvent): Promise<{ id: string; copies: number }> {
  return tx
    .insertInto('provider_events')
    .values({ provider: 'wompi', ...event })
    .onConflict((on) =>
      on
        .columns(['company_id', 'provider', 'environment', 'digest'])
        .doUpdateSet({ copies: sql<number>`provider_events.copies + 1` }),
    )
    .returning(['id', 'copies'])
    .executeTakeFirstOrThrow()
}

export async function listEvents(tx: Tx, count: number) {
  const { rows } = await sql<Omit<ProviderEvent, 'received_at'> & { received_at: Date }>`
    select id, environment, verdict, problem, status, reference, copies, outcome, received_at from provider_events
    where company_id = (select current_company()) and provider = 'wompi' order by id desc limit ${count}`.execute(tx)
  return rows
}

type StoredKeys = {
  provider: CredentialsProvider
  environment: Environment
  sealed: Buffer
  last_four: Record<string, string>
  endpoint_key: string
  set_by: string
}

/** Writes the keys of an environment, off until they are tested. The endpoint key of the events does not change. */
export async function saveKeys(tx: Tx, keys: StoredKeys): Promise<Date> {
  const { set_at } = await tx
    .insertInto('credentials')
    .values({ ...keys, last_four: JSON.stringify(keys.last_four) })
    .onConflict((on) =>
      on.columns(['company_id', 'provider', 'environment']).doUpdateSet({
        sealed: keys.sealed,
        last_four: JSON.stringify(keys.last_four),
        set_by: keys.set_by,
        set_at: sql<Date>`clock_timestamp()`,
        tested_at: null,
        problem: null,
        is_on: false,
        methods: null,
      }),
    )
    .returning('set_at')
    .executeTakeFirstOrThrow()
  return set_at
}

/** Writes the result of a test. False when the keys changed since the test began. */
export async function saveTest(
  tx: Tx,
  provider: CredentialsProvider,
  tested: { environment: Environment; sealed: Buffer },
  result: { problem: string | null; is_on: boolean; methods?: OnlineMethod[] },
): Promise<boolean> {
  if (result.is_on) await switchOff(tx, provider)
  const { numUpdatedRows } = await tx
    .updateTable('credentials')
    .set({ ...result, tested_at: sql<Date>`clock_timestamp()` })
    .where('provider', '=', provider)
    .where('environment', '=', tested.environment)
    .where('sealed', '=', tested.sealed)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Writes why a connection does not serve, outside a test. */
export async function saveProblem(
  tx: Tx,
  provider: CredentialsProvider,
  environment: Environment,
  problem: string,
): Promise<void> {
  await tx
    .updateTable('credentials')
    .set({ problem })
    .where('provider', '=', provider)
    .where('environment', '=', environment)
    .execute()
}

/** Writes whether the company offers the page of Wompi in an environment. False without keys of it. */
export async function savePage(tx: Tx, environment: Environment, has_page: boolean): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('credentials')
    .set({ has_page })
    .where('provider', '=', 'wompi')
    .where('environment', '=', environment)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export async function switchOff(tx: Tx, provider: CredentialsProvider): Promise<void> {
  await tx.updateTable('credentials').set({ is_on: false }).where('provider', '=', provider).execute()
}

/** Updates the flag of the menu and the guard: whether any environment of the provider is on. */
export async function updateFlag(tx: Tx, provider: CredentialsProvider): Promise<void> {
  const on = await tx
    .selectFrom('credentials')
    .select('provider')
    .where('provider', '=', provider)
    .where('is_on', '=', true)
    .executeTakeFirst()
  await setIntegration(tx, provider, on !== undefined)
}
