import { randomBytes } from 'node:crypto'
import type { Environment } from '#domain/core/environment.ts'
import { notFound, Refusal, refuseField } from '#domain/core/refusal.ts'
import { factusApi } from '#domain/integrations/api.ts'
import type { Credentials, FactusCredentials } from '#domain/integrations/credentials.ts'
import { EVENTS_SHOWN, type FactusListed } from '#domain/integrations/integration.ts'
import type { Ctx } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import type { Answer } from '#server/providers/factus/answer.ts'
import type { Factus, FactusRange } from '#server/providers/factus/client.ts'
import { type FactusAccount, factusOn } from './account.ts'
import { factusProblem, otherCompanyProblem, wrongEnvironment } from './factus-problems.ts'
import { factusConnectionOf, ownCompany, readIntegrations } from './integrations.ts'
import { decryptFactusKeys, encryptFactusKeys } from './keys.ts'
import {
  listConnections,
  type StoredConnection,
  saveKeys,
  saveProblem,
  saveTest,
  switchOff,
  updateFlag,
} from './queries.ts'
import { chooseRange, getRange } from './range-queries.ts'
import { rangeOf, readRanges, writeRanges } from './ranges.ts'

export const factus = implement(factusApi, {
  saveFactus: async (ctx, { body }) => {
    const data = await ctx.tx(async (tx) => {
      const { id } = await ownCompany(tx)
      // The flag stays until the test: what is issued meanwhile waits in the queue, and has its document.
      const saved = await writeFactusKeys(tx, ctx.world.config.secret, id, body.credentials, ctx.actor.name)
      await tx.record('credentials.saved', {
        entity_id: id,
        after: { provider: 'factus', environment: saved.environment, last_four: saved.last_four },
      })
      return saved
    })
    return { data, message: 'Guardamos las credenciales. Pruébalas para encender la facturación electrónica' }
  },

  testFactus: async (ctx, { body: { environment } }) => {
    const { company, stored } = await ctx.tx(async (tx) => ({
      company: await ownCompany(tx),
      stored: await getConnection(tx, environment),
    }))
    // Between two transactions: the provider may take twenty seconds, and no row is locked while waiting.
    const { problem, isRefused, ranges } = await testKeys(ctx, company, stored)
    return ctx.tx(async (tx) => {
      const isOther = (await listConnections(tx, 'factus')).some((one) => one.environment !== environment && one.is_on)
      const isOn = problem === null ? !isOther : stored.is_on && !isRefused
      if (!(await saveTest(tx, 'factus', stored, { problem, is_on: isOn }))) throw keysChanged()
      if (problem === null) await writeRanges(tx, ctx.world.config.secret, environment, ranges, ctx.today)
      const before = await ownCompany(tx)
      // Without an answer the flag stays: what is issued waits in the queue.
      if (problem === null || isRefused) await updateFlag(tx, 'factus')
      await tx.record('integration.tested', {
        entity_id: company.id,
        after: { provider: 'factus', environment, problem },
      })
      const data = factusConnectionOf(await getConnection(tx, environment))
      if (problem === null) return { data, message: isOther ? STILL_OTHER[environment] : ACCEPTED }
      const isStopped = before.is_factus_integration && !(await ownCompany(tx)).is_factus_integration
      return { data, message: isStopped ? `${problem}. ${STOPPED}` : problem }
    })
  },

  stopFactus: (ctx) =>
    ctx.tx(async (tx) => {
      const { id } = await ownCompany(tx)
      await switchOff(tx, 'factus')
      await updateFlag(tx, 'factus')
      await tx.record('integration.stopped', { entity_id: id, after: { provider: 'factus' } })
      return { data: await readIntegrations(ctx, tx), message: 'Apagamos la facturación electrónica' }
    }),

  factusEvents: async (ctx) => {
    const account = await ctx.tx(async (tx) => {
      await ownCompany(tx)
      return factusOn(ctx.world, tx)
    })
    return { data: account === null ? { documents: [], problem: null } : await listDocuments(account.factus) }
  },

  ranges: (ctx) =>
    ctx.tx(async (tx) => {
      await ownCompany(tx)
      return { data: await readRanges(tx, ctx.today) }
    }),

  chooseRange: (ctx, { params }) =>
    ctx.tx(async (tx) => {
      const { id } = await ownCompany(tx)
      const stored = await getRange(tx, params.id)
      if (!stored) throw notFound('Ese rango no existe')
      if (stored.provider === 'ubl_file')
        throw new Refusal('conflict', 'Los rangos de Archivo UBL se cambian allá, con «Cambiar numeración»')
      const { state, problem } = rangeOf(stored, ctx.today)
      if (state === 'blocked') throw new Refusal('refused', problem ?? 'Ese rango no se puede usar')
      await chooseRange(tx, stored)
      await tx.record('numbering_range.chosen', {
        entity_id: id,
        after: { environment: stored.environment, document: stored.document, prefix: stored.prefix },
      })
      return { data: await readRanges(tx, ctx.today), message: `Los documentos se numeran ahora con ${stored.prefix}` }
    }),
})

const ACCEPTED = 'Factus aceptó las credenciales: la facturación electrónica está encendida'
const STOPPED = 'La facturación electrónica quedó apagada'
/** A test changes the environment of no company: a document may be waiting for its answer in the other one. */
const STILL_OTHER: Readonly<Record<Environment, string>> = {
  test: 'Factus aceptó las credenciales. Producción sigue encendida: para usar Pruebas, apágala y prueba de nuevo',
  production:
    'Factus aceptó las credenciales. Pruebas sigue encendido: para usar Producción, apágalo y prueba de nuevo',
}

