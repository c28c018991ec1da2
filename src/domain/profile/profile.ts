import * as z from 'zod/mini'
import { ClientContact } from '#domain/clients/client.ts'
import { line } from '#domain/core/text.ts'

/** The own data that a user may change; by role: staff STAFF_OWN, a client CLIENT_OWN. */
export const ProfileChanges = z.partial(
  z.strictObject({
    first_name: line('El nombre es requerido', 60),
    last_name: line('El apellido es requerido', 60),
    ...ClientContact,
  }),
)
export type ProfileChanges = z.output<typeof ProfileChanges>

export const CLIENT_OWN = ['email', 'phone', 'telephone'] as const
export const STAFF_OWN = ['first_name', 'last_name'] as const
