import { expect, type Locator, type Page } from '@playwright/test'
import { rowMenu } from './row-menu.ts'

/** More than the controls of any screen. */
const TABS_MAX = 80

/** Presses Tab until the control has the focus. Fails when Tab does not reach it. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible()
  for (let tabs = 0; tabs < TABS_MAX; tabs += 1) {
    await page.keyboard.press('Tab')
    if (await hasFocus(control)) return
  }
  throw new Error(`${TABS_MAX} tabs do not reach ${String(control)}`)
}

/** Goes to a control by Tab and presses Enter on it. */
export async function pressOn(page: Page, control: Locator): Promise<void> {
  await tabTo(page, control)
  await page.keyboard.press('Enter')
}

/** Goes to a field by Tab and types in it. */
export async function typeIn(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.type(text)
}

/** Goes to the first option of the list that has the focus, and presses the arrow down until the chosen one has this text. */
export async function arrowTo(page: Page, list: Locator, option: string): Promise<void> {
  await expect(list).toBeFocused()
  const options = await list.getByRole('option').count()
  await page.keyboard.press('Home')
  for (let arrows = 0; arrows < options; arrows += 1) {
    if ((await chosenIn(list)) === option) return
    await page.keyboard.press('ArrowDown')
  }
  throw new Error(`the arrow down does not reach ${option}`)
}

/** Opens the menu of a row by Tab and Enter, and chooses an action of it with the arrows. Returns the button of the menu. */
export async function chooseByKeys(page: Page, action: string, name: string | RegExp): Promise<Locator> {
  const opener = rowMenu(page, name)
  await pressOn(page, opener)
  const items = page.getByRole('menuitem', { disabled: false })
  await expect(page.getByRole('menuitem', { name: action, exact: true })).toBeVisible()
  const names = await items.allTextContents()
  // The focus moves a moment after the key: a second key before that would pass the action.
  for (const at of names.slice(0, names.indexOf(action) + 1).keys()) {
    if (at > 0) await page.keyboard.press('ArrowDown')
    await expect(items.nth(at)).toBeFocused()
  }
  await page.keyboard.press('Enter')
  return opener
}

const hasFocus = (control: Locator): Promise<boolean> =>
  control.evaluate((element) => element === document.activeElement)

const chosenIn = (list: Locator): Promise<string> =>
  list.evaluate((element) => (element instanceof HTMLSelectElement ? (element.selectedOptions[0]?.text ?? '') : ''))
