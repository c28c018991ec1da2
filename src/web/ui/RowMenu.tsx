import {
  type ComponentType,
  type KeyboardEvent,
  lazy,
  type PointerEvent,
  Suspense,
  startTransition,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import type { MenuItem, MenuOfProps } from './Menu.tsx'

const load = () => import('./Menu.tsx')
const MenuOf = lazy(() => load().then((module) => ({ default: module.MenuOf })))

/** The `Ellipsis` of Lucide as one line of three dots: fifty rows of it are drawn at once. */
const DOTS = (
  <svg className="row-icon row-icon--dots" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M5 12h.01M12 12h.01M19 12h.01" />
  </svg>
)

/** The code of the menus, when it is there: drawn without a wait, it knows that a key opened it and gives the focus to the first item. */
let loaded: ComponentType<MenuOfProps> = MenuOf
let isLoading = false

/** Loads the code of the menus once, before one is opened. A failure is shown by the menu that needs it. */
async function loadEarly(): Promise<void> {
  if (isLoading) return
  isLoading = true
  try {
    loaded = (await load()).MenuOf
  } catch {
    isLoading = false
  }
}

/**
 * The menu of a row: a button, and the rest when the button gets the focus or is pressed. Drawn whole, the menus of fifty rows were most
 * of what a list draws, and each key that was pressed on the screen ran the code of all of them. `items`: called when they are needed.
 */
export function RowMenu({ label, items }: { label: string; items: () => readonly MenuItem[] }) {
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const [Opened, setOpened] = useState<ComponentType<MenuOfProps> | null>(null)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => void loadEarly(), [])
  const prepare = (): void => setOpened((before: typeof Opened) => before ?? loaded)
  // The browser draws the pressed button before the items, which take longer.
  const open = (next: boolean): void => startTransition(() => setOpen(next))
  const toggle = (): void => {
    prepare()
    open(!isOpen)
  }
  const onPointerDown = (event: PointerEvent): void => {
    if (event.button !== 0 || event.ctrlKey) return
    // The list takes the focus when it opens.
    if (!isOpen) event.preventDefault()
    toggle()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!['Enter', ' ', 'ArrowDown'].includes(event.key)) return
    event.preventDefault()
    if (event.key !== 'ArrowDown' || !isOpen) toggle()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className="icon-button menu__trigger"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onFocus={prepare}
        onPointerDown={onPointerDown}
        onKeyDown={onKeyDown}
      >
        {DOTS}
      </button>
      {Opened !== null && (
        <Suspense>
          <Opened label={label} items={items()} button={button} id={id} isOpen={isOpen} onOpenChange={open} />
        </Suspense>
      )}
    </>
  )
}
