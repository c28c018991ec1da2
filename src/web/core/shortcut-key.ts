import { areShortcutsOn } from './shortcut-setting.ts'

/** Where a key is typed, or chooses an entry. */
const TYPING = 'input, select, textarea, [contenteditable], [role="menu"], [role="combobox"]'

/**
 * Whether a pressed key may be a shortcut of one key: they are on, it has no modifier and is in no field or menu, no dialog is open, and
 * nothing else used it.
 */
export function isShortcutKey({ altKey, ctrlKey, metaKey, target, defaultPrevented }: KeyboardEvent): boolean {
  if (altKey || ctrlKey || metaKey || defaultPrevented) return false
  if (target instanceof HTMLElement && target.closest(TYPING) !== null) return false
  return document.querySelector('dialog[open], [role="menu"]') === null && areShortcutsOn(document.cookie)
}
