import { hash } from 'node:crypto'
import * as z from 'zod/mini'
import type { WebhookBody } from '#domain/core/api.ts'
import { dayOf } from '#domain/core/days.ts'
import type { Environment } from '#domain/core/environment.ts'
import { notFound } from '#domain/core/refusal.ts'
import { storable } from '#domain/core/storable.ts'
import { webhookApi } from '#domain/payments/webhook-api.ts'
import { type AddToBatch, inBatches } from '#server/core/batches.ts'
import { inPlatformTx, readInPlatformTx, type World } from '#server/core/context.ts'
import { isDataError, type Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import { waitForAll } from '#server/core/wait-for-all.ts'
import { decryptKeys } from '#server/integrations/keys.ts'
import {
  countUnverified,
  getCompanyByEndpoint,
  insertProviderEvent,
  listEndpoints,
  type NewProviderEvent,
} from '#server/integrations/queries.ts'
import { readEvent } from '#server/providers/wompi/signature.ts'
import { openCase } from './cases.ts'

const EventData = z.looseObject({
  transaction: z.optional(
    z.looseObject({ id: z.optional(z.string()), status: z.optional(z.string()), reference: z.optional(z.string()) }),
  ),
})

/** The provider's names of the environments. */
const ENVIRONMENTS = { test: 'test', production: 'prod' } as const

export const webhooks = implement(webhookApi, {
  // The events of one address that arrive together share a database transaction.
  receive: async ({ world, now, caller: { ip }, requestId }, { params, body }) => {
    const copies = await batchesOf(world)(params.endpoint_key, { ...body, now, request: { ip, requestId } })
    return { data: { copies }, message: 'Recibido' }
  },
}).map((route) => ({ ...route, listAddresses }))

function listAddresses(world: World): Promise<string[]> {
  return readInPlatformTx(world, listEndpoints)
}

/** An event as it arrived, and what its request adds to the audit log. */
type Received = WebhookBody & { now: Date; request: { ip: string; requestId: string } }

/** An event of an address, with the verdict of its signature. */
type ReadEvent = Pick<NewProviderEvent, 'problem' | 'name' | 'transaction_id' | 'status' | 'reference'> & {
  received: Received
}

/** The most events of a database transaction: the answer to each waits for its end. */
const BATCH_MAX = 25

/** The batches of each process. An address has one batch at a time, and so one connection of the pool. */
const openBatches = new WeakMap<World, AddToBatch<Received, number>>()

function batchesOf(world: World): AddToBatch<Received, number> {
  const existing = openBatches.get(world)
  if (existing) return existing
  const batches = inBatches<Received, number>(
    BATCH_MAX,
    (endpointKey, events) => storeEvents(world, endpointKey, events),
    isDataError,
  )
  openBatches.set(world, batches)
  return batches
}

/**
 * Stores the events of an address with the verdict of their signatures; returns how many times each has arrived. Their content is never
 * applied: the job reads the transactions from the provider. Throws a Refusal 'not_found' for an address of no company.
 */
const storeEvents = (world: World, endpointKey: string, events: readonly Received[]): Promise<number[]> =>
  inPlatformTx(world, async (tx) => {
    const credentials = await getCompanyByEndpoint(tx, endpointKey)
    if (!credentials) throw notFound()
    const { company_id, environment, sealed } = credentials
    const keys = decryptKeys(world.config.secret, company_id, environment, sealed)
    const read = events.map((received) => readReceived(received, environment, keys))
    const isUnverified = read.some(({ problem }) => problem !== null)
    let unverified = isUnverified ? await countUnverified(tx, company_id) : 0
    const rows = read.map((event) => {
      // Anyone with the address can send junk: from here on it is one row for each day and problem, without its text.
      const isJunk = event.problem !== null && unverified >= UNVERIFIED_MAX
      if (event.problem !== null) unverified += 1
      return { event, row: rowOf(event, credentials, isJunk) }
    })
    const stored = await waitForAll(
      rows.map(async ({ event, row }) => ({ event, ...(await insertProviderEvent(tx, row)) })),
    )
    const fresh = stored.filter(({ copies }) => copies === 1)
    const authentic = fresh.filter(({ event }) => event.problem === null)
    await waitForAll([
      enqueueEvents(
        tx,
        company_id,
        authentic.map(({ id }) => id),
      ),
      ...(fresh.length > authentic.length ? [openForgedCase(tx, credentials)] : []),
      ...fresh.map(({ event }) => recordReceived(tx, company_id, event)),
    ])
    return stored.map(({ copies }) => copies)
  })

/** Verifies the signature of an event, and reads what the provider says in it. */
function readReceived(received: Received, environment: Environment, keys: { event_key: string } | null): ReadEvent {
  const parsed =
    keys === null ? { problem: 'keys' as const } : readEvent(received.event, keys.event_key, received.signature)
  const isOtherEnvironment = 'event' in parsed && (parsed.event.environment ?? 'test') !== ENVIRONMENTS[environment]
  const data = 'event' in parsed ? z.safeParse(EventData, parsed.event.data) : null
  const transaction = data?.success ? data.data.transaction : undefined
  return {
    received,
    problem: 'problem' in parsed ? parsed.problem : isOtherEnvironment ? 'environment' : null,
    name: storableText('event' in parsed ? parsed.event.event : undefined),
    transaction_id: storableText(transaction?.id),
    status: storableText(transaction?.status),
    reference: storableText(transaction?.reference),
  }
}

function rowOf(
  { received: { event, now }, ...read }: ReadEvent,
  { company_id, environment }: { company_id: string; environment: Environment },
  isJunk: boolean,
): NewProviderEvent {
  const body = JSON.stringify(event ?? null)
  return {
    ...read,
    company_id,
    environment,
    digest: hash('sha256', isJunk ? `junk of ${dayOf(now)}: ${read.problem}` : body, 'buffer'),
    body: isJunk ? '' : body,
    verdict: read.problem === null ? 'authentic' : 'unverified',
    outcome: read.problem === null ? null : 'quarantined',
    settled_at: read.problem === null ? null : now,
  }
}

const recordReceived = (
  tx: Tx,
  company_id: string,
  { received, status, reference, problem }: ReadEvent,
): Promise<void> =>
  tx.record('provider_event.received', {
    company_id,
    after: { provider: 'wompi', status, reference, problem },
    actor: { id: null, name: 'Wompi', role: 'system' },
    request: received.request,
  })

/** One job for the events that arrived together. */
const enqueueEvents = async (tx: Tx, company_id: string, event_ids: readonly string[]): Promise<void> => {
  const [first] = event_ids
  if (first !== undefined)
    await tx.enqueue('payment.event', { company_id, event_ids }, { jobKey: `payment.event:${first}` })
}

const openForgedCase = (
  tx: Tx,
  { company_id, environment }: { company_id: string; environment: Environment },
): Promise<void> =>
  openCase(tx, {
    kind: 'forged',
    subject: environment,
    company_id,
    says: 'Llegan avisos de pago que Wompi no firmó: no se aplican. Revisa el secreto de eventos en Integraciones.',
  })

/** Unverified events of a company in a day that are stored with their text. */
const UNVERIFIED_MAX = 2_000
const TEXT_MAX = 255

/** A text that any sender may have sent, reduced to what the database can store. */
const storableText = (text: string | undefined): string | null => (text === undefined ? null : storable(text, TEXT_MAX))
