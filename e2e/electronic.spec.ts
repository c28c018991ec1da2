import { assertAccessible } from './axe.ts'
import { expect, signIn, test } from './site.ts'

test('EIN-02 el administrador ve por qué se rechazó un documento, qué corregir, y lo envía de nuevo', async ({
  page,
}) => {
  await signIn(page, 'admin')
  await page.goto('/invoices-electronic')
  const queue = page.locator('.card', { has: page.getByRole('heading', { name: 'Envío a la DIAN', exact: true }) })
  await expect(queue.getByText('Rechazados', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Rangos de numeración', exact: true })).toBeVisible()
  await assertAccessible(page, 'facturas electrónicas')
  await page.getByLabel('Motivo').selectOption('check_digit')
  await page.getByLabel('Estado').selectOption('rejected')
  await expect(page.getByText('El dígito de verificación del NIT del cliente falta o está mal.').last()).toBeVisible()
  for (const width of [320, 360, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await assertAccessible(page, `facturas electrónicas de ${width}`)
  }
  await page.locator('a[href^="/invoices-electronic/"]').first().click()
  await expect(page.getByText('Corrige el NIT del cliente, con su dígito después del guion.')).toBeVisible()
  await expect(page.getByText('Regla FAK24: No está informado el DV del NIT')).toBeVisible()
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await assertAccessible(page, `documento electrónico de ${width}`)
  }
  await page.getByRole('button', { name: 'Enviar de nuevo' }).click()
  await expect(page.getByText(/^Enviamos de nuevo/)).toBeVisible()
  await expect(page.getByText('Se pidió enviarlo de nuevo')).toBeVisible()
})

test('EIN-04 un documento validado tiene CUFE y PDF, y el mes se concilia', async ({ page }) => {
  await signIn(page, 'admin')
  await page.goto('/invoices-electronic?status=validated')
  const first = page.locator('a[href^="/invoices-electronic/"]').first()
  await expect(first).toHaveText(/^SETP\d+$/)
  await first.click()
  await expect(page.locator('.einvoices-code')).toHaveText(/^[0-9a-f]{96}$/)
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descargar PDF' }).click()
  expect((await saving).suggestedFilename()).toMatch(/^factura-SETP\d+\.pdf$/)
  await page.getByRole('link', { name: 'Volver' }).click()
  await page.getByRole('button', { name: /^Conciliar/ }).click()
  await expect(page.getByText(/Diferencia cero|por revisar/)).toBeVisible({ timeout: 30_000 })
})

test('EIN-01 el administrador pausa el envío y lo reanuda', async ({ page }) => {
  await signIn(page, 'admin')
  await page.goto('/invoices-electronic')
  await page.getByRole('button', { name: 'Pausar el envío' }).click()
  await expect(page.getByText('El envío quedó en pausa')).toBeVisible()
  await page.getByRole('button', { name: 'Reanudar el envío' }).click()
  await expect(page.getByText('El envío sigue')).toBeVisible()
})

test('EIN-02 la financiera encuentra las facturas que la DIAN rechazó en su lista', async ({ page }) => {
  await signIn(page, 'financial')
  // Another journey sends the rejected document again: it is rejected again in a moment.
  await expect(async () => {
    await page.goto('/invoices')
    await page.getByLabel('Estado').selectOption({ label: 'DIAN: rechazada' })
    await expect(page.locator('.badge', { hasText: 'DIAN: rechazada' }).first()).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expect(page).toHaveURL(/electronic=rejected/)
  await expect(page.getByRole('button', { name: /DIAN: rechazada/ })).toBeVisible()
  for (const width of [320, 360, 700, 768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await assertAccessible(page, `facturas rechazadas por la DIAN de ${width}`)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.locator('.invoice-number').first().click()
  await expect(page.getByText('La DIAN rechazó el documento de esta factura.')).toBeVisible()
})
