import { assertAccessible } from './axe.ts'
import { chargeContract, findClient, payAll } from './desk.ts'
import { expect, signIn, test } from './site.ts'
import { askForPassword, confirmPassword } from './step-up.ts'

test('ACC-05 un saldo de 24 pesos se cierra por ajuste, se ve en la factura, y su cierre se reversa', async ({
  page,
}) => {
  const client = await findClient(page, false)
  await payAll(page, client.id)
  const [number = ''] = await chargeContract(page.request, client.no_contract, [24])
  await signIn(page, 'financial')
  await page.goto('/accounting')
  const card = page.locator('.card', { has: page.getByRole('heading', { name: 'Saldos pequeños', exact: true }) })
  await expect(card).toContainText('Tu empresa no tiene un límite')
  await card.getByRole('link', { name: 'Ver los saldos' }).click()
  await page.getByRole('button', { name: 'Definir el límite' }).click()
  const limiting = page.getByRole('dialog', { name: 'Límite de los saldos pequeños' })
  await limiting.getByLabel('Un saldo es pequeño hasta').fill('5001')
  await limiting.getByRole('button', { name: 'Guardar límite' }).click()
  await expect(limiting.getByText('El límite puede ser de hasta $ 5.000,00').first()).toBeVisible()
  await limiting.getByLabel('Un saldo es pequeño hasta').fill('50')
  await limiting.getByRole('button', { name: 'Guardar límite' }).click()
  await expect(page.getByText('Un saldo es pequeño hasta $ 50,00').first()).toBeVisible()
  await assertAccessible(page, 'saldos pequeños')

  await page.getByLabel(`Elegir la factura ${number}`).check()
  await page.getByRole('button', { name: 'Cerrar los elegidos (1)' }).click()
  const closing = page.getByRole('dialog', { name: /^Cerrar 1 saldo por/ })
  await expect(closing.getByText('no genera recibo')).toBeVisible()
  await askForPassword(page, '**/api/accounting/small-balance/closing', 1)
  await closing.getByRole('button', { name: 'Sí, cerrar 1 saldo' }).click()
  await confirmPassword(page)
  await expect(page.getByText(/^Cerramos 1 saldo por/)).toBeVisible()
  await expect(page.getByLabel(`Elegir la factura ${number}`)).toBeHidden()

  await page.getByLabel('Estado').selectOption('Cerrados')
  await page.getByRole('link', { name: number, exact: true }).click()
  await expect(page.getByText('Cierre de saldo pequeño')).toBeVisible()
  await page.goBack()
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('button', { name: `Reversar el cierre de ${number}` }).click()
  const reversing = page.getByRole('dialog', { name: `Reversar el cierre de ${number}` })
  await reversing.getByLabel('Motivo').fill('Trajo los 24 pesos')
  await assertAccessible(page, 'reversar el cierre')
  await reversing.getByRole('button', { name: 'Reversar cierre' }).click()
  await expect(page.getByText(new RegExp(`^La factura ${number} vuelve a deber`))).toBeVisible()
  await expect(page.getByText(/^Reversado el/)).toBeVisible()
})
