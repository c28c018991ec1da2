import * as z from 'zod/mini'

export const ROLES = ['superadmin', 'admin', 'financial', 'technical', 'network', 'client'] as const
export type Role = (typeof ROLES)[number]
export const RoleName = z.enum(ROLES)
export const isRole = (text: string): text is Role => ROLES.some((role) => role === text)

/** The names of the roles on screen (SHL-08). */
export const ROLE_LABELS: Record<Role, string> = {
  superadmin: 'Super Administrador',
  admin: 'Administrador',
  financial: 'Financiero',
  technical: 'Técnico',
  network: 'Redes',
  client: 'Cliente',
}
