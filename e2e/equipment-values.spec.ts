import { assertAccessible } from './axe.ts'
import { expect, signIn, test } from './site.ts'

test('R2.21 en el celular la financiera pone el valor de los equipos en comodato y lo ve al volver', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, 'financial')
  await page.goto('/equipment')
  const dialog = page.getByRole('dialog', { name: 'Valor de los equipos en comodato' })
  const open = () => page.getByRole('button', { name: 'Valores en comodato' }).click()
  await open()
  await dialog.getByLabel('ONU').fill('0')
  await dialog.getByRole('button', { name: 'Guardar valores' }).click()
  await expect(dialog.getByRole('link', { name: /^Escribe un valor mayor que cero/ })).toBeVisible()
  await dialog.getByLabel('ONU').fill('180000')
  await dialog.getByLabel('Router').fill('95.000,50')
  await expect(dialog.getByText('= $ 95.000,50')).toBeVisible()
  await assertAccessible(page, 'valores en comodato')
  await dialog.getByRole('button', { name: 'Guardar valores' }).click()
  await expect(page.getByText('Valores guardados: los tendrán los contratos que se firmen desde ahora')).toBeVisible()
  await open()
  await expect(dialog.getByLabel('ONU')).toHaveValue('180.000')
  await expect(dialog.getByLabel('Router')).toHaveValue('95.000,50')
  await expect(dialog.getByLabel('Antena')).toHaveValue('320.000')
  await expect(dialog.getByLabel('Otro')).toHaveValue('')
})
