import { useMaintenance } from '#web/platform/MaintenanceGate.tsx'
import { MaintenancePage } from '#web/public/MaintenancePage.tsx'

/** The page of maintenance with what the server says of it: why, and until when. */
export function MaintenanceScreen() {
  const { said, ask } = useMaintenance(true)
  return <MaintenancePage message={said?.message ?? ''} until={said?.until ?? null} onRetry={ask} />
}
