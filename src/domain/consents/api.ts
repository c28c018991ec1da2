import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { Consent, NewConsent } from './consent.ts'

const roles = ['financial', 'client'] as const

export const consentApi = api({
  list: {
    method: 'GET',
    path: '/consent',
    summary: 'Lo que un cliente ha autorizado y lo que no; lo propio, para quien es cliente',
    roles,
    query: z.strictObject({ client_id: z.optional(z.uuid()) }),
    reply: z.object({ data: z.array(Consent) }),
  },
  say: {
    method: 'POST',
    path: '/consent',
    summary: 'Registra que un cliente autoriza algo o que lo retira',
    roles,
    status: 201,
    body: z.strictObject({ consent: NewConsent }),
    reply: z.object({ data: z.array(Consent), message: z.string() }),
  },
})
