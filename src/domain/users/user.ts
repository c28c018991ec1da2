import * as z from 'zod/mini'
import { emailField } from '#domain/core/contact-fields.ts'
import { RoleName } from '#domain/core/roles.ts'
import { line } from '#domain/core/text.ts'

/** Whom an administrator invites (USR-01). Administrators come with their company, and clients with their contracts. */
export const STAFF_ROLES = ['financial', 'technical', 'network'] as const
export const StaffRole = z.enum(STAFF_ROLES, { error: 'Elige el rol' })
export type StaffRole = z.output<typeof StaffRole>

/** One of a company's people, as its administrator sees them. */
export const StaffUser = z.object({
  id: z.uuid(),
  username: z.string(),
  email: z.nullable(z.string()),
  first_name: z.string(),
  last_name: z.string(),
  role: RoleName,
  is_active: z.boolean(),
  /** Invited, and has not come in yet. */
  is_first_login: z.boolean(),
  last_login_at: z.nullable(z.iso.datetime()),
  createdAt: z.iso.datetime(),
})
export type StaffUser = z.output<typeof StaffUser>

const names = { first_name: line('El nombre es requerido', 60), last_name: line('El apellido es requerido', 60) }

export const NewStaff = z.strictObject({ ...names, email: emailField(), role: StaffRole })
export type NewStaff = z.output<typeof NewStaff>

/** Only what changes. The e-mail is the sign-in name and stays: another person is another user. */
export const StaffChanges = z.partial(z.strictObject({ ...names, role: StaffRole, is_active: z.boolean() }))
export type StaffChanges = z.output<typeof StaffChanges>
