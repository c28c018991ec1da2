/** The title of the screen that opened last. */
let title: HTMLElement | null = null

/** Gives the focus to the title of a screen that opens. Under a modal the browser refuses it: `focusReturn` gives it later. */
export function focusTitle(heading: HTMLElement): void {
  title = heading
  heading.focus({ preventScroll: true })
}

/**
 * For a modal that opens now: a function to call when it has closed. The focus returns to the element that has it now, or goes to the
 * title of a screen that opened under the modal: its title was refused the focus, and the element is of the screen before.
 */
export function focusReturn(): () => void {
  const before = title
  const opener = document.activeElement
  return () => {
    if (title !== null && title !== before && title.isConnected) title.focus({ preventScroll: true })
    else if (opener instanceof HTMLElement) opener.focus()
  }
}
