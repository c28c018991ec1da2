import { assertAccessible } from './axe.ts'
import { expect, signIn, test } from './site.ts'

test('R2.21 en el celular la financiera cobra el equipo que no volvió de un contrato terminado, y al volver el cobro se quita', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, 'financial')
  await page.goto('/equipment?to_pick_up=true&kind=onu')
  const contract = page.getByRole('link', { name: /^AF-\d+/ }).first()
  const no = (await contract.textContent()) ?? ''
  await contract.click()
  const pieces = page.getByRole('list', { name: 'Equipos del contrato' })
  const charge = pieces.getByRole('button', { name: /^Cobrar equipo no devuelto: ONU Huawei/ })
  await charge.scrollIntoViewIfNeeded()
  await assertAccessible(page, 'un contrato con equipos por cobrar')
  const serial = / (HWTC\w+)$/.exec((await charge.getAttribute('aria-label')) ?? '')?.[1] ?? ''
  await charge.click()
  const dialog = page.getByRole('dialog', { name: 'Cobrar equipo no devuelto' })
  await dialog.getByLabel('Valor').fill('119000')
  await expect(dialog.getByText('$ 19.000,00')).toBeVisible()
  await assertAccessible(page, 'cobrar un equipo')
  await dialog.getByRole('button', { name: 'Cobrar', exact: true }).click()
  await expect(page.getByText(`$ 119.000,00 van en la próxima factura del contrato ${no}`)).toBeVisible()
  await expect(pieces.getByText('$ 119.000,00 en la próxima factura')).toBeVisible()
  await expect(page.getByText(`Equipo no devuelto: ONU Huawei ${serial}`)).toBeVisible()
  await page.goto(`/equipment?q=${serial}`)
  await page.getByRole('button', { name: `Ver detalles ${serial}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Mover' }).click()
  await page.getByLabel('A dónde pasa').selectOption({ label: 'Recogido' })
  await page.getByRole('dialog').getByRole('button', { name: 'Mover', exact: true }).click()
  await expect(page.getByText(/recogido\. El cobro de \$ 119\.000,00 .* se quitó/)).toBeVisible()
})
