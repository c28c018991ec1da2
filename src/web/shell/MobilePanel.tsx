import { X } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { ROLE_LABELS } from '#domain/core/roles.ts'
import { displayName, type SignedInUser } from '#domain/core/signed-in-user.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { MenuEntries, type MenuHandlers } from './MenuEntries.tsx'
import { LEAVE, lacksPayments, type MenuEntry, menuOf } from './menu.ts'
import { CompanyFoot } from './SideMenu.tsx'

/** How long the panel stays after going somewhere, so that the person sees where (SHL-02). */
const CLOSE_MS = 300

type Props = { user: SignedInUser; handlers: MenuHandlers; offersPassword: boolean; onClose: () => void }

/** The menu of a phone, over everything. Mount it to open it. The dimmed area, the cross and Escape close it at once. */
export function MobilePanel({ user, handlers, offersPassword, onClose }: Props) {
  const { panel, closeSoon } = usePanel(onClose)
  const choose = (entry: MenuEntry): void => (entry.action === undefined ? closeSoon() : onClose())
  const rest = { handlers, lacksPayments: lacksPayments(user), onChoose: choose }
  return (
    <dialog
      ref={panel}
      className="mobile-panel"
      aria-label="Menú"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        // Only the dimmed area is the dialog itself; everything inside is a child of the frame.
        if (event.target === panel.current) onClose()
      }}
    >
      <div className="mobile-panel__frame">
        <div className="mobile-panel__head">
          <div className="user-block__words">
            <p className="user-block__name">{displayName(user)}</p>
            <p className="user-block__role">{ROLE_LABELS[user.metadata.role]}</p>
          </div>
          <IconButton label="Cerrar menú" onClick={onClose}>
            <X size={20} aria-hidden="true" />
          </IconButton>
        </div>
        <nav aria-label="Menú principal" className="side-menu__sections">
          {menuOf(user, 'mobile', offersPassword).map((section) => (
            <section key={section.heading} aria-label={section.heading}>
              <p className="menu-heading">{section.heading}</p>
              <MenuEntries entries={section.entries} {...rest} />
            </section>
          ))}
          <MenuEntries entries={[LEAVE]} {...rest} />
        </nav>
        <CompanyFoot user={user} />
      </div>
    </dialog>
  )
}

/** Opens the dialog while it is mounted. Closing after a navigation leaves the focus on the title of where the person arrived. */
function usePanel(onClose: () => void) {
  const panel = useRef<HTMLDialogElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // Before the panel leaves the page: closing is what gives the focus back.
  useLayoutEffect(() => {
    const element = panel.current
    element?.showModal()
    return () => {
      clearTimeout(timer.current)
      element?.close()
    }
  }, [])
  const closeSoon = (): void => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      onClose()
      requestAnimationFrame(() => document.querySelector<HTMLElement>('main h1')?.focus())
    }, CLOSE_MS)
  }
  return { panel, closeSoon }
}
