import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { WhatsappConnection, WhatsappCredentials, WhatsappSettings } from './whatsapp.ts'

/** The company, for a superadmin; an administrator only reads and changes the own company. */
const query = z.strictObject({ company_id: z.optional(z.uuid()) })
const roles = ['admin', 'superadmin'] as const
const Changed = z.object({ data: WhatsappConnection, message: z.string() })

export const whatsappApi = api({
  get: {
    method: 'GET',
    path: '/integration/whatsapp',
    summary: 'El número de WhatsApp de una empresa, sus plantillas y qué avisos salen por él; null si no tiene',
    roles,
    query,
    company: 'query.company_id',
    reply: z.object({ data: z.nullable(WhatsappConnection) }),
  },
  save: {
    method: 'PATCH',
    path: '/admin/credentials/whatsapp',
    summary: 'Guarda las llaves de WhatsApp; no se vuelven a mostrar',
    stepUp: true,
    roles,
    query,
    company: 'query.company_id',
    body: z.strictObject({ credentials: WhatsappCredentials }),
    reply: Changed,
  },
  test: {
    method: 'POST',
    path: '/integration/whatsapp/test',
    summary: 'Prueba las llaves con llamadas reales y lee las plantillas; si sirven, los avisos salen por WhatsApp',
    stepUp: true,
    roles,
    idempotency: 'never',
    query,
    company: 'query.company_id',
    reply: Changed,
  },
  stop: {
    method: 'POST',
    path: '/integration/whatsapp/off',
    summary: 'Apaga WhatsApp: los avisos salen por correo; las llaves quedan guardadas',
    stepUp: true,
    roles,
    query,
    company: 'query.company_id',
    reply: Changed,
  },
  settings: {
    method: 'PUT',
    path: '/integration/whatsapp/settings',
    summary: 'Elige qué avisos de cartera salen por WhatsApp y desde cuándo cuesta cuánto un mensaje',
    roles,
    query,
    company: 'query.company_id',
    body: z.strictObject({ settings: WhatsappSettings }),
    reply: Changed,
  },
  templates: {
    method: 'POST',
    path: '/integration/whatsapp/templates',
    summary: 'Pide a Meta las plantillas que faltan',
    roles,
    idempotency: 'never',
    query,
    company: 'query.company_id',
    reply: Changed,
  },
})
