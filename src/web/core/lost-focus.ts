/** A dialog and a menu return the focus themselves, shortly after they are gone. */
const RETURNED_MS = 50

/** The element that last had the focus with all that contained it, and its place in its list. */
type Focused = { path: readonly Element[]; index: number }

const ROW = 'tr, li'

/**
 * Watches the page for a focused control that goes away, such as the button of a step that was done: the browser would leave the
 * focus on nothing, and a person with a keyboard or a screen reader would not know where they are. The focus goes to what is nearest.
 */
export function keepFocus(): void {
  let last: Focused | null = null
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element) last = { path: pathOf(target), index: indexOf(target.closest(ROW)) }
  })
  const give = (): void => {
    if (last === null || !isLost(last)) return
    const place = placeNear(last)
    if (place === undefined) return
    // A heading cannot have the focus by itself.
    if (place.tabIndex < 0) place.tabIndex = -1
    place.focus({ preventScroll: true })
  }
  new MutationObserver(() => {
    if (last !== null && isLost(last)) setTimeout(give, RETURNED_MS)
  }).observe(document.body, { childList: true, subtree: true })
}

const isLost = ({ path: [element] }: Focused): boolean =>
  element?.isConnected === false && document.activeElement === document.body

function pathOf(element: Element): Element[] {
  const path: Element[] = []
  for (let one: Element | null = element; one !== null; one = one.parentElement) path.push(one)
  return path
}

const indexOf = (row: Element | null): number =>
  [...(row?.parentElement?.children ?? [])].findIndex((one) => one === row)

/**
 * In an open dialog its first control. In a list the link of the row that is now in the place, never a button: a second press would
 * act on another record. Else the heading of the section, or of the screen.
 */
function placeNear({ path, index }: Focused): HTMLElement | undefined {
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
  if (dialog) return firstShown(dialog, '.dialog__body :is(input, select, textarea)') ?? firstShown(dialog, 'button')
  const near = path.findIndex((one) => one.isConnected)
  if (path[near - 1]?.matches(ROW)) {
    const rows = path[near]?.children
    const link = (rows?.[index] ?? rows?.[rows.length - 1])?.querySelector<HTMLElement>('a[href]')
    if (link) return link
  }
  const section = path[near]?.closest('section')?.querySelector<HTMLElement>('h2')
  return section ?? document.querySelector<HTMLElement>('main h1') ?? undefined
}

const firstShown = (within: Element, controls: string): HTMLElement | undefined =>
  [...within.querySelectorAll<HTMLElement>(controls)].find((one) => one.checkVisibility())
