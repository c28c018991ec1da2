import { findClient, setCharges } from './desk.ts'
import { expect, signIn, test } from './site.ts'

const CHARGES = {
  transfer_cost: 60_000,
  technical_visit_cost: 35_000,
  additional_cable_cost: 1_800,
  reconnection_cost: 1_900,
}

test.beforeEach(({ page }) => setCharges(page, CHARGES))

test('PLN-07 un cobro suelto ofrece el precio configurado, y una reconexión sobre el tope se rechaza en su campo', async ({
  page,
}) => {
  const { no_contract } = await findClient(page, false)
  await signIn(page, 'financial')
  await page.goto('/invoices')
  await page.getByRole('button', { name: 'Nueva factura' }).click()
  const dialog = page.getByRole('dialog', { name: 'Nueva factura' })
  const price = dialog.getByLabel('Valor unitario')
  await dialog.getByRole('combobox', { name: 'Cliente' }).fill(no_contract)
  await dialog.getByRole('option', { name: new RegExp(no_contract) }).click()
  for (const [kind, offered] of [
    ['transfer', '60.000'],
    ['technical_visit', '35.000'],
    ['additional_cable', '1.800'],
    ['equipment', ''],
    ['reconnection', '1.900'],
  ] as const) {
    await dialog.getByLabel('Qué se cobra').selectOption(kind)
    await expect(price).toHaveValue(offered)
  }
  await expect(dialog.getByText(/^Máximo \$ 1\.981,00: /)).toBeVisible()
  await dialog.getByLabel('Descripción').fill('Reconexión')
  await price.fill('10000')
  await dialog.getByRole('button', { name: 'Emitir factura' }).click()
  await expect(dialog.getByRole('link', { name: /^La reconexión no puede costar más de \$ 1\.981,00/ })).toBeVisible()
  await expect(price).toHaveAttribute('aria-invalid', 'true')
  await price.fill('1900')
  await dialog.getByRole('button', { name: 'Emitir factura' }).click()
  await expect(dialog.getByRole('link', { name: /no tiene una suspensión por mora sin cobrar/ })).toBeVisible()
})

test('PLN-07 antes de reconectar se ve cuánto cuesta, y eso mismo queda registrado', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, 'financial')
  await page.goto('/contracts?status=suspended')
  await page
    .getByRole('link', { name: /^AF-\d+/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Reconectar' }).click()
  const dialog = page.getByRole('alertdialog', { name: '¿Reconectar el servicio?' })
  const promise = 'La reconexión cuesta $ 1.900,00 y va en la próxima factura del mes.'
  await expect(dialog.getByText(promise)).toBeVisible()
  await dialog.getByRole('button', { name: 'Reconectar' }).click()
  await expect(page.getByText(`Servicio reconectado exitosamente. ${promise}`)).toBeVisible()
})
