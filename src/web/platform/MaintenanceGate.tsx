import { type ReactNode, useEffect } from 'react'
import { Navigate, useLocation } from 'react-router'
import { paths } from '#domain/core/paths.ts'
import { platformApi } from '#domain/platform/api.ts'
import { maintenanceFlag, useMaintenanceFlag } from '#web/core/maintenance-flag.ts'
import { useRead } from '#web/core/queries.ts'
import { useSession } from '#web/core/session.ts'
import { maintenanceDecision } from './maintenance-decision.ts'

const POLL_MS = 60_000
const POLL_WAITING_MS = 30_000

/** Redirects during maintenance, and polls the server for its state. */
export function MaintenanceGate({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const { user } = useSession()
  const flag = useMaintenanceFlag()
  useMaintenance(pathname === paths.maintenance)
  const to = maintenanceDecision(flag, pathname, user?.metadata.role ?? null)
  return to === null ? children : <Navigate to={to} replace />
}

/** The maintenance state of the server, stored as a flag in this browser. The maintenance page polls it more often (`isWaiting`). */
export function useMaintenance(isWaiting: boolean) {
  const { data, refetch } = useRead(platformApi.maintenance, {}, { pollMs: isWaiting ? POLL_WAITING_MS : POLL_MS })
  const said = data?.data
  useEffect(() => {
    if (said) maintenanceFlag.applyServerState(said.active)
  }, [said])
  return { said, ask: () => void refetch() }
}
