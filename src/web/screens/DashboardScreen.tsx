import { lazy, Suspense } from 'react'
import type { Role } from '#domain/core/roles.ts'
import { dashboardApi } from '#domain/dashboard/api.ts'
import { useSession } from '#web/core/session.ts'
import { ClientHome } from '#web/dashboard/ClientHome.tsx'

const StaffHome = lazy(() => import('#web/dashboard/StaffHome.tsx').then((file) => ({ default: file.StaffHome })))
const FiguresBoard = lazy(() =>
  import('#web/dashboard/FiguresBoard.tsx').then((file) => ({ default: file.FiguresBoard })),
)
const MaintenanceSwitch = lazy(() =>
  import('#web/platform/MaintenanceSwitch.tsx').then((file) => ({ default: file.MaintenanceSwitch })),
)

/** The dashboard of each role. The client's is in the same file as the screen, so that a phone loads one file less. */
export function DashboardScreen() {
  const { user } = useSession()
  if (user?.metadata.role === 'client') return <ClientHome />
  return (
    <StaffHome>
      <Suspense>
        {hasFigures(user?.metadata.role) && <FiguresBoard />}
        {user?.metadata.role === 'superadmin' && <MaintenanceSwitch />}
      </Suspense>
    </StaffHome>
  )
}

const hasFigures = (role: Role | undefined): boolean =>
  dashboardApi.get.roles.some((allowed) => allowed !== 'client' && allowed === role)
