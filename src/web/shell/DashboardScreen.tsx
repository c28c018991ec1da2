import { lazy, Suspense } from 'react'
import { useSession } from '#web/core/session.ts'
import { DashboardPage } from '#web/rooms/DashboardPage.tsx'

const MaintenanceSwitch = lazy(() =>
  import('#web/platform/MaintenanceSwitch.tsx').then((file) => ({ default: file.MaintenanceSwitch })),
)

/** The dashboard with what belongs to one role only. */
export function DashboardScreen() {
  const { user } = useSession()
  return (
    <DashboardPage>
      {user?.metadata.role === 'superadmin' && (
        <Suspense>
          <MaintenanceSwitch />
        </Suspense>
      )}
    </DashboardPage>
  )
}
