import { expect, signIn, test } from './site.ts'

test('RTE-10 el mantenimiento del servidor saca a todos menos al superadministrador, y al terminar vuelven', async ({
  page,
  browser,
  site,
}) => {
  test.setTimeout(120_000)
  const context = await browser.newContext({ baseURL: site })
  const clerk = await context.newPage()
  await signIn(clerk, 'financial')
  await signIn(page, 'superadmin')
  await page.getByLabel('Qué pasa (opcional)').fill('Mejoramos los pagos')
  await page.getByRole('button', { name: 'Activar mantenimiento' }).click()
  const question = page.getByRole('alertdialog', { name: '¿Activar el mantenimiento?' })
  await question.getByRole('button').last().click()
  await expect(page.getByText('Modo de mantenimiento activado').first()).toBeVisible()
  await clerk.waitForTimeout(2_500)
  await clerk.goto('/plans-and-service')
  await expect(clerk).toHaveURL(/\/maintenance$/)
  await expect(clerk.getByText('Mejoramos los pagos')).toBeVisible()
  expect(await clerk.evaluate(() => localStorage.getItem('app_maintenance_mode'))).toBe('active')
  await page.goto('/companies')
  await expect(page).toHaveURL(/\/companies$/)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Abrir la plataforma' }).click()
  await expect(page.getByText('Modo de mantenimiento desactivado').first()).toBeVisible()
  // The page also asks by itself, and leaves when the maintenance ends.
  await expect(async () => {
    const again = clerk.getByRole('button', { name: 'Reintentar ahora' })
    if (await again.isVisible()) await again.click({ timeout: 1_000 })
    await expect(clerk).not.toHaveURL(/\/maintenance$/, { timeout: 2_000 })
  }).toPass({ timeout: 20_000 })
  await clerk.goto('/plans-and-service')
  await expect(clerk.getByRole('heading', { level: 1, name: 'Planes y Servicios' })).toBeVisible()
  await context.close()
})

test('RTE-10 una marca puesta a mano se obedece y no se quita', async ({ page }) => {
  await page.goto('/faq')
  await page.evaluate(() => localStorage.setItem('app_maintenance_mode', 'true'))
  await page.goto('/about')
  await expect(page).toHaveURL(/\/maintenance$/)
  await page.getByRole('button', { name: 'Reintentar ahora' }).click()
  await expect(page).toHaveURL(/\/maintenance$/)
  expect(await page.evaluate(() => localStorage.getItem('app_maintenance_mode'))).toBe('true')
  await page.evaluate(() => localStorage.setItem('app_maintenance_mode', 'inactive'))
  await page.goto('/maintenance')
  await expect(page).toHaveURL(/\/$/)
})
