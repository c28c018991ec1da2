import { Menu } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { SignedInUser } from '#domain/core/signed-in-user.ts'
import { BellLink } from '#web/notifications/Bell.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { IconButton } from '#web/ui/Button.tsx'
import type { MenuHandlers } from './MenuEntries.tsx'
import { MobilePanel } from './MobilePanel.tsx'

// The portal of the client has no search and does not load it.
const DeskSearch = lazy(() => import('./DeskSearch.tsx').then((file) => ({ default: file.DeskSearch })))

type Props = { user: SignedInUser | null; handlers: MenuHandlers; offersPassword: boolean }

/** The top bar on a phone (SHL-02): the menu button, the company, search and notifications. */
export function MobileBar({ user, handlers, offersPassword }: Props) {
  const [isOpen, setOpen] = useState(false)
  if (user === null) return <header className="mobile-bar" />
  return (
    <header className="mobile-bar">
      <IconButton label="Abrir menú" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Menu size={22} aria-hidden="true" />
      </IconButton>
      <p className="mobile-bar__name">{user.company.name}</p>
      {user.metadata.role !== 'client' && (
        <Suspense>
          <DeskSearch user={user} isSmall />
        </Suspense>
      )}
      {!user.metadata.is_first_login && <BellLink />}
      <Avatar
        shape="square"
        imageUrl={user.company.logo_url}
        initials={user.company.initial_letter.slice(0, 2) || 'E'}
      />
      {isOpen && (
        <MobilePanel user={user} handlers={handlers} offersPassword={offersPassword} onClose={() => setOpen(false)} />
      )}
    </header>
  )
}
