import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'

export const billingFileApi = api({
  download: {
    method: 'GET',
    path: '/bank/billing-file',
    summary: 'El archivo de facturación Asobancaria 2001 con lo que se debe hoy, para que el banco conozca las deudas',
    stepUp: true,
    listFile: 'facturación para el banco',
    roles: ['financial'],
    replyAs: 'file',
    reply: z.unknown(),
  },
})
