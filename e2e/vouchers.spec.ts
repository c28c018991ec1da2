import { assertAccessible } from './axe.ts'
import { expect, signIn, test } from './site.ts'

test('ACC-01 el contador recibe un lote de comprobantes, y la segunda descarga lo dice', async ({ page }) => {
  await signIn(page, 'financial')
  await page.goto('/accounting')
  const card = page.locator('.card', { hasText: 'Comprobantes para el contador' })
  await expect(card.getByText(/Faltan \d+ asientos por entregar/)).toBeVisible()
  await card.getByRole('button', { name: 'Hacer un lote' }).click()
  const dialog = page.getByRole('dialog', { name: 'Hacer un lote de comprobantes' })
  await assertAccessible(page, 'lote de comprobantes')
  await dialog.getByRole('button', { name: 'Hacer el lote' }).click()
  await expect(card.getByText('Todo está entregado: no hay asientos nuevos.')).toBeVisible()
  await expect(card.getByText(/Lote 1, hasta el/)).toBeVisible()
  for (const name of ['comprobantes-lote-1-plain.csv', 'comprobantes-lote-1-plain-descarga-2.csv']) {
    const saved = page.waitForEvent('download')
    await card.getByRole('button', { name: 'Descargar el lote 1' }).click()
    await page.getByRole('menuitem', { name: 'Plano (para cualquier programa)' }).click()
    expect((await saved).suggestedFilename()).toBe(name)
    await expect(card.getByText(/descargado/)).toBeVisible()
  }
})
