import { assertAccessible } from './axe.ts'
import { expect, signIn, test } from './site.ts'
import { askForPassword, confirmPassword } from './step-up.ts'

test('ACC-07 la administradora castiga la deuda de quien se retiró, la ve entre los castigos y la deshace', async ({
  page,
}) => {
  await signIn(page, 'admin')
  await page.goto('/accounting')
  const card = page.locator('.card', { has: page.getByRole('heading', { name: 'Castigo de cartera', exact: true }) })
  await card.getByRole('link', { name: 'Cartera por castigar' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Cartera por castigar' })).toBeVisible()
  await assertAccessible(page, 'cartera por castigar')
  const choice = page.getByLabel(/^Elegir la factura /).first()
  const number = ((await choice.getAttribute('aria-label')) ?? '').replace('Elegir la factura ', '')
  await choice.check()
  await page.getByRole('button', { name: 'Castigar las elegidas (1)' }).click()
  const dialog = page.getByRole('dialog', { name: /^Castigar 1 factura por/ })
  await dialog.getByRole('button', { name: 'Sí, castigar 1 factura' }).click()
  await expect(dialog.getByText('Escribe por qué se castiga la deuda').first()).toBeVisible()
  await dialog.getByLabel('Motivo').fill('Se fue del municipio y no aparece')
  await askForPassword(page, '**/api/accounting/write-off', 1)
  await dialog.getByRole('button', { name: 'Sí, castigar 1 factura' }).click()
  await confirmPassword(page)
  await expect(page.getByText(/^Castigamos 1 factura por/)).toBeVisible()
  await expect(page.getByLabel(`Elegir la factura ${number}`)).toBeHidden()

  await page.getByRole('link', { name: 'Castigos y recuperaciones' }).click()
  await page.setViewportSize({ width: 360, height: 740 })
  await assertAccessible(page, 'castigos y recuperaciones')
  await page.getByRole('button', { name: `Deshacer el castigo de ${number}` }).click()
  const undoing = page.getByRole('dialog', { name: `Deshacer el castigo de ${number}` })
  await undoing.getByLabel('Motivo').fill('Volvió y quiere pagar')
  await undoing.getByRole('button', { name: 'Deshacer castigo' }).click()
  await expect(page.getByText(new RegExp(`^La factura ${number} vuelve a deber`))).toBeVisible()
})
