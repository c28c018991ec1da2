import { CircleQuestionMark } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '#domain/core/paths.ts'
import type { SignedInUser } from '#domain/core/signed-in-user.ts'
import { Bell } from '#web/notifications/Bell.tsx'
import { QUICK_LINKS } from '#web/placeholders/quick-links.ts'
import { canSearch, SearchButton } from '#web/search/SearchButton.tsx'
import { IconButton } from '#web/ui/Button.tsx'
import { Wordmark } from '#web/ui/Wordmark.tsx'
import type { MenuHandlers } from './MenuEntries.tsx'
import { UserMenu } from './UserMenu.tsx'

type Props = { user: SignedInUser | null; handlers: MenuHandlers; offersPassword: boolean; onTour: () => void }

/** The top bar on a computer (SHL-01): logo, search, tour, notifications and user menu. */
export function TopBar({ user, handlers, offersPassword, onTour }: Props) {
  return (
    <header className="top-bar">
      <Link to={paths.home} className="top-bar__logo" aria-label="Enlace, ir al inicio">
        <Wordmark />
      </Link>
      {user && canSearch(user) && <SearchButton user={user} places={QUICK_LINKS[user.metadata.role]} />}
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
