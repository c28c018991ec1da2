import { assertAccessible } from './axe.ts'
import { chooseAction } from './row-menu.ts'
import { expect, signIn, test } from './site.ts'

test('TBL-01 una factura se abre al lado de la lista, con la siguiente a una tecla y el enlace a su página', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await signIn(page, 'financial')
  await page.goto('/invoices?page_size=4')
  const names = page.getByRole('link', { name: /^AF-\d+$/ })
  await expect(names).toHaveCount(4)
  const [first = '', second = ''] = await names.allTextContents()
  await page.getByRole('button', { name: `Ver ${first} al lado` }).click()
  const panel = page.getByRole('complementary', { name: `Factura ${first}` })
  await expect(panel).toContainText('por pagar')
  await expect(panel.getByRole('button', { name: 'Anterior de la lista' })).toBeDisabled()
  await assertAccessible(page, 'an invoice beside the list')
  await page.keyboard.press('ArrowDown')
  const next = page.getByRole('complementary', { name: `Factura ${second}` })
  await expect(next).toBeVisible()
  await page.reload()
  await expect(next).toBeVisible()
  await next.getByRole('link', { name: 'Abrir la factura' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Factura ${second}` })).toBeVisible()
  await page.goBack()
  await expect(next).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(next).toBeHidden()
  await page.getByRole('link', { name: first, exact: true }).focus()
  await page.keyboard.press('v')
  await expect(page.getByRole('complementary', { name: `Factura ${first}` })).toBeVisible()
})

test('TBL-01 la fila abierta al lado se ve y queda marcada en una lista de 50, y el paso sigue en la otra página', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await signIn(page, 'financial')
  await page.goto('/invoices?page_size=50')
  const names = page.getByRole('link', { name: /^AF-\d+$/ })
  await expect(names).toHaveCount(50)
  const numbers = await names.allTextContents()
  const openRow = page.locator('tr[aria-current]')
  const expectOpen = async (number: string): Promise<void> => {
    await expect(page.getByRole('complementary', { name: `Factura ${number}` })).toBeVisible()
    await expect(openRow).toHaveCount(1)
    await expect(openRow).toContainText(number)
    await expect(openRow).toBeInViewport({ ratio: 1 })
    // The bar of the window does not cover it.
    expect((await openRow.boundingBox())?.y).toBeGreaterThanOrEqual(56)
  }
  await page.getByRole('button', { name: `Ver ${numbers[0]} al lado` }).click()
  for (const number of numbers.slice(0, 25)) {
    await expectOpen(number)
    await page.keyboard.press('ArrowDown')
  }
  for (const number of numbers.slice(1, 26).toReversed()) {
    await expectOpen(number)
    await page.keyboard.press('ArrowUp')
  }
  await expectOpen(numbers[0] ?? '')
  // Another page opens its first row; the row before it is the last one of the page before.
  await page.getByRole('button', { name: 'Página siguiente' }).click()
  await expect(page.getByText('Mostrando 51 a 100')).toBeVisible()
  await expect(names.first()).not.toHaveText(numbers[0] ?? '')
  await expectOpen((await names.first().textContent()) ?? '')
  await page.getByRole('button', { name: 'Anterior de la lista' }).click()
  await expect(page.getByText('Mostrando 1 a 50')).toBeVisible()
  await expectOpen(numbers[49] ?? '')
  await page.getByRole('button', { name: 'Siguiente de la lista' }).click()
  await expect(page.getByText('Mostrando 51 a 100')).toBeVisible()
  await expectOpen((await names.first().textContent()) ?? '')
  // A record without a row in the page that is shown says so, and a step goes on in the list.
  const other = new URL(page.url())
  other.searchParams.set('page', '3')
  await page.goto(other.href)
  await expect(page.getByText('No está en esta página de la lista.')).toBeVisible()
  await expect(openRow).toHaveCount(0)
  await page.getByRole('button', { name: 'Siguiente de la lista' }).click()
  await expectOpen((await names.first().textContent()) ?? '')
})

test('CLI-01 un cliente se abre al lado de la lista; en una pantalla angosta no hay nada al lado', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await signIn(page, 'financial')
  await page.goto('/clients?page_size=4')
  const name = (await page.locator('.client-name').first().textContent()) ?? ''
  await chooseAction(page, 'Ver al lado', name)
  await expect(page.getByRole('complementary', { name })).toContainText('Acceso al portal')
  await assertAccessible(page, 'a client beside the list')
  await page.setViewportSize({ width: 1024, height: 800 })
  await expect(page.getByRole('complementary', { name })).toBeHidden()
  await expect(page.getByRole('button', { name: /al lado$/ })).toHaveCount(0)
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(page.getByRole('complementary', { name })).toBeHidden()
  await assertAccessible(page, 'the list of clients, phone')
})
