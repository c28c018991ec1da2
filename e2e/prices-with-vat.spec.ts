import { expect, PASSWORD, signIn, test } from './site.ts'

test('INV-05 el administrador cambia si sus precios incluyen el IVA y lee qué cambia y desde cuándo', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, { username: 'admin@pacifico.test', password: PASSWORD })
  await page.goto('/profile')
  const open = async () => {
    await page.getByRole('button', { name: 'Editar empresa' }).click()
    return page.getByRole('dialog', { name: 'Editar empresa' })
  }
  const dialog = await open()
  const choice = dialog.getByLabel('Precios de tus planes y cobros')
  await expect(choice).toHaveValue('true')
  await choice.selectOption('Sin IVA: se suma en la factura')
  await expect(
    dialog.getByText(/^Desde que guardes, los contratos que se firmen .* las facturas ya emitidas no cambian\.$/),
  ).toBeVisible()
  await dialog.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(page.getByText('Guardamos los datos de la empresa')).toBeVisible()
  // The dialog shows what the server stored, not what this page had read before the change.
  await page.reload()
  const again = await open()
  await expect(again.getByLabel('Precios de tus planes y cobros')).toHaveValue('false')
  await expect(again.getByText(/^Desde que guardes/)).toBeHidden()
  await again.getByLabel('Precios de tus planes y cobros').selectOption('Con el IVA incluido')
  await again.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(again).toBeHidden()
})
