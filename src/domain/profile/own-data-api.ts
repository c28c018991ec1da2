import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'

export const ownDataApi = api({
  copy: {
    method: 'POST',
    path: '/profile/data',
    summary:
      'Descarga en un ZIP todo lo que la empresa guarda de quien es cliente: sus datos, contratos, facturas, pagos, PQR y mensajes (Ley 1581 de 2012, art. 8)',
    stepUp: true,
    listFile: 'own',
    personOnly: true,
    roles: ['client'],
    idempotency: 'never',
    replyAs: 'file',
    reply: z.unknown(),
  },
})
