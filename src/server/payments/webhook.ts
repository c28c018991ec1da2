import { hash } from 'node:crypto'
import * as z from 'zod/mini'
import type { WebhookBody } from '#domain/core/api.ts'
import { dayOf } from '#domain/core/days.ts'
import type { Environment } from '#domain/core/environment.ts'
import { notFound } from '#domain/core/refusal.ts'
import { storable } from '#domain/core/storable.ts'
import { webhookApi } from '#domain/payments/webhook-api.ts'
import { type PublicCtx, readInPlatformTx, type World } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import { decryptKeys } from '#server/integrations/keys.ts'
import {
  countUnverified,
  getCompanyByEndpoint,
  insertProviderEvent,
  listEndpoints,
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
  receive: async (ctx, { params, body }) => {
    const copies = await receiveEvent(ctx, params.endpoint_key, body)
    return { data: { copies }, message: 'Recibido' }
  },
}).map((route) => ({ ...route, listAddresses }))

function listAddresses(world: World): Promise<string[]> {
  return readInPlatformTx(world, listEndpoints)
}

/**
 * Stores an event with the verdict of its signature; returns how many times it has arrived. Its content is never applied: the job
 * reads the transaction from the provider. Throws a Refusal 'not_found' for an address of no company.
 */
async function receiveEvent(ctx: PublicCtx, endpointKey: string, { event, signature }: WebhookBody): Promise<number> {
  return ctx.platform(async (tx) => {
    const credentials = await getCompanyByEndpoint(tx, endpointKey)
    if (!credentials) throw notFound()
    const body = JSON.stringify(event ?? null)
    const keys = decryptKeys(
      ctx.world.config.secret,
      credentials.company_id,
      credentials.environment,
      credentials.sealed,
    )
    const parsed = keys === null ? { problem: 'keys' as const } : readEvent(event, keys.event_key, signature)
    const isOtherEnvironment =
      'event' in parsed && (parsed.event.environment ?? 'test') !== ENVIRONMENTS[credentials.environment]
    const problem = 'problem' in parsed ? parsed.problem : isOtherEnvironment ? 'environment' : null
    // Anyone with the address can send junk: from here on it is one row for each day and problem, without its text.
    const isJunk = problem !== null && (await countUnverified(tx, credentials.company_id)) >= UNVERIFIED_MAX
    const data = 'event' in parsed ? z.safeParse(EventData, parsed.event.data) : null
    const transaction = data?.success ? data.data.transaction : undefined
    const { id, copies } = await insertProviderEvent(tx, {
      company_id: credentials.company_id,
      environment: credentials.environment,
      digest: hash('sha256', isJunk ? `junk of ${dayOf(ctx.now)}: ${problem}` : body, 'buffer'),
      body: isJunk ? '' : body,
      verdict: problem === null ? 'authentic' : 'unverified',
      problem,
      outcome: problem === null ? null : 'quarantined',
      settled_at: problem === null ? null : ctx.now,
      name: storableText('event' in parsed ? parsed.event.event : undefined),
      transaction_id: storableText(transaction?.id),
      status: storableText(transaction?.status),
      reference: storableText(transaction?.reference),
    })
    if (copies > 1) return copies
    const follow = problem === null ? enqueueEvent(tx, credentials.company_id, id) : openForgedCase(tx, credentials)
    const record = tx.record('provider_event.received', {
      company_id: credentials.company_id,
      after: {
        provider: 'wompi',
        status: storableText(transaction?.status),
        reference: storableText(transaction?.reference),
        problem,
      },
      actor: { id: null, name: 'Wompi', role: 'system' },
    })
    await Promise.all([follow, record])
    return copies
  })
}

const enqueueEvent = (tx: Tx, company_id: string, event_id: string): Promise<void> =>
  tx.enqueue('payment.event', { company_id, event_id }, { jobKey: `payment.event:${event_id}` })

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
