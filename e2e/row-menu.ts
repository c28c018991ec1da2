import type { Locator, Page } from '@playwright/test'

/** The button that opens the actions of a row. `name`: the row, or a pattern of it. */
export const rowMenu = (scope: Page | Locator, name: string | RegExp): Locator =>
  scope
    .getByRole('button', {
      name: typeof name === 'string' ? `Acciones de ${name}` : new RegExp(`^Acciones de ${name.source}`),
      exact: true,
    })
    .first()

/** Chooses one action in the menu of a row. */
export async function chooseAction(page: Page, action: string, name: string | RegExp, scope: Page | Locator = page) {
  await rowMenu(scope, name).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}
