import { hash } from 'node:crypto'
import * as z from 'zod/mini'
import type { WebhookBody } from '#domain/core/api.ts'
import { notFound } from '#domain/core/refusal.ts'
import type { PublicCtx } from '#server/core/context.ts'
import { openCase } from '#server/payments/cases.ts'
import { readEvent } from '#server/providers/wompi/signature.ts'
import { openKeys } from './keys.ts'
import { getByEndpoint, keepEvent } from './queries.ts'

const Told = z.looseObject({
  transaction: z.optional(
    z.looseObject({ id: z.optional(z.string()), status: z.optional(z.string()), reference: z.optional(z.string()) }),
  ),
})

/** Of the two words that the provider has for our two environments. */
const ENVIRONMENTS = { test: 'test', production: 'prod' } as const

/**
 * Keeps what came to a company's address and says whether it can be believed. What it says is never applied from here: whoever
 * applies it asks the provider again. An address that is nobody's reads like what is not there.
 */
export async function receiveEvent(
  ctx: PublicCtx,
  endpointKey: string,
  { event, signature }: WebhookBody,
): Promise<void> {
  await ctx.platform(async (tx) => {
    const found = await getByEndpoint(tx, endpointKey)
    if (!found) throw notFound()
    const body = JSON.stringify(event ?? null)
    const keys = openKeys(ctx.world.config.secret, found.company_id, found.environment, found.sealed)
    const read = keys === null ? { problem: 'keys' as const } : readEvent(event, keys.event_key, signature)
    const isElsewhere = 'event' in read && (read.event.environment ?? 'test') !== ENVIRONMENTS[found.environment]
    const problem = 'problem' in read ? read.problem : isElsewhere ? 'environment' : null
    const told = 'event' in read ? z.safeParse(Told, read.event.data) : null
    const transaction = told?.success ? told.data.transaction : undefined
    const { id, copies } = await keepEvent(tx, {
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
    if (problem === null) await tx.enqueue('payment.event', { company_id: found.company_id, event_id: id })
    else {
      await openCase(tx, {
        kind: 'forged',
        subject: found.environment,
        company_id: found.company_id,
        says: 'Llegan avisos de pago que Wompi no firmó: no se aplican. Revisa el secreto de eventos en Integraciones.',
      })
    }
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

const TEXT_MAX = 255

/** What the database can hold of a text that anybody may have sent. */
const storable = (text: string | undefined): string | null =>
  text === undefined ? null : text.toWellFormed().replaceAll('\0', '').slice(0, TEXT_MAX)
