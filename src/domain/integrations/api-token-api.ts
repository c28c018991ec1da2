import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { ApiToken, NewApiToken } from './api-token.ts'

const roles = ['admin'] as const

/** The keys of the API of a company (OPS-05). The key itself is only in the reply that creates it. */
export const apiTokenApi = api({
  list: {
    method: 'GET',
    path: '/api-token',
    summary: 'Las claves de la API que sirven, con sus permisos, su vencimiento y su último uso',
    roles,
    reply: z.object({ data: z.array(ApiToken) }),
  },
  create: {
    method: 'POST',
    path: '/api-token',
    summary: 'Crea una clave de la API; su texto solo se muestra en esta respuesta',
    stepUp: true,
    roles,
    status: 201,
    idempotency: 'never',
    body: z.strictObject({ token: NewApiToken }),
    reply: z.object({ data: ApiToken, token: z.string(), message: z.string() }),
  },
  revoke: {
    method: 'DELETE',
    path: '/api-token/:id',
    summary: 'Anula una clave: la siguiente llamada con ella responde 401',
    roles,
    params: z.object({ id: z.uuid() }),
    reply: z.object({ data: ApiToken, message: z.string() }),
  },
})
