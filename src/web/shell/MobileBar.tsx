import { Menu } from 'lucide-react'
import { useState } from 'react'
import type { SignedInUser } from '#domain/core/signed-in-user.ts'
import { BellLink } from '#web/notifications/Bell.tsx'
import { QUICK_LINKS } from '#web/placeholders/quick-links.ts'
import { canSearch, SearchButton } from '#web/search/SearchButton.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { IconButton } from '#web/ui/Button.tsx'
import type { MenuHandlers } from './MenuEntries.tsx'
import { MobilePanel } from './MobilePanel.tsx'

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
      {canSearch(user) && <SearchButton user={user} places={QUICK_LINKS[user.metadata.role]} isSmall />}
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
