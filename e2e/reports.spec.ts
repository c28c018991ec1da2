import { readFile } from 'node:fs/promises'
import { assertAccessible } from './axe.ts'
import { expect, signIn, test } from './site.ts'

/** '$ 1.234,50' as centavos. */
const centavosOf = (label: string): number =>
  Math.round(Number((/-?\$ ([\d.]+,\d\d)/.exec(label)?.[1] ?? '').replaceAll('.', '').replace(',', '.')) * 100)

test('RPT-01 RPT-02 un reporte se abre, se compara, se descarga y lleva a la lista de cada cifra', async ({ page }) => {
  await signIn(page, 'financial')
  await page.goto('/reports')
  await expect(page.getByRole('heading', { level: 1, name: 'Reportes' })).toBeVisible()
  await assertAccessible(page, 'catálogo de reportes')
  await page.getByRole('link', { name: 'Facturación', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Facturación' })).toBeVisible()
  const days = page.getByText(/^\d\d\/\d\d\/\d{4} a .*, frente a /)
  const ofThisMonth = (await days.textContent()) ?? ''
  await page.getByLabel('Período').selectOption({ label: 'Mes anterior' })
  await expect(page).toHaveURL(/period=anterior/)
  // Until the report of the other days arrives, the page keeps the one it had.
  await expect(days).not.toHaveText(ofThisMonth)
  const figure = page.locator('.figure', { hasText: 'Facturado' }).first()
  await expect(figure).toContainText(/que antes|Igual que antes|Antes:/)
  const billed = centavosOf((await figure.textContent()) ?? '')
  expect(billed).toBeGreaterThan(0)
  await assertAccessible(page, 'reporte de facturación')

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descargar el reporte' }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  const text = (await readFile(await (await saved).path())).toString()
  const total = text.trim().split(/\r?\n/).at(-1)?.split(';')[4] ?? ''
  expect(Math.round(Number(total.replace(',', '.')) * 100)).toBe(billed)

  // The choice is remembered for the next report.
  await page.goto('/reports/recaudo')
  await expect(page.getByLabel('Período')).toHaveValue('anterior')
  const method = page.getByRole('rowheader').getByRole('link').first()
  await method.click()
  await expect(page).toHaveURL(/\/transactions\?.*method=/)

  await page.goto('/reports/cartera')
  await page.getByRole('link', { name: 'Por vencer' }).first().click()
  await expect(page).toHaveURL(/\/invoices\?.*balance=por_vencer/)
  for (const width of [320, 360, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/reports/iva?period=doce')
    await expect(page.getByRole('region', { name: 'Tabla de IVA por tratamiento' })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  }
})

test('RPT-04 un reporte se programa para que llegue por correo, y se quita', async ({ page }) => {
  await signIn(page, 'admin')
  await page.goto('/reports/recaudo')
  await page.getByRole('button', { name: 'Programar envío' }).click()
  const dialog = page.getByRole('dialog', { name: 'Programar envío' })
  await dialog.getByRole('button', { name: 'Programar' }).click()
  await expect(dialog.getByText('Elige al menos una persona').first()).toBeVisible()
  await dialog.getByRole('checkbox').first().check()
  await dialog.getByRole('button', { name: 'Programar' }).click()
  await expect(page.getByText('Cada mes, el día 1, en PDF.')).toBeVisible()
  await page.getByRole('button', { name: /^Quitar el envío/ }).click()
  await expect(page.getByText('Cada mes, el día 1, en PDF.')).toHaveCount(0)
})
