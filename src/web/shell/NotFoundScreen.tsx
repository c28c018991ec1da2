import { useLocation } from 'react-router'
import { cameFor } from '#web/core/origin.ts'
import { NotFoundPage } from '#web/public/NotFoundPage.tsx'

/** The page of what is not there; it says so when the person's role is the reason. */
export function NotFoundScreen() {
  const { state } = useLocation()
  return <NotFoundPage lacksRole={cameFor('role', state)} />
}
