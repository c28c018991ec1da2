import { expect, signIn, test } from './site.ts'

test('SUS-09 el administrador enciende los avisos antes de un reporte y finanzas saca una deuda de la lista con su razón', async ({
  page,
}) => {
  test.setTimeout(180_000)
  await signIn(page, 'admin')
  await page.getByRole('link', { name: 'Ver la política' }).click()
  await page.getByLabel('Avisar antes de un reporte').check()
  await page.getByLabel('Días de mora para avisar').fill('1')
  await page.getByLabel('Deuda mínima para avisar').fill('1000')
  await page.getByRole('button', { name: 'Guardar política' }).click()
  await expect(page.getByText('Guardamos la política encendida: se avisa desde 1 días de mora')).toBeVisible()
  await signIn(page, 'financial')
  // The queue is worked by a job, within a minute.
  const leave = page.getByRole('button', { name: /^Sacar a .* de la lista$/ }).first()
  await expect(async () => {
    await page.goto('/invoices/bureau')
    await expect(leave).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: 100_000 })
  await expect(page.getByText(/no envía nada a ninguna central de riesgo/)).toBeVisible()
  await leave.click()
  const dialog = page.getByRole('dialog', { name: /^Sacar a / })
  await dialog.getByRole('button', { name: 'Sacar' }).click()
  await expect(dialog.getByText('Escribe la razón').first()).toBeVisible()
  await dialog.getByLabel('Por qué').fill('Está en negociación')
  await dialog.getByRole('button', { name: 'Sacar' }).click()
  await expect(page.getByText('La sacamos de la lista: no se avisa ni se reporta')).toBeVisible()
  await page.goto('/invoices/bureau?state=left_out')
  await expect(page.getByText('Está en negociación')).toBeVisible()
})
