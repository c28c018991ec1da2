import { randomBytes } from 'node:crypto'
import type { Environment } from '#domain/core/environment.ts'
import { notFound, Refusal, refuseField } from '#domain/core/refusal.ts'
import { integrationApi } from '#domain/integrations/api.ts'
import type { Credentials, WompiCredentials } from '#domain/integrations/credentials.ts'
import {
  type Connection,
  EVENTS_SHOWN,
  type FactusConnection,
  type Integrations,
} from '#domain/integrations/integration.ts'
import { methodsOfAccount, PROVIDER_TYPES } from '#domain/integrations/online-method.ts'
import { type Ctx, inPlatformTx, type World } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import { checkKeys } from './check-keys.ts'
import { encryptKeys } from './keys.ts'
import {
  getCompany,
  getEndpointOf,
  listConnections,
  listEvents,
  type StoredConnection,
  saveKeys,
  savePage,
  saveTest,
  switchOff,
  updateFlag,
} from './queries.ts'

export const integrations = implement(integrationApi, {
  get: (ctx) => ctx.tx(async (tx) => ({ data: await readIntegrations(ctx, tx) })),

  saveWompi: async (ctx, { body }) => {
    const data = await ctx.tx(async (tx) => {
      const { id } = await ownCompany(tx)
      const saved = await writeKeys(tx, ctx.world.config.secret, id, body.credentials, ctx.actor.name)
      await updateFlag(tx, 'wompi')
      await tx.record('credentials.saved', {
        entity_id: id,
        after: { provider: 'wompi', environment: saved.environment, last_four: saved.last_four },
      })
      return saved
    })
    return { data, message: 'Guardamos las llaves. Pruébalas para encender los pagos en línea' }
  },

  testWompi: async (ctx, { body }) => {
    const { id, stored } = await ctx.tx(async (tx) => {
      const company = await ownCompany(tx)
      return { id: company.id, stored: await getConnection(tx, body.environment) }
    })
    // Between two transactions: the provider may take ten seconds, and no row is locked while waiting.
    const { problem, isAnswered, methods } = await checkKeys(ctx.world, id, stored)
    const data = await ctx.tx(async (tx) => {
      const isOn = isAnswered ? problem === null : stored.is_on
      const result = { problem, is_on: isOn, ...(methods && { methods }) }
      if (!(await saveTest(tx, 'wompi', stored, result))) throw keysChanged()
      await updateFlag(tx, 'wompi')
      await tx.record('integration.tested', {
        entity_id: id,
        after: { provider: 'wompi', environment: body.environment, problem },
      })
      return connectionOf(ctx, await getConnection(tx, body.environment))
    })
    return { data, message: problem ?? 'Wompi aceptó las llaves: los pagos en línea están encendidos' }
  },

  offerPage: (ctx, { body: { environment, is_offered } }) =>
    ctx.tx(async (tx) => {
      const { id } = await ownCompany(tx)
      const { has_page } = await getConnection(tx, environment)
      if (has_page !== is_offered) {
        await savePage(tx, environment, is_offered)
        await tx.record('integration.page_offered', {
          entity_id: id,
          before: { is_offered: has_page },
          after: { is_offered, environment },
        })
      }
      const data = connectionOf(ctx, await getConnection(tx, environment))
      return { data, message: is_offered ? 'Ahora se ofrece la página de Wompi' : 'Ya no se ofrece la página de Wompi' }
    }),

  events: (ctx) =>
    ctx.tx(async (tx) => {
      await ownCompany(tx)
      const events = await listEvents(tx, EVENTS_SHOWN)
      return { data: events.map((event) => ({ ...event, received_at: event.received_at.toISOString() })) }
    }),

  stopWompi: (ctx) =>
    ctx.tx(async (tx) => {
      const { id } = await ownCompany(tx)
      await switchOff(tx, 'wompi')
      await updateFlag(tx, 'wompi')
      await tx.record('integration.stopped', { entity_id: id, after: { provider: 'wompi' } })
      return { data: await readIntegrations(ctx, tx), message: 'Apagamos los pagos en línea' }
    }),
})

const keysChanged = (): Refusal =>
  new Refusal('conflict', 'Las llaves cambiaron mientras se probaban: pruébalas de nuevo')

/** The company of the transaction. */
export async function ownCompany(tx: Tx) {
  const company = await getCompany(tx)
  if (!company) throw notFound('Esa empresa no existe')
  return company
}

/** The connections of the company to every provider. */
export async function readIntegrations(ctx: Ctx, tx: Tx): Promise<Integrations> {
  const { id, name, ...flags } = await ownCompany(tx)
  const wompi = (await listConnections(tx, 'wompi')).map((stored) => connectionOf(ctx, stored))
  const factus = (await listConnections(tx, 'factus')).map(factusConnectionOf)
  return { company: { id, name }, wompi, factus, ...flags }
}

async function getConnection(tx: Tx, environment: Environment): Promise<StoredConnection> {
  const stored = (await listConnections(tx, 'wompi')).find((connection) => connection.environment === environment)
  if (!stored) throw refuseField('not_found', 'environment', 'Todavía no hay llaves de ese ambiente')
  return stored
}

/** The credentials of Factus as a reply shows them. */
export const factusConnectionOf = ({
  sealed: _sealed,
  endpoint_key: _address,
  methods: _methods,
  has_page: _page,
  ...stored
}: StoredConnection): FactusConnection => ({
  ...stored,
  set_at: stored.set_at.toISOString(),
  tested_at: stored.tested_at?.toISOString() ?? null,
})

const connectionOf = (ctx: Ctx, { sealed: _sealed, endpoint_key, ...stored }: StoredConnection): Connection => ({
  ...stored,
  set_at: stored.set_at.toISOString(),
  tested_at: stored.tested_at?.toISOString() ?? null,
  events_url: `${ctx.world.config.publicUrl}/api/webhook/wompi/${endpoint_key}`,
})

async function writeKeys(
  tx: Tx,
  secret: Buffer,
  companyId: string,
  { environment, ...keys }: WompiCredentials,
  set_by: string,
): Promise<Credentials> {
  const last_four = Object.fromEntries(Object.entries(keys).map(([name, key]) => [name, key.slice(-4)]))
  const set_at = await saveKeys(tx, {
    provider: 'wompi',
    environment,
    sealed: encryptKeys(secret, companyId, environment, keys),
    last_four,
    endpoint_key: randomBytes(32).toString('base64url'),
    set_by,
  })
  return { provider: 'wompi', environment, last_four, set_at: set_at.toISOString() }
}

/** Connects a company of the demo. The simulator needs no test call. */
export async function connectDemo(tx: Tx, secret: Buffer, keys: WompiCredentials): Promise<void> {
  await writeKeys(tx, secret, tx.scope.companyId, keys, 'La demostración')
  const [stored] = await listConnections(tx, 'wompi')
  const methods = methodsOfAccount(Object.values(PROVIDER_TYPES)) ?? []
  if (stored) {
    await saveTest(tx, 'wompi', stored, { problem: null, is_on: true, methods })
    await savePage(tx, stored.environment, true)
  }
  await updateFlag(tx, 'wompi')
}

/** The address where the simulator sends the events of a demo company, by its name. Null when it is not connected. */
export async function demoEventsUrl(world: World, name: string): Promise<string | null> {
  const endpoint = await inPlatformTx(world, (tx) => getEndpointOf(tx, name))
  return endpoint ? `${world.config.publicUrl}/api/webhook/wompi/${endpoint.endpoint_key}` : null
}
