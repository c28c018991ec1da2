import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { SmsConnection, SmsCredentials, SmsMonth, SmsNotices, SmsPrice, SmsTest } from './sms.ts'

/** The company, for a superadmin; an administrator only reads and changes the own company. */
const query = z.strictObject({ company_id: z.optional(z.uuid()) })
const roles = ['admin', 'superadmin'] as const
const Changed = z.object({ data: SmsConnection, message: z.string() })

export const smsApi = api({
  get: {
    method: 'GET',
    path: '/integration/sms',
    summary: 'La cuenta de mensajes de texto de una empresa; null si no tiene',
    roles,
    query,
    company: 'query.company_id',
    /** `suggested_url`: the address of the gateway that most companies have. */
    reply: z.object({ data: z.nullable(SmsConnection), suggested_url: z.string() }),
  },
  month: {
    method: 'GET',
    path: '/integration/sms/month',
    summary: 'Cuántos mensajes de texto saldrían al mes por cada aviso, como máximo, y cuánto costarían',
    roles,
    query,
    company: 'query.company_id',
    reply: z.object({ data: z.array(SmsMonth) }),
  },
  notices: {
    method: 'PUT',
    path: '/integration/sms/notices',
    summary: 'Elige qué avisos de cartera salen por mensaje de texto a quien no los recibe por otro medio',
    roles,
    query,
    company: 'query.company_id',
    body: z.strictObject({ settings: SmsNotices }),
    reply: Changed,
  },
  save: {
    method: 'PATCH',
    path: '/admin/credentials/sms',
    summary: 'Guarda la cuenta de mensajes de texto; la llave no se vuelve a mostrar',
    stepUp: true,
    roles,
    query,
    company: 'query.company_id',
    body: z.strictObject({ credentials: SmsCredentials }),
    reply: Changed,
  },
  test: {
    method: 'POST',
    path: '/integration/sms/test',
    summary:
      'Envía un mensaje de texto de verdad a un celular; si el proveedor lo acepta, los avisos salen también así',
    stepUp: true,
    roles,
    idempotency: 'never',
    query,
    company: 'query.company_id',
    body: z.strictObject({ test: SmsTest }),
    reply: Changed,
  },
  stop: {
    method: 'POST',
    path: '/integration/sms/off',
    summary: 'Apaga los mensajes de texto; la llave queda guardada',
    stepUp: true,
    roles,
    query,
    company: 'query.company_id',
    reply: Changed,
  },
  price: {
    method: 'PUT',
    path: '/integration/sms/price',
    summary: 'Guarda cuánto cuesta cada parte de un mensaje de texto',
    roles,
    query,
    company: 'query.company_id',
    body: z.strictObject({ price: SmsPrice }),
    reply: Changed,
  },
})
