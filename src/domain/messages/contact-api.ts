import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { CONTACT_FAULTS, ContactOption, DeskChannel, NewContact } from './contact.ts'

const roles = ['financial'] as const

export const contactApi = api({
  options: {
    method: 'GET',
    path: '/client-contact',
    summary: 'Por qué medio y desde cuándo permite la ley contactar a un cliente por una deuda',
    roles,
    query: z.strictObject({ client_id: z.uuid() }),
    reply: z.object({ data: z.array(ContactOption) }),
  },
  record: {
    method: 'POST',
    path: '/client-contact',
    summary:
      'Registra un contacto por una deuda: el que se va a hacer se rechaza si la ley no lo permite; el que ya se hizo queda con su falta',
    roles,
    status: 201,
    body: z.strictObject({ contact: NewContact }),
    reply: z.object({
      data: z.object({
        id: z.uuid(),
        channel: DeskChannel,
        contacted_at: z.iso.datetime(),
        fault: z.nullable(z.enum(CONTACT_FAULTS)),
      }),
      message: z.string(),
    }),
  },
})
