import * as z from 'zod/mini'

export const ROLES = ['superadmin', 'admin', 'financial', 'technical', 'network', 'client'] as const
export type Role = (typeof ROLES)[number]
export const RoleName = z.enum(ROLES)
export const isRole = (text: string): text is Role => ROLES.some((role) => role === text)

/** Whether a role may only use a production server with a second factor (docs/decisions/0029). */
export const mustHaveTwoFactor = (role: Role, mode: 'demo' | 'production'): boolean =>
  role === 'superadmin' && mode === 'production'

/** The names of the roles on screen (SHL-08). */
export const ROLE_LABELS: Record<Role, string> = {
  superadmin: 'Super Administrador',
  admin: 'Administrador',
  financial: 'Financiero',
  technical: 'Técnico',
  network: 'Redes',
  client: 'Cliente',
}

/** Whether a role writes installation reports, also on a device without a connection. */
export const writesReports = (role: Role): boolean => role === 'technical' || role === 'financial'
