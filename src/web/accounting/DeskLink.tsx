import type { ReactNode } from 'react'
import { RowLink } from '#web/core/RowLink.tsx'
import { useSession } from '#web/core/session.ts'

/** A link for the financial desk, and its text for whom cannot open the page. */
export function DeskLink({ to, children }: { to: string; children: ReactNode }) {
  const { user } = useSession()
  return user?.metadata.role === 'financial' ? <RowLink to={to}>{children}</RowLink> : children
}
