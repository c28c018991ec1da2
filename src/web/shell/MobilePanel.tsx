import { X } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { ROLE_LABELS } from '#domain/core/roles.ts'
import { displayName, type SignedInUser } from '#domain/core/signed-in-user.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { focusReturn } from '#web/ui/title-focus.ts'
import { MenuEntries, type MenuHandlers } from './MenuEntries.tsx'
import { lacksPayments, type MenuEntry, MOBILE_LOGOUT, menuOf } from './menu.ts'
import { CompanyFoot } from './SideMenu.tsx'

/** How long the panel remains open after a navigation, so that the user sees the chosen entry (SHL-02). */
const CLOSE_MS = 300

type Props = { user: SignedInUser; handlers: MenuHandlers; offersPassword: boolean; onClose: () => void }

/** The menu on a phone, as a modal dialog. Mount it to open it. The backdrop, the close button and Escape close it immediately. */
export function MobilePanel({ user, handlers, offersPassword, onClose }: Props) {
  const { panel, closeSoon } = usePanel(onClose)
  const choose = (entry: MenuEntry): void => (entry.action === undefined ? closeSoon() : onClose())
  const menuProps = { handlers, lacksPayments: lacksPayments(user), onChoose: choose }
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
        // Only a click on the backdrop has the dialog itself as its target; the content is inside the frame.
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
              <MenuEntries entries={section.entries} {...menuProps} />
            </section>
          ))}
          <MenuEntries entries={[MOBILE_LOGOUT]} {...menuProps} />
        </nav>
        <CompanyFoot user={user} />
      </div>
    </dialog>
  )
}

/**
 * Opens the dialog while it is mounted. Closed, it returns the focus to its opener, and after a navigation to the title of the new
 * screen, at once: that title was refused the focus if it was there before.
 */
function usePanel(onClose: () => void) {
  const panel = useRef<HTMLDialogElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // A layout effect: the page takes the focus again only after the dialog closes, and a new title may come with the same render.
  useLayoutEffect(() => {
    const element = panel.current
    const returnFocus = focusReturn()
    element?.showModal()
    return () => {
      clearTimeout(timer.current)
      element?.close()
      returnFocus()
    }
  }, [])
  const closeSoon = (): void => {
    clearTimeout(timer.current)
    timer.current = setTimeout(onClose, CLOSE_MS)
  }
  return { panel, closeSoon }
}
