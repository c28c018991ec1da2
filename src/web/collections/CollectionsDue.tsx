import type { Role } from '#domain/core/roles.ts'
import { BureauDue } from './BureauDue.tsx'
import { UpcomingCuts } from './UpcomingCuts.tsx'

/** What the desk has to do about overdue debts: the cuts of tomorrow, and the reports to a credit bureau. Nothing for other roles. */
export const CollectionsDue = ({ role }: { role: Role | undefined }) => (
  <>
    {role === 'financial' && <UpcomingCuts />}
    {(role === 'financial' || role === 'admin') && <BureauDue isAdmin={role === 'admin'} />}
  </>
)
