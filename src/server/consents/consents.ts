import { consentApi } from '#domain/consents/api.ts'
import type { ConsentChannel, Purpose } from '#domain/consents/consent.ts'
import { notFound, refuseField } from '#domain/core/refusal.ts'
import type { Ctx } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import { getConsentingClient, insertConsents, isGranted, listConsents, listGranting } from './queries.ts'

const NOT_FOUND = 'Ese cliente no existe'

export const consents = implement(consentApi, {
  list: (ctx, { query }) =>
    ctx.tx(async (tx) => ({
      data: await listConsents(tx, (await consentingClient(ctx, tx, query.client_id, 'client_id')).id),
    })),

  say: (ctx, { body }) =>
    ctx.tx(async (tx) => {
      const { client_id, purpose, is_granted } = body.consent
      const { id, name } = await consentingClient(ctx, tx, client_id, 'consent.client_id')
      await insertConsents(tx, { client_id: id, purposes: [purpose], is_granted, ...declarationOf(ctx) })
      await tx.record(is_granted ? 'consent.given' : 'consent.withdrawn', { entity_id: id, after: { name, purpose } })
      return {
        data: await listConsents(tx, id),
        message: is_granted ? 'Autorización registrada' : 'Autorización retirada',
      }
    }),
})

/** The part of a context that a consent is recorded with. */
type Declaring = Pick<Ctx, 'caller'> & { readonly actor: Pick<Ctx['actor'], 'role' | 'name'> }

/**
 * Records the consents given at the creation of a client or with the signature of a contract, in the same transaction. `channel`: where
 * they were given, when the role of the actor does not say it.
 */
export async function recordConsents(
  ctx: Declaring,
  tx: Tx,
  client: { id: string; name: string },
  purposes: readonly Purpose[],
  channel: ConsentChannel = channelOf(ctx),
): Promise<void> {
  await insertConsents(tx, { client_id: client.id, purposes, is_granted: true, ...declarationOf(ctx), channel })
  for (const purpose of purposes) {
    await tx.record('consent.given', { entity_id: client.id, after: { name: client.name, purpose } })
  }
}

/** Withdraws a consent that the client gave and asks to end by a message. Nothing when there is none. In a transaction of its company. */
export async function withdrawByMessage(tx: Tx, client: { id: string; name: string }, purpose: Purpose): Promise<void> {
  if (!(await isGranted(tx, tx.scope.companyId, client.id, purpose))) return
  const said = { channel: 'whatsapp' as const, actor_name: client.name, ip: null }
  await insertConsents(tx, { client_id: client.id, purposes: [purpose], is_granted: false, ...said })
  await tx.record('consent.withdrawn', { entity_id: client.id, after: { name: client.name, purpose } })
}

const channelOf = ({ actor }: Declaring): ConsentChannel => (actor.role === 'client' ? 'portal' : 'desk')

const declarationOf = (ctx: Declaring) => ({
  channel: channelOf(ctx),
  actor_name: ctx.actor.name,
  ip: ctx.caller.ip,
})

/** The client of the consent. For a client, itself; for the staff, the client of the request, which is required. */
async function consentingClient(ctx: Ctx, tx: Tx, clientId: string | undefined, field: string) {
  const isClient = ctx.actor.role === 'client'
  if (!isClient && clientId === undefined) throw refuseField('invalid', field, 'Di de qué cliente es')
  const client = await getConsentingClient(tx, isClient ? { userId: ctx.actor.userId } : { id: clientId ?? '' })
  if (!client || (isClient && clientId !== undefined && clientId !== client.id)) throw notFound(NOT_FOUND)
  return client
}

/** Whether a client authorises collection messages by e-mail now; without an answer it does not (Ley 2300 de 2023). */
export const mayCollectByEmail = (tx: Tx, companyId: string, clientId: string): Promise<boolean> =>
  isGranted(tx, companyId, clientId, 'contact_email')

/** Whether a client authorises collection by call, text message or WhatsApp now; without an answer it does not (Ley 2300 de 2023). */
export const mayCollectByPhone = (tx: Tx, companyId: string, clientId: string): Promise<boolean> =>
  isGranted(tx, companyId, clientId, 'contact_phone')

/** Of clients of the company of the transaction, those that authorise collection by telephone now. */
export const listCollectedByPhone = (tx: Tx, clients: readonly string[]): Promise<Set<string>> =>
  listGranting(tx, clients, 'contact_phone')

/** Of clients of the company of the transaction, those that authorise collection by e-mail now. */
export const listCollectedByEmail = (tx: Tx, clients: readonly string[]): Promise<Set<string>> =>
  listGranting(tx, clients, 'contact_email')

/** Whether a client of the company of the transaction accepts electronic invoices only (R2.18). */
export const acceptsElectronicInvoice = (tx: Tx, clientId: string): Promise<boolean> =>
  isGranted(tx, tx.scope.companyId, clientId, 'electronic_invoice')
