import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { text } from '#domain/core/text.ts'

/** The call of the payment provider. */
export const webhookApi = api({
  receive: {
    method: 'POST',
    path: '/webhook/wompi/:endpoint_key',
    summary: 'Recibe un evento de Wompi: responde 200 cuando quedó guardado, nunca antes',
    roles: 'public',
    bodyAs: 'event',
    duringMaintenance: true,
    params: z.object({ endpoint_key: text(43).check(z.regex(/^[\w-]{43}$/)) }),
    /** `copies`: how many times this event has arrived. */
    reply: z.object({ data: z.object({ copies: z.number() }), message: z.string() }),
  },
})
