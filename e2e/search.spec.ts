import { assertAccessible } from './axe.ts'
import { expect, signIn, test } from './site.ts'

test('OPS-06 Ctrl+K busca sin acentos y se elige con el teclado', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await signIn(page, 'financial')
  await expect(page.getByRole('button', { name: /^Buscar cliente/ })).toBeVisible()
  await page.keyboard.press('Control+k')
  const box = page.getByRole('combobox', { name: 'Qué buscas' })
  await expect(box).toBeFocused()
  // The last option is below what the list shows at once.
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('option').last()).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('option').last()).toBeInViewport()
  await box.fill('bohorquez')
  await expect(page.getByRole('option', { name: /Bohórquez/ }).first()).toBeVisible()
  await assertAccessible(page, 'buscar')
  await box.fill('AF-000005')
  await expect(page.getByRole('option', { name: /^AF-000005/ })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/contracts\/detail\/AF-000005$/)
  await expect(box).toBeHidden()
  await page.keyboard.press('Control+k')
  await box.fill('facturacion')
  await expect(page.getByRole('option', { name: /^Facturación masiva/ })).toBeVisible()
  // A page that the home does not lead to, and a report.
  await box.fill('extracto')
  await expect(page.getByRole('option', { name: /^Pagos del banco/ })).toBeVisible()
  await box.fill('reporte')
  await expect(page.getByRole('option', { name: /^Cartera por edades/ })).toBeVisible()
  await box.fill('zzzzqq')
  await expect(page.getByText('No encontramos «zzzzqq»')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(box).toBeHidden()
})

test('OPS-06 Ctrl+K también busca en una ventana angosta o ampliada, donde la búsqueda es un icono', async ({
  page,
}) => {
  await page.setViewportSize({ width: 768, height: 820 })
  await signIn(page, 'financial')
  const button = page.getByRole('button', { name: 'Buscar', exact: true })
  await expect(button).toBeVisible()
  await page.keyboard.press('Control+k')
  const box = page.getByRole('combobox', { name: 'Qué buscas' })
  await expect(box).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(box).toBeHidden()
  await expect(page.locator('dialog[open]')).toHaveCount(0)
  await button.click()
  await expect(box).toBeFocused()
})

test('OPS-06 en el celular el técnico busca un contrato por su titular', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, 'technical')
  await page.getByRole('button', { name: 'Buscar' }).click()
  await expect(page.getByRole('option').first()).toBeVisible()
  // No text of a result is over the next one.
  const overflows = await page
    .getByRole('option')
    .evaluateAll((rows) => rows.map((row) => row.scrollHeight - Math.ceil(row.getBoundingClientRect().height)))
  expect(Math.max(...overflows)).toBeLessThanOrEqual(0)
  await page.getByRole('combobox', { name: 'Qué buscas' }).fill('bohorquez')
  await expect(page.getByRole('option', { name: /Bohórquez/ }).first()).toBeVisible()
  await assertAccessible(page, 'buscar en el celular')
  await page
    .getByRole('option', { name: /Bohórquez/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/contracts\/detail\//)
})

test('OPS-06 la lista de facturas se descarga como se ve, en Excel y en CSV', async ({ page }) => {
  await signIn(page, 'financial')
  await page.goto('/invoices?status=vencido')
  for (const [format, name] of [
    ['CSV', /^facturas-.*\.csv$/],
    ['Excel (XLSX)', /^facturas-.*\.xlsx$/],
  ] as const) {
    await page.getByRole('button', { name: 'Exportar la lista' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: format }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(name)
  }
})

test('OPS-06 cerrar la ventana que pide la contraseña no descarga nada y no dice ningún error', async ({ page }) => {
  await signIn(page, 'financial')
  await page.goto('/clients')
  await page.route('**/api/export', (route) =>
    route.fulfill({
      status: 422,
      json: { message: 'Confirma tu contraseña para continuar', code: 'STEP_UP_REQUIRED' },
    }),
  )
  const again = page.getByRole('dialog', { name: 'Confirma tu contraseña' })
  for (const close of ['Cancelar', 'Cerrar']) {
    await page.getByRole('button', { name: 'Exportar la lista' }).click()
    await page.getByRole('menuitem', { name: 'CSV' }).click()
    await again.getByRole('button', { name: close }).click()
    await expect(page.getByRole('button', { name: 'Exportar la lista' })).toBeVisible()
  }
  await expect(page.locator('.Toastify__toast')).toHaveCount(0)
})
