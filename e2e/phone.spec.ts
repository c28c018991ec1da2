import { assertAccessible } from './axe.ts'
import { charge } from './desk.ts'
import { expect, signIn, test } from './site.ts'

const PHONE = { width: 360, height: 740 }

test('SHL-02 en el celular el cliente va a sus facturas, a pagar y a sus pagos con la barra de abajo', async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  await charge(page, 21_000, 22_000)
  await signIn(page, 'client')
  const bar = page.getByRole('navigation', { name: 'Accesos directos' })
  await expect(bar.getByRole('link', { name: 'Inicio' })).toHaveAttribute('aria-current', 'page')
  await assertAccessible(page, 'inicio del cliente en el celular')
  await bar.getByRole('link', { name: 'Pagar' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Gestión de pagos' })).toBeVisible()
  // The first invoice is seen without scrolling, above the bar.
  const first = await page.locator('.debt').first().boundingBox()
  const top = await bar.boundingBox()
  expect((first?.y ?? PHONE.height) + 60).toBeLessThan(top?.y ?? 0)
  await bar.getByRole('link', { name: 'Facturas' }).click()
  await expect(page.getByRole('heading', { name: 'Todas mis facturas' })).toBeInViewport()
  await expect(bar.getByRole('link', { name: 'Facturas' })).toHaveAttribute('aria-current', 'page')
  await bar.getByRole('link', { name: 'Pagos' }).click()
  await expect(page).toHaveURL(/\/transactions$/)
  await bar.getByRole('button', { name: 'Más' }).click()
  const menu = page.getByRole('dialog', { name: 'Menú' })
  await menu.getByRole('link', { name: 'Contratos' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Mis contratos' })).toBeVisible()
})

test('SHL-02 mientras paga, el cliente no tiene la barra: una decisión por pantalla', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await charge(page, 23_000)
  await signIn(page, 'client')
  await page.getByRole('link', { name: 'Pagar', exact: true }).click()
  await page
    .getByRole('button', { name: /^Pagar/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: /Cómo quieres pagar/ })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Accesos directos' })).toHaveCount(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
})

test('INV-01 en el celular las facturas tienen un botón principal y un menú, y la primera se ve sin bajar', async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  await signIn(page, 'financial')
  await page.goto('/invoices')
  const first = page.getByRole('row').nth(1)
  await expect(first).toBeInViewport({ ratio: 0.9 })
  await assertAccessible(page, 'facturas en el celular')
  await expect(page.getByRole('button', { name: 'Facturación masiva' })).toBeVisible()
  await page.getByRole('button', { name: 'Más acciones de la lista' }).click()
  await expect(page.getByRole('menuitem', { name: 'Exportar en CSV' })).toBeVisible()
  await page.getByRole('menuitem', { name: 'Nueva factura' }).click()
  await expect(page.getByRole('dialog', { name: 'Nueva factura' })).toBeVisible()
})
