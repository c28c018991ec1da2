import { isIP } from 'node:net'
import { problemOfStatus } from '#domain/integrations/outgoing-webhook.ts'
import type { World } from '#server/core/context.ts'
import { decrypt, encrypt } from '#server/core/encryption.ts'
import { addressCheck, isLoopback } from '#server/providers/network/addresses.ts'
import { httpClient } from '#server/providers/network/http.ts'
import { SIGNATURE_HEADER, signatureOf } from '#server/providers/network/webhook.ts'
import type { DeliveredEvent, NewTry, StoredWebhook } from './outgoing-queries.ts'

/** What is read of an answer: the log keeps it. */
const ANSWER_MAX_BYTES = 2_000

/** The body of an event, the same in each try of it. */
export const bodyOf = (companyId: string, event: Omit<DeliveredEvent, 'type'> & { type: string }): string =>
  JSON.stringify({
    id: event.event_id,
    type: event.type,
    at: event.at.toISOString(),
    company_id: companyId,
    entity_id: event.entity_id,
    data: event.after,
    before: event.before,
  })

/** Sends a body to a webhook, signed, once. Does not throw: a failure is the `problem` of the result. */
export async function sendEvent(world: World, webhook: StoredWebhook, body: string): Promise<NewTry> {
  const began = performance.now()
  const open = (sealed: Buffer): string | null => decrypt(world.config.secret, sealed, contextOf(webhook))
  const secret = open(webhook.sealed)
  if (secret === null) return failed('su secreto no se puede abrir: pide otro', began)
  const previous = webhook.previous_sealed === null ? null : open(webhook.previous_sealed)
  const seconds = Math.floor(Date.now() / 1_000)
  const signatures = [secret, ...(previous === null ? [] : [previous])].map(
    (one) => `v1=${signatureOf(one, seconds, body)}`,
  )
  const reply = await httpClient(addressCheck(world.config.webhookRanges))({
    method: 'POST',
    url: webhook.url,
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Enlace',
      [SIGNATURE_HEADER]: [`t=${seconds}`, ...signatures].join(','),
    },
    maxBytes: ANSWER_MAX_BYTES,
    cutsReply: true,
  })
  if ('problem' in reply) return failed(reply.problem, began)
  return {
    status: reply.status,
    problem: problemOfStatus(reply.status),
    answer: reply.text.replaceAll('\0', ''),
    took_ms: tookMs(began),
  }
}

const failed = (problem: string, began: number): NewTry => ({
  status: null,
  problem,
  answer: '',
  took_ms: tookMs(began),
})

const tookMs = (began: number): number => Math.round(performance.now() - began)

export const sealWebhookSecret = (world: World, webhook: { company_id: string; id: string }, secret: string): Buffer =>
  encrypt(world.config.secret, secret, contextOf(webhook))

const contextOf = ({ company_id, id }: { company_id: string; id: string }): string =>
  `outgoing_webhook:${company_id}:${id}`

/** Why Enlace does not send to an address. Null when it may, and for a name, which is checked at each call. */
export function webhookUrlProblem(world: World, url: string): string | null {
  if (!URL.canParse(url)) return 'Escribe la dirección completa, como https://miempresa.co/enlace'
  const { hostname, protocol } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  const isAllowed = addressCheck(world.config.webhookRanges)
  if (isIP(host) === 0 ? /^localhost\.?$/.test(host) : !isAllowed(host))
    return 'Esa dirección es de este servidor o de una red privada: escribe una pública'
  return protocol === 'https:' || isLoopback(host) ? null : 'La dirección debe ser https'
}
