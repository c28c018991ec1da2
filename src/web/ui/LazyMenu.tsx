import { lazy, Suspense } from 'react'
import { Button } from './Button.tsx'
import type { MenuProps } from './Menu.tsx'

// A chunk of its own: a screen of the desk and of the client portal loads it only where the menu is shown.
const Menu = lazy(() => import('./Menu.tsx').then((file) => ({ default: file.Menu })))

/** A menu for a screen that the clients also open. Before its code arrives its button is busy: a press is not lost in silence. */
export const LazyMenu = (props: MenuProps) => (
  <Suspense fallback={<MenuPlace face={props.face} />}>
    <Menu {...props} />
  </Suspense>
)

/** As wide as the menu with its arrow: what is beside it does not move when its code arrives. */
export const MenuPlace = ({ face }: Pick<MenuProps, 'face'>) =>
  face === undefined ? (
    <span className="icon-button" aria-hidden="true" />
  ) : (
    <Button busy={face} icon={<span style={{ width: 16 }} />} />
  )
