import type { Role } from '#domain/core/roles.ts'
import { MAINTENANCE_ROLES_SPARED } from '#domain/platform/api.ts'
import type { MaintenanceFlag } from '#web/core/maintenance-flag.ts'
import { paths } from '#web/paths.ts'

/**
 * Where a navigation ends while the flag is on, or null where it may stay (RTE-10). A flag set by hand holds for everybody
 * and everywhere; the server's spares who can switch it off and the way in.
 */
export function maintenanceDecision(flag: MaintenanceFlag, pathname: string, role: Role | null): string | null {
  const isThere = pathname === paths.maintenance
  if (flag === 'off') return isThere ? paths.home : null
  const isSpared =
    flag === 'by-server' && (pathname === paths.login || MAINTENANCE_ROLES_SPARED.some((spared) => spared === role))
  return isThere || isSpared ? null : paths.maintenance
}
