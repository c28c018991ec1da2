import { hash } from 'node:crypto'
import * as z from 'zod/mini'
import type { WebhookBody } from '#domain/core/api.ts'
import type { Environment } from '#domain/core/environment.ts'
import { notFound } from '#domain/core/refusal.ts'
import { webhookApi } from '#domain/payments/webhook-api.ts'
import type { PublicCtx } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import { decryptKeys } from '#server/integrations/keys.ts'
import { getByEndpoint, insertProviderEvent } from '#server/integrations/queries.ts'
import { readEvent } from '#server/providers/wompi/signature.ts'
import { openCase } from './cases.ts'

const Told = z.looseObject({
  transaction: z.optional(
    z.looseObject({ id: z.optional(z.string()), status: z.optional(z.string()), reference: z.optional(z.string()) }),
  ),
})

/** Of the two words that the provider has for our two environments. */
const ENVIRONMENTS = { test: 'test', production: 'prod' } as const

export const webhooks = implement(webhookApi, {
  receive: async (ctx, { params, body }) => {
    await receiveEvent(ctx, params.endpoint_key, body)
    return { message: 'Recibido' }
  },
})

/**
 * Keeps what came to a company's address and says whether it can be believed. What it says is never applied from here: whoever
 * applies it asks the provider again. An address that is nobody's reads like what is not there.
 */
async function receiveEvent(ctx: PublicCtx, endpointKey: string, { event, signature }: WebhookBody): Promise<void> {
  await ctx.platform(async (tx) => {
    const found = await getByEndpoint(tx, endpointKey)
    if (!found) throw notFound()
    const body = JSON.stringify(event ?? null)
    const keys = decryptKeys(ctx.world.config.secret, found.company_id, found.environment, found.sealed)
    const read = keys === null ? { problem: 'keys' as const } : readEvent(event, keys.event_key, signature)
    const isElsewhere = 'event' in read && (read.event.environment ?? 'test') !== ENVIRONMENTS[found.environment]
    const problem = 'problem' in read ? read.problem : isElsewhere ? 'environment' : null
    const told = 'event' in read ? z.safeParse(Told, read.event.data) : null
    const transaction = told?.success ? told.data.transaction : undefined
    const { id, copies } = await insertProviderEvent(tx, {
      company_id: found.company_id,
      environment: found.environment,
      digest: hash('sha256', body, 'buffer'),
      body,
      verdict: problem === null ? 'authentic' : 'unverified',
      problem,
      outcome: problem === null ? null : 'quarantined',
      settled_at: problem === null ? null : ctx.now,
      name: storable('event' in read ? read.event.event : undefined),
      transaction_id: storable(transaction?.id),
      status: storable(transaction?.status),
      reference: storable(transaction?.reference),
    })
    if (copies > 1) return
    await (problem === null ? enqueueEvent(tx, found.company_id, id) : openForged(tx, found))
    await tx.record('provider_event.received', {
      company_id: found.company_id,
      after: {
        provider: 'wompi',
        status: storable(transaction?.status),
        reference: storable(transaction?.reference),
        problem,
      },
      actor: { id: null, name: 'Wompi', role: 'system' },
    })
  })
}

const enqueueEvent = (tx: Tx, company_id: string, event_id: string): Promise<void> =>
  tx.enqueue('payment.event', { company_id, event_id }, { jobKey: `payment.event:${event_id}` })

const openForged = (
  tx: Tx,
  { company_id, environment }: { company_id: string; environment: Environment },
): Promise<void> =>
  openCase(tx, {
    kind: 'forged',
    subject: environment,
    company_id,
    says: 'Llegan avisos de pago que Wompi no firmó: no se aplican. Revisa el secreto de eventos en Integraciones.',
  })

const TEXT_MAX = 255

/** What the database can hold of a text that anybody may have sent. */
const storable = (text: string | undefined): string | null =>
  text === undefined ? null : text.toWellFormed().replaceAll('\0', '').slice(0, TEXT_MAX)
