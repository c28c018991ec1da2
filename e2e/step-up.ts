import { expect, type Page } from '@playwright/test'
import { PASSWORD } from './site.ts'

/** Makes the server require the password again; in the demo the session is always fresh, so it never does. */
export const askForPassword = (page: Page, url: string, times: number): Promise<unknown> =>
  page.route(
    url,
    (route) =>
      route.fulfill({
        status: 422,
        json: { message: 'Confirma tu contraseña para continuar', code: 'STEP_UP_REQUIRED' },
      }),
    { times },
  )

/** Types the password in the dialog that requests it again. */
export async function confirmPassword(page: Page): Promise<void> {
  const again = page.getByRole('dialog', { name: 'Confirma tu contraseña' })
  await again.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await again.getByRole('button', { name: 'Continuar' }).click()
  await expect(again).toBeHidden()
}
