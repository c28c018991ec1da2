import { rowMenu } from './row-menu.ts'
import { expect, signIn, test } from './site.ts'

declare global {
  interface Window {
    /** How many listeners the page has added to its document. */
    listeners?: number
  }
}

test('TBL-01 una tecla en una lista de 50 filas no ejecuta el código de 50 menús', async ({ page }) => {
  await page.addInitScript(() => {
    const add = document.addEventListener.bind(document)
    window.listeners = 0
    Object.defineProperty(document, 'addEventListener', {
      value: (...given: Parameters<Document['addEventListener']>) => {
        window.listeners = (window.listeners ?? 0) + 1
        add(...given)
      },
    })
  })
  await signIn(page, 'financial')
  await page.goto('/invoices?page_size=50')
  await expect(rowMenu(page.locator('tbody tr').nth(49), /\S/)).toBeVisible()
  const before = await page.evaluate(() => window.listeners ?? 0)
  await page.locator('tbody .row-check').first().press('Space')
  await expect(page.getByText('1 factura elegida')).toBeVisible()
  const added = (await page.evaluate(() => window.listeners ?? 0)) - before
  expect(added).toBeLessThan(20)
})

test('TBL-01 el menú de una fila abre y cierra con el teclado y con el ratón, y devuelve el foco a su botón', async ({
  page,
}) => {
  await signIn(page, 'financial')
  await page.goto('/clients')
  const button = rowMenu(page.locator('tbody tr').first(), /\S/)
  const menu = page.getByRole('menu')
  for (const key of ['Enter', 'Space', 'ArrowDown']) {
    await button.focus()
    await page.keyboard.press(key)
    await expect(page.getByRole('menuitem').first()).toBeFocused()
    await expect(button).toHaveAttribute('aria-expanded', 'true')
    expect(await menu.getAttribute('aria-label')).toBe(await button.getAttribute('aria-label'))
    expect(await menu.getAttribute('id')).toBe(await button.getAttribute('aria-controls'))
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await expect(button).toBeFocused()
  }
  await button.click()
  await expect(menu).toBeVisible()
  await button.click()
  await expect(menu).toBeHidden()
  await expect(button).toHaveAttribute('aria-expanded', 'false')
})
