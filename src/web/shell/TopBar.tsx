import { CircleQuestionMark } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { paths } from '#domain/core/paths.ts'
import type { SignedInUser } from '#domain/core/signed-in-user.ts'
import { Bell } from '#web/notifications/Bell.tsx'
import { IconButton } from '#web/ui/Button.tsx'
import { Wordmark } from '#web/ui/Wordmark.tsx'
import type { MenuHandlers } from './MenuEntries.tsx'
import { UserMenu } from './UserMenu.tsx'

// The portal of the client has no search and does not load it.
const DeskSearch = lazy(() => import('./DeskSearch.tsx').then((file) => ({ default: file.DeskSearch })))

type Props = { user: SignedInUser | null; handlers: MenuHandlers; offersPassword: boolean; onTour: () => void }

/** The top bar on a computer (SHL-01): logo, search, tour, notifications and user menu. */
export function TopBar({ user, handlers, offersPassword, onTour }: Props) {
  return (
    <header className="top-bar">
      <Link to={paths.home} className="top-bar__logo" aria-label="Enlace, ir al inicio">
        <Wordmark />
      </Link>
      {user && user.metadata.role !== 'client' && (
        <Suspense>
          <DeskSearch user={user} />
        </Suspense>
      )}
      {user && (
        <div className="top-bar__tools">
          {!user.metadata.is_first_login && (
            <>
              <IconButton label="Recorrido guiado" onClick={onTour}>
                <CircleQuestionMark size={20} aria-hidden="true" />
              </IconButton>
              <Bell />
            </>
          )}
          <UserMenu user={user} handlers={handlers} offersPassword={offersPassword} />
        </div>
      )}
    </header>
  )
}
