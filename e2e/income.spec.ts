import { readFile } from 'node:fs/promises'
import { assertAccessible } from './axe.ts'
import { expect, signIn, test } from './site.ts'

/** '$ 1.234,50' as centavos. */
const centavosOf = (label: string): number => Math.round(Number(label.replace(/[$ .]/g, '').replace(',', '.')) * 100)

test('ACC-04 los ingresos de un mes son la suma de sus facturas, en la pantalla y en el archivo', async ({ page }) => {
  await signIn(page, 'financial')
  await page.goto('/accounting')
  await page.getByRole('link', { name: 'Ver los ingresos' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ingresos por mes de servicio' })).toBeVisible()
  // The last month, which is complete.
  const month = page.getByLabel('Mes')
  await month.selectOption({ index: 1 })
  await expect(page).toHaveURL(/period=\d{4}-\d{2}/)
  const figures = page.locator('.figures-row')
  const figure = async (label: string): Promise<number> => {
    const text = (await figures.locator('.figure', { hasText: label }).first().textContent()) ?? ''
    return centavosOf(/-?\$ [\d.]+,\d\d/.exec(text)?.[0] ?? '')
  }
  await expect(figures).toContainText('Ingreso del mes')
  await expect(page.getByRole('table', { name: 'Ingresos por factura' }).getByRole('row').nth(1)).toBeVisible()
  await assertAccessible(page, 'ingresos por mes')
  const income = await figure('Ingreso del mes')
  const after = await figure('Queda por anticipado')
  expect(income).toBeGreaterThan(0)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Exportar la lista' }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  const text = (await readFile(await (await saved).path())).toString().replace('\ufeff', '')
  const [head = '', ...rows] = text.trim().split(/\r?\n/)
  const columnOf = (title: string) => head.split(';').findIndex((name) => name.includes(title))
  const sumOf = (title: string) =>
    rows.reduce((total, row) => {
      const cell = row.split(';')[columnOf(title)] ?? ''
      return total + Math.round(Number(cell.replaceAll('"', '').replace(',', '.')) * 100)
    }, 0)
  expect(sumOf('Ingreso del mes')).toBe(income)
  expect(sumOf('Queda por anticipado')).toBe(after)
  await page.setViewportSize({ width: 360, height: 740 })
  await assertAccessible(page, 'ingresos por mes en un teléfono')
})
