import * as z from 'zod/mini'
import { emailField } from '#domain/core/contact-fields.ts'
import { Refusal } from '#domain/core/refusal.ts'
import { RoleName } from '#domain/core/roles.ts'
import { lineOfText } from '#domain/core/text.ts'

/** The roles that an administrator can invite (USR-01). Administrators are created with their company, clients with their contracts. */
export const STAFF_ROLES = ['financial', 'technical', 'network'] as const
export const StaffRole = z.enum(STAFF_ROLES, { error: 'Elige el rol' })
export type StaffRole = z.output<typeof StaffRole>

/** The filter by role of a list of users: the administrators, or the support team, which has all the other roles (TBL-03). */
export const ROLE_GROUPS = ['admin', 'support'] as const
export const RoleGroup = z.enum(ROLE_GROUPS, { error: 'Elige admin o support' })
export type RoleGroup = z.output<typeof RoleGroup>

/** The options of the two filters by role, with the words of the specification (TBL-03). */
export const ROLE_GROUP_LABELS: Readonly<Record<RoleGroup, string>> = { admin: 'Admin', support: 'Soporte' }
export const ROLE_USERS_LABELS: Readonly<Record<StaffRole, string>> = {
  financial: 'Financiero',
  technical: 'Tecnico',
  network: 'Redes',
}

/** A staff user of a company, as its administrator sees it. */
export const StaffUser = z.object({
  id: z.uuid(),
  username: z.string(),
  email: z.nullable(z.string()),
  first_name: z.string(),
  last_name: z.string(),
  role: RoleName,
  is_active: z.boolean(),
  /** Whether the user is invited and has not finished the first login. */
  is_first_login: z.boolean(),
  last_login_at: z.nullable(z.iso.datetime()),
  createdAt: z.iso.datetime(),
})
export type StaffUser = z.output<typeof StaffUser>

const names = {
  first_name: lineOfText('El nombre es requerido', 60),
  last_name: lineOfText('El apellido es requerido', 60),
}

export const NewStaff = z.strictObject({ ...names, email: emailField(), role: StaffRole })
export type NewStaff = z.output<typeof NewStaff>

/** The first financial user of a company: it begins to work before its integrations are on. */
export const FirstFinancial = z.strictObject({ ...names, email: emailField() })

/** Only the fields that change. The e-mail is the sign-in name and cannot change: another person needs another user. */
export const StaffChanges = z.partial(z.strictObject({ ...names, role: StaffRole, is_active: z.boolean() }))
export type StaffChanges = z.output<typeof StaffChanges>

type IntegrationFlags = { is_wompi_integration: boolean; is_factus_integration: boolean }

/** Why an administrator cannot manage users yet, and the steps to do it (USR-03). Null when both integrations are on. */
export function usersProblem({ is_wompi_integration, is_factus_integration }: IntegrationFlags): string | null {
  const missing = [is_wompi_integration ? '' : 'Wompi', is_factus_integration ? '' : 'Factus'].filter(Boolean)
  if (missing.length === 0) return null
  return `Para gestionar usuarios conecta primero ${missing.join(' y ')} en Integraciones. Mientras tanto, el equipo de Enlace invita y cambia a las personas de tu empresa: escríbele.`
}

/** Refuses every call of users of an administrator while an integration is off (USR-03). */
export function assertUsersOpen(flags: IntegrationFlags): void {
  const problem = usersProblem(flags)
  if (problem !== null) throw new Refusal('refused', problem)
}
