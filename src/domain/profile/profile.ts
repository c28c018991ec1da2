import * as z from 'zod/mini'
import { ClientContact } from '#domain/clients/client.ts'
import { lineOfText } from '#domain/core/text.ts'

/** The own data that a user may change; by role: staff STAFF_OWN_FIELDS, a client CLIENT_OWN_FIELDS. */
export const ProfileChanges = z.partial(
  z.strictObject({
    first_name: lineOfText('El nombre es requerido', 60),
    last_name: lineOfText('El apellido es requerido', 60),
    ...ClientContact,
  }),
)
export type ProfileChanges = z.output<typeof ProfileChanges>

export const CLIENT_OWN_FIELDS = ['email', 'phone', 'telephone'] as const
export const STAFF_OWN_FIELDS = ['first_name', 'last_name'] as const
