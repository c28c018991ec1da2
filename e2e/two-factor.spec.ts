import type { Page } from '@playwright/test'
import { codeOf } from '../test/two-factor.ts'
import { assertAccessible } from './axe.ts'
import { ACCOUNTS, expect, PASSWORD, signInOnScreen, test } from './site.ts'

const WIDTHS = [
  { width: 360, height: 740 },
  { width: 1280, height: 900 },
]

/** A code of the next 30 seconds: the one of now was used to turn the verification on. */
const nextCode = (secret: string): string => codeOf(secret, new Date(Date.now() + 30_000))

async function typePassword(page: Page): Promise<void> {
  await page.goto('/auth')
  await page.getByLabel('Correo o usuario').fill(ACCOUNTS.network)
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Contraseña', { exact: true }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Escribe tu código' })).toBeVisible()
}

async function leave(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.clear())
  await page.goto('/auth')
}

/** The screen is accessible and has no horizontal scroll on a phone and on a computer. */
async function assertGood(page: Page, name: string): Promise<void> {
  for (const size of WIDTHS) {
    await page.setViewportSize(size)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
    await assertAccessible(page, name)
    await page.screenshot({ path: `test-results/two-factor-${name}-${size.width}.png` })
  }
}

test('PRF-02 activar la verificación en dos pasos, entrar con el código y con uno de recuperación, y desactivarla', async ({
  page,
}) => {
  test.setTimeout(120_000)
  await signInOnScreen(page, 'network')
  await page.goto('/profile')
  const card = page
    .locator('section.card')
    .filter({ has: page.getByRole('heading', { name: 'Verificación en dos pasos' }) })
  await card.getByRole('button', { name: 'Activar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Configura la verificación en dos pasos' })
  await dialog.getByRole('button', { name: 'Configurar mi aplicación' }).click()
  await expect(dialog.getByRole('img', { name: /Código QR/ })).toBeVisible()
  await assertGood(page, 'clave')
  const secret = (await dialog.locator('.two-factor__secret').innerText()).replaceAll(' ', '')
  const code = dialog.getByLabel('2. Escribe el código que muestra')
  await code.fill('000000')
  await dialog.getByRole('button', { name: 'Activar' }).click()
  await expect(dialog.getByText('El código no es correcto').first()).toBeVisible()
  await code.fill(codeOf(secret))
  await dialog.getByRole('button', { name: 'Activar' }).click()
  const codes = dialog.getByRole('list', { name: 'Códigos de recuperación' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  await assertGood(page, 'codigos')
  const [first = '', second = ''] = await codes.getByRole('listitem').allInnerTexts()
  await dialog.getByRole('button', { name: 'Ya los guardé' }).click()
  await expect(card).toContainText('Te quedan 10 códigos de recuperación')
  await assertGood(page, 'perfil')

  await leave(page)
  await typePassword(page)
  await assertGood(page, 'ingreso')
  await page.getByLabel('Código de verificación').fill(nextCode(secret))
  await page.getByRole('button', { name: 'Ingresar' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)

  await leave(page)
  await typePassword(page)
  await page.getByRole('button', { name: /usar un código de recuperación/ }).click()
  await page.getByLabel('Código de recuperación').fill(first)
  await page.getByRole('button', { name: 'Ingresar' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)

  await page.goto('/profile')
  await expect(card).toContainText('Te quedan 9 códigos de recuperación')
  await card.getByRole('button', { name: 'Desactivar' }).click()
  const off = page.getByRole('dialog', { name: 'Desactivar la verificación en dos pasos' })
  await off.getByRole('button', { name: /usar un código de recuperación/ }).click()
  await off.getByLabel('Código de recuperación').fill(second)
  await off.getByRole('button', { name: 'Desactivar' }).click()
  await expect(card).toContainText('Desactivada')
})
