import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { ROLES } from '#domain/core/roles.ts'

/** An open session, as its user sees it. */
export const OpenSession = z.object({
  id: z.uuid(),
  device: z.string(),
  ip: z.string(),
  created_at: z.string(),
  last_used_at: z.string(),
  is_current: z.boolean(),
})
export type OpenSession = z.output<typeof OpenSession>

const MessageReply = z.object({ data: z.object({}), message: z.string() })

/** The open sessions of a person. Apart from the other calls: no first screen of the portal needs them. */
export const openSessionsApi = api({
  sessions: {
    method: 'GET',
    path: '/auth/sessions',
    summary: 'Las sesiones abiertas propias',
    roles: ROLES,
    reply: z.object({ data: z.array(OpenSession) }),
  },
  closeSession: {
    method: 'DELETE',
    path: '/auth/sessions/:id',
    summary: 'Cierra una sesión propia',
    roles: ROLES,
    params: z.object({ id: z.uuid() }),
    reply: MessageReply,
  },
  closeOthers: {
    method: 'DELETE',
    path: '/auth/sessions',
    summary: 'Cierra todas las sesiones propias menos esta',
    roles: ROLES,
    reply: MessageReply,
  },
})
