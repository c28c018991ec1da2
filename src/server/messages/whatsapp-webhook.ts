import { notFound, Refusal } from '#domain/core/refusal.ts'
import { whatsappWebhookApi } from '#domain/messages/whatsapp-webhook-api.ts'
import { type PublicCtx, SYSTEM, type World } from '#server/core/context.ts'
import { sameBytes } from '#server/core/secrets.ts'
import { inTransaction, type Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import { decryptWhatsapp } from '#server/integrations/keys.ts'
import { getWhatsappByEndpoint, noteEvent } from '#server/integrations/whatsapp-queries.ts'
import { isSigned } from '#server/providers/whatsapp/signature.ts'
import { readEvent } from './whatsapp-event.ts'
import { keepReplies } from './whatsapp-replies.ts'
import { applyStatuses, applyTemplates } from './whatsapp-statuses.ts'

export const whatsappWebhooks = implement(whatsappWebhookApi, {
  verify: async (ctx, { params, query }) => {
    const { secrets } = await openAccount(ctx, params.endpoint_key)
    const isRight =
      secrets !== null && sameBytes(Buffer.from(query['hub.verify_token']), Buffer.from(secrets.verify_token))
    if (!isRight) throw new Refusal('forbidden', 'El token de verificación no es el de la empresa')
    return { file: { name: 'reto.txt', type: 'text/plain', bytes: Buffer.from(query['hub.challenge']) } }
  },

  receive: async (ctx, { params, body: { bytes, signature } }) => {
    const { account, secrets } = await openAccount(ctx, params.endpoint_key)
    const inCompany = <T>(work: (tx: Tx) => Promise<T>) =>
      inTransaction(
        ctx.world.pool,
        'enlace_app',
        { ...SYSTEM, actorName: 'WhatsApp', companyId: account.company_id },
        work,
      )
    if (secrets === null || !isSigned(bytes, signature, secrets.app_secret)) {
      await inCompany((tx) => noteEvent(tx, false))
      throw new Refusal('forbidden', 'El aviso no está firmado con el secreto de la app')
    }
    const { statuses, replies, templates } = readEvent(bytes, account, ctx.now)
    const applied = await inCompany(async (tx) => {
      // The changes of a company are applied one event after the other: Meta sends several at the same time.
      await tx.lock('whatsapp')
      await noteEvent(tx, true)
      const counts = [
        await applyStatuses(ctx.world, tx, statuses),
        await applyTemplates(tx, templates),
        await keepReplies(tx, replies),
      ]
      return counts.reduce((sum, count) => sum + count, 0)
    })
    return { data: { applied }, message: 'Recibido' }
  },
}).map((route) => ({ ...route, isKnown }))

/** The account of an address. Throws a Refusal 'not_found' for an address of no company. */
async function openAccount(ctx: PublicCtx, endpointKey: string) {
  const account = await ctx.platform((tx) => getWhatsappByEndpoint(tx, endpointKey))
  if (!account) throw notFound()
  return { account, secrets: decryptWhatsapp(ctx.world.config.secret, account.company_id, account.sealed) }
}

/** Whether an address is of a company: any other counts for the network of its caller. */
async function isKnown(world: World, params: Readonly<Record<string, string>>): Promise<boolean> {
  const scope = { ...SYSTEM, isReadOnly: true }
  return inTransaction(
    world.pool,
    'enlace_platform',
    scope,
    async (tx) => (await getWhatsappByEndpoint(tx, params['endpoint_key'] ?? '')) !== undefined,
  )
}