const keysChanged = (): Refusal =>
  new Refusal('conflict', 'Las credenciales cambiaron mientras se probaban: pruébalas de nuevo')

async function getConnection(tx: Tx, environment: Environment): Promise<StoredConnection> {
  const stored = (await listConnections(tx, 'factus')).find((connection) => connection.environment === environment)
  if (!stored) throw refuseField('not_found', 'environment', 'Todavía no hay credenciales de ese ambiente')
  return stored
}

/** The last characters identify a key only when the rest is longer; of the password nothing is kept legible. */
const LAST_FOUR_MIN = 12
const lastFour = (value: string): string => (value.length < LAST_FOUR_MIN ? '' : value.slice(-4))

/** Encrypts and writes the credentials, off until they are tested. */
export async function writeFactusKeys(
  tx: Tx,
  secret: Buffer,
  companyId: string,
  { environment, ...keys }: FactusCredentials,
  set_by: string,
): Promise<Credentials> {
  const last_four = {
    user: lastFour(keys.user),
    client_id: lastFour(keys.client_id),
    client_secret: lastFour(keys.client_secret),
  }
  const set_at = await saveKeys(tx, {
    provider: 'factus',
    environment,
    sealed: encryptFactusKeys(secret, companyId, environment, keys),
    last_four,
    endpoint_key: randomBytes(32).toString('base64url'),
    set_by,
  })
  return { provider: 'factus', environment, last_four, set_at: set_at.toISOString() }
}

/** Turns an account of another company off: nothing more is issued with its NIT. */
export async function stopOtherCompany(tx: Tx, environment: Environment, problem: string): Promise<void> {
  await switchOff(tx, 'factus')
  await saveProblem(tx, 'factus', environment, problem)
  await updateFlag(tx, 'factus')
  await tx.record('integration.stopped', { entity_id: tx.scope.companyId, after: { provider: 'factus', problem } })
}

type Tested = { problem: string | null; isRefused: boolean; ranges: FactusRange[] }

/** A token and the numbering ranges. `isRefused`: Factus does not accept the credentials, which turns the connection off. */
async function testKeys({ world }: Ctx, { id, nit }: Company, stored: StoredConnection): Promise<Tested> {
  const keys = decryptFactusKeys(world.config.secret, id, stored.environment, stored.sealed)
  if (keys === null) {
    const problem = 'Las credenciales guardadas no se pueden abrir con el secreto de este servidor: guárdalas de nuevo'
    return { problem, isRefused: false, ranges: [] }
  }
  const account = world.factus(stored.environment, keys)
  const answer = await account.numberingRanges()
  if (answer.kind === 'ok') {
    const other = await findOtherCompany(account, { environment: stored.environment, nit })
    if (other !== null) return { problem: other, isRefused: true, ranges: [] }
    return { problem: rangesProblem(answer.data), isRefused: false, ranges: answer.data }
  }
  if (answer.kind === 'unauthorized') {
    const other = stored.environment === 'test' ? 'production' : 'test'
    // Credentials have no prefix: only the other environment can say that they are its own.
    const there = await world.factus(other, keys).numberingRanges()
    if (there.kind === 'ok') return { problem: wrongEnvironment(other), isRefused: true, ranges: [] }
  }
  const isRefused = answer.kind === 'unauthorized' && answer.reason !== 'token'
  return { problem: factusProblem(answer), isRefused, ranges: [] }
}

type Company = { id: string; nit: string }

/** The last document of an account names who issues with it. Null when it is the company, and when there is no document to read. */
async function findOtherCompany(
  account: Factus,
  own: Pick<FactusAccount, 'environment' | 'nit'>,
): Promise<string | null> {
  if (own.environment === 'test') return null
  const listed = await account.list('invoice', { is_validated: true })
  const number = listed.kind === 'ok' ? listed.data.rows[0]?.number : null
  const last = number == null ? null : await account.get('invoice', number)
  return last?.kind === 'ok' ? otherCompanyProblem(own, last.data) : null
}

const rangesProblem = (ranges: readonly FactusRange[]): string | null =>
  ranges.length === 0
    ? 'Factus aceptó las credenciales, pero la cuenta no tiene rangos de numeración: créalos en Factus y prueba de nuevo'
    : null

/** The last documents of the account, invoices first. */
async function listDocuments(account: Factus): Promise<{ documents: FactusListed[]; problem: string | null }> {
  const lists = await Promise.all([account.list('invoice', {}), account.list('credit_note', {})])
  const failed = lists.find((answer): answer is Exclude<Answer<never>, { kind: 'ok' }> => answer.kind !== 'ok')
  if (failed) return { documents: [], problem: factusProblem(failed) }
  const documents = lists.flatMap((answer, index) =>
    answer.kind === 'ok'
      ? answer.data.rows.slice(0, EVENTS_SHOWN).map(({ reference, number, is_validated, created_at, problems }) => ({
          document: index === 0 ? ('invoice' as const) : ('credit_note' as const),
          reference,
          number,
          is_validated,
          problem: problems.find(({ severity }) => severity !== 'notification')?.message ?? null,
          created_at,
        }))
      : [],
  )
  return { documents, problem: null }
}
