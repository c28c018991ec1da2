import { lazy, Suspense } from 'react'
import type { Role } from '#domain/core/roles.ts'
import { dashboardApi } from '#domain/dashboard/api.ts'
import { useSession } from '#web/core/session.ts'
import { ClientHome } from '#web/dashboard/ClientHome.tsx'
import { PageSkeleton } from '#web/ui/Page.tsx'

const StaffHome = lazy(() => import('#web/dashboard/StaffHome.tsx').then((file) => ({ default: file.StaffHome })))
const FiguresBoard = lazy(() =>
  import('#web/dashboard/FiguresBoard.tsx').then((file) => ({ default: file.FiguresBoard })),
)
const PqrDue = lazy(() => import('#web/pqr/PqrDue.tsx').then((file) => ({ default: file.PqrDue })))
const OpenPqr = lazy(() => import('#web/pqr/OpenPqr.tsx').then((file) => ({ default: file.OpenPqr })))
const TechnicianDay = lazy(() =>
  import('#web/dashboard/TechnicianDay.tsx').then((file) => ({ default: file.TechnicianDay })),
)
const MaintenanceSwitch = lazy(() =>
  import('#web/platform/MaintenanceSwitch.tsx').then((file) => ({ default: file.MaintenanceSwitch })),
)

/** The dashboard of each role. The client's is in the same file as the screen, so that a phone loads one file less. */
export function DashboardScreen() {
  const { user } = useSession()
  if (user?.metadata.role === 'client') return <ClientHome cases={openCases} />
  return (
    <StaffHome>
      <Suspense fallback={<PageSkeleton />}>
        {user?.metadata.role === 'technical' && <TechnicianDay />}
        {hasFigures(user?.metadata.role) && <FiguresBoard />}
        {(user?.metadata.role === 'financial' || user?.metadata.role === 'technical') && (
          <PqrDue isOwn={user.metadata.role === 'technical'} />
        )}
        <CollectionsDue role={user?.metadata.role} />
        {user?.metadata.role === 'superadmin' && <MaintenanceSwitch />}
      </Suspense>
    </StaffHome>
  )
}

const CollectionsDue = lazy(() =>
  import('#web/collections/CollectionsDue.tsx').then((file) => ({ default: file.CollectionsDue })),
)
const OwnCollections = lazy(() =>
  import('#web/collections/OwnCollections.tsx').then((file) => ({ default: file.OwnCollections })),
)

/** The overdue debt with its promise to pay, and the open cases of the client, in files of their own: they are below what the client owes. */
const openCases = (
  <Suspense>
    <OwnCollections />
    <OpenPqr />
  </Suspense>
)

const hasFigures = (role: Role | undefined): boolean =>
  dashboardApi.get.roles.some((allowed) => allowed !== 'client' && allowed !== 'technical' && allowed === role)
