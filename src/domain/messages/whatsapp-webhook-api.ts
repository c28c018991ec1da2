import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { text } from '#domain/core/text.ts'

const params = z.object({ endpoint_key: text(43).check(z.regex(/^[\w-]{43}$/)) })

/** The calls of Meta: the check of an address, and its events. */
export const whatsappWebhookApi = api({
  verify: {
    method: 'GET',
    path: '/webhook/whatsapp/:endpoint_key',
    summary:
      'Comprueba la dirección de los avisos de WhatsApp: devuelve el reto de Meta si el token es el de la empresa',
    roles: 'public',
    duringMaintenance: true,
    replyAs: 'file',
    params,
    query: z.strictObject({
      'hub.mode': z.literal('subscribe'),
      'hub.challenge': text(200).check(z.regex(/^[\w-]+$/)),
      'hub.verify_token': text(300),
    }),
    reply: z.unknown(),
  },
  receive: {
    method: 'POST',
    path: '/webhook/whatsapp/:endpoint_key',
    summary: 'Recibe los avisos de WhatsApp: entregas, plantillas y respuestas; responde 200 cuando quedaron guardados',
    roles: 'public',
    bodyAs: 'signed_event',
    duringMaintenance: true,
    params,
    /** `applied`: the changes of the event that are of this company. */
    reply: z.object({ data: z.object({ applied: z.number() }), message: z.string() }),
  },
})
