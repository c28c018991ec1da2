import { expect, type Page } from '@playwright/test'
import { passwordLinkOf } from './mailbox.ts'
import { signInOnScreen } from './site.ts'

const INVITED_PASSWORD = 'tres rios largos del sur'

/** Opens the invitation of a user, sets a password and signs in. */
export async function choosePassword(page: Page, email: string, username = email): Promise<void> {
  await clearBrowser(page)
  const link = await passwordLinkOf(page.request, email)
  await page.goto(link)
  const length = link.endsWith('?invited=staff') ? 15 : 10
  await expect(page.getByText(`${length} caracteres o más`)).toBeVisible()
  await expect(page.getByText(`Al menos ${length} caracteres. Puede ser una frase, con espacios.`)).toBeVisible()
  await page.getByLabel('Contraseña nueva', { exact: true }).fill(INVITED_PASSWORD)
  await page.getByRole('button', { name: 'Guardar contraseña' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Contraseña lista' })).toBeVisible()
  await signInOnScreen(page, { username, password: INVITED_PASSWORD })
}

/** Ends the session of the browser, so that another user can sign in. */
async function clearBrowser(page: Page): Promise<void> {
  await page.context().clearCookies()
  // The page is closed too: a request in progress would write the session again.
  await page.evaluate(() => {
    localStorage.clear()
    location.replace('about:blank')
  })
  await page.waitForURL('about:blank')
}
