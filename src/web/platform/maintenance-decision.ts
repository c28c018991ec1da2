import { paths } from '#domain/core/paths.ts'
import type { Role } from '#domain/core/roles.ts'
import { MAINTENANCE_ROLES_ALLOWED } from '#domain/platform/api.ts'
import type { MaintenanceFlag } from '#web/core/maintenance-flag.ts'

/**
 * The redirect of a navigation during maintenance, or null (RTE-10). A flag that was set by hand applies to every user and every
 * path; the flag of the server exempts the login and the roles that can switch it off.
 */
export function maintenanceDecision(flag: MaintenanceFlag, pathname: string, role: Role | null): string | null {
  const isMaintenancePath = pathname === paths.maintenance
  if (flag === 'off') return isMaintenancePath ? paths.home : null
  const isExempt =
    flag === 'by-server' && (pathname === paths.login || MAINTENANCE_ROLES_ALLOWED.some((exempt) => exempt === role))
  return isMaintenancePath || isExempt ? null : paths.maintenance
}
