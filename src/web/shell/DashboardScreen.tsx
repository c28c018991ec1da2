import { lazy, Suspense } from 'react'
import { useSession } from '#web/core/session.ts'
import { HomePage } from '#web/portal/HomePage.tsx'

const DashboardPage = lazy(() =>
  import('#web/rooms/DashboardPage.tsx').then((file) => ({ default: file.DashboardPage })),
)
const MaintenanceSwitch = lazy(() =>
  import('#web/platform/MaintenanceSwitch.tsx').then((file) => ({ default: file.MaintenanceSwitch })),
)

/** The dashboard of each role. The client's comes with the screen itself: a phone waits for one file less. */
export function DashboardScreen() {
  const { user } = useSession()
  if (user?.metadata.role === 'client') return <HomePage />
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
