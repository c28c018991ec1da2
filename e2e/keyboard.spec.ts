import type { Page } from '@playwright/test'
import { rowMenu } from './row-menu.ts'
import { expect, PASSWORD, signIn, test } from './site.ts'

const focused = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent?.trim() ?? '',
  )

test('AUT-01 se entra solo con el teclado', async ({ page }) => {
  await page.goto('/auth')
  await page.getByLabel('Correo o usuario').focus()
  await page.keyboard.type('financiero@andina.test')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Contraseña', { exact: true })).toBeFocused()
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Tab')
  expect(await focused(page)).toMatch(/Mostrar/)
  await page.keyboard.press('Space')
  await expect(page.getByLabel('Contraseña', { exact: true })).toHaveAttribute('type', 'text')
  await page.getByLabel('Contraseña', { exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('SHL-01 el menú de la persona se abre, se recorre y se cierra con el teclado, y el foco vuelve', async ({
  page,
}) => {
  await signIn(page, 'financial')
  // The title takes the focus when the screen opens.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const opener = page.getByRole('button', { name: /Laura Pinzón/ })
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Perfil', exact: true })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('navigation', { name: 'Mi cuenta' }).getByRole('link', { name: 'Perfil' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
  await expect(page.getByRole('navigation', { name: 'Mi cuenta' })).toBeHidden()
})

test('SHL-10 en la pregunta de salida el foco empieza en Cancelar, no sale, y vuelve', async ({ page }) => {
  await signIn(page, 'financial')
  await page.goto('/plans-and-service')
  const opener = rowMenu(page, 'Hogar 50')
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Editar' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Eliminar' })).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByRole('button', { name: 'Cancelar' })).toBeFocused()
  for (let presses = 0; presses < 6; presses += 1) {
    await page.keyboard.press('Tab')
    const isInside = await page.evaluate(
      () => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null,
    )
    expect(isInside).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
})

test('PLN-03 el formulario de un plan se llena y se cierra con el teclado', async ({ page }) => {
  await signIn(page, 'financial')
  await page.goto('/plans-and-service')
  const opener = page.getByRole('button', { name: 'Crear Plan', exact: true })
  await opener.focus()
  await page.keyboard.press('Space')
  const dialog = page.getByRole('dialog', { name: 'Crear plan' })
  await expect(dialog.getByLabel('Nombre')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toBeVisible()
  await expect(dialog.getByLabel('Nombre')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
})

test('SHL-02 el enlace para saltar al contenido y el foco al título al cambiar de pantalla', async ({ page }) => {
  await signIn(page, 'financial')
  // A reload while the dashboard is still opening is refused by the browser.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  await page.getByRole('link', { name: 'Saltar al contenido' }).focus()
  await expect(page.getByRole('link', { name: 'Saltar al contenido' })).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.locator('main')).toBeFocused()
  await page.getByRole('link', { name: 'Planes y Servicios' }).first().focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Planes y Servicios' })).toBeFocused()
})

test('RTE-05 en los 100 ms en blanco la pantalla se dibuja sin que se vea, y al final tiene el foco en su título', async ({
  page,
}) => {
  await signIn(page, 'financial')
  await page.getByRole('link', { name: 'Planes y Servicios' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Planes y Servicios' })).toBeFocused()
  // From here the time of the page moves only when the test says so.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByRole('link', { name: 'Clientes' }).first().click()
  const heading = page.getByRole('heading', { level: 1, name: 'Gestión de clientes' })
  await expect(heading).toBeFocused()
  await page.clock.runFor(99)
  await expect(page.locator('main > .page')).toHaveCSS('opacity', '0')
  await expect(page.locator('main > .page')).toHaveCSS('pointer-events', 'none')
  await page.clock.runFor(1)
  await expect(page.locator('main > .page')).toHaveCSS('opacity', '1')
})
