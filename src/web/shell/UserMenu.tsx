import { ChevronDown } from 'lucide-react'
import { useRef, useState } from 'react'
import { ROLE_LABELS } from '#domain/core/roles.ts'
import { avatarUrl, displayName, initials, type SignedInUser } from '#domain/core/signed-in-user.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { MenuEntries, type MenuHandlers } from './MenuEntries.tsx'
import { accountMenuOf, lacksPayments } from './menu.ts'

const MENU_ID = 'account-menu'

type Props = { user: SignedInUser; handlers: MenuHandlers; offersPassword: boolean }

/** The signed-in user, and the menu 'Mi cuenta' as a native popover, which handles Escape, a click outside and the focus. */
export function UserMenu({ user, handlers, offersPassword }: Props) {
  const menu = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="user-block" data-tour="user" popoverTarget={MENU_ID} aria-expanded={isOpen}>
        <Avatar imageUrl={avatarUrl(user)} initials={initials(user)} />
        <span className="user-block__words">
          <span className="user-block__name">{displayName(user)}</span>
          <span className="user-block__role">{ROLE_LABELS[user.metadata.role]}</span>
        </span>
        <ChevronDown size={16} aria-hidden="true" />
      </button>
      <div
        ref={menu}
        id={MENU_ID}
        popover="auto"
        className="account-menu"
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        <p className="menu-heading" id="account-menu-title">
          Mi cuenta
        </p>
        <nav aria-labelledby="account-menu-title">
          <MenuEntries
            entries={accountMenuOf(user, offersPassword)}
            handlers={handlers}
            lacksPayments={lacksPayments(user)}
            onChoose={() => menu.current?.hidePopover()}
          />
        </nav>
      </div>
    </>
  )
}
