import { useSession } from '#web/core/session.ts'
import { DeskReports } from '#web/installations/DeskReports.tsx'
import { VisitsPage } from '#web/visits/VisitsPage.tsx'

/** The visits, and for the financial desk the reports to look at. */
export function VisitsScreen() {
  const isDesk = useSession().user?.metadata.role === 'financial'
  return <VisitsPage>{isDesk && <DeskReports />}</VisitsPage>
}
