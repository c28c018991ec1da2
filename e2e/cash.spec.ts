import type { Page } from '@playwright/test'
import { assertAccessible } from './axe.ts'
import { addCashBox, chargeContract, findClient, payAll } from './desk.ts'
import { expect, signIn, test } from './site.ts'

const PHONE = { width: 360, height: 740 }
const DESKTOP = { width: 1280, height: 800 }

/** The screen has no fault at both sizes, and fits in the narrowest window; it stays on the last size. */
async function assertBoth(page: Page, name: string): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  for (const size of [PHONE, DESKTOP]) {
    await page.setViewportSize(size)
    await assertAccessible(page, `${name} ${size.width}`)
  }
}

/** Registers a payment in cash of a client into a box. */
async function payInCash(page: Page, client: { id: string; name: string }, box: string, amount: string): Promise<void> {
  await page.goto(`/clients/${client.id}`)
  await page.getByRole('button', { name: 'Registrar pago' }).click()
  const dialog = page.getByRole('dialog', { name: `Registrar pago de ${client.name}` })
  await dialog.getByLabel('Dinero recibido').fill(amount)
  await dialog.getByLabel('Cómo pagó').selectOption('efectivo')
  await dialog.getByLabel('A dónde entró el dinero').selectOption({ label: box })
  await dialog.getByRole('button', { name: 'Registrar pago' }).click()
  await expect(page.getByText(/^Pago registrado: /).first()).toBeVisible()
}

test('CSH-01 CSH-02 el día de una caja: abrir con base, recibir dos pagos, consignar, contar con una diferencia y cerrar', async ({
  page,
}) => {
  test.slow()
  const box = 'Caja de la mañana'
  await addCashBox(page, box)
  const client = await findClient(page, false, 6)
  await payAll(page, client.id)
  await chargeContract(page.request, client.no_contract, [55_000])
  await signIn(page, 'financial')
  await page.goto('/transactions')
  await page.getByRole('link', { name: 'Caja', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Caja', exact: true })).toBeVisible()
  await assertBoth(page, 'turnos de caja')

  await page.getByRole('button', { name: 'Abrir turno' }).click()
  const opening = page.getByRole('dialog', { name: 'Abrir turno' })
  await opening.getByLabel('Caja').selectOption({ label: box })
  await opening.getByLabel('Base').fill('-5')
  await opening.getByRole('button', { name: 'Abrir turno' }).click()
  await expect(opening.getByLabel('Base')).toHaveAttribute('aria-invalid', 'true')
  await opening.getByLabel('Base').fill('100.000')
  await assertBoth(page, 'abrir turno')
  await opening.getByRole('button', { name: 'Abrir turno' }).click()
  await expect(page.getByText(`de ${box} con $ 100.000,00`)).toBeVisible()

  await page.setViewportSize(PHONE)
  await payInCash(page, client, box, '30000')
  await payInCash(page, client, box, '25000')
  await page.goto('/transactions/cash')
  await page.getByRole('link', { name: new RegExp(`^Turno \\d+, ${box}$`) }).click()
  await expect(page.getByRole('heading', { name: new RegExp(`^Turno \\d+ de ${box}$`) })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Movimientos del turno' }).getByRole('listitem')).toHaveCount(2)

  await page.getByRole('button', { name: 'Consignar' }).click()
  const deposit = page.getByRole('dialog', { name: 'Consignar efectivo' })
  await deposit.getByLabel('Valor').fill('50000')
  await deposit.getByLabel('Número de la consignación').fill('8812')
  await assertBoth(page, 'consignar efectivo')
  await deposit.getByRole('button', { name: 'Registrar consignación' }).click()
  await expect(page.getByText(/^Registramos la consignación de \$ 50\.000,00 en /)).toBeVisible()

  await page.getByRole('button', { name: 'Contar y cerrar' }).click()
  const counting = page.getByRole('dialog', { name: `Contar el efectivo de ${box}` })
  // The count is blind: nothing says that 105.000 are expected.
  await expect(page.getByText('105.000')).toHaveCount(0)
  await counting.getByLabel('$ 50.000', { exact: true }).fill('2')
  await counting.getByLabel('$ 1.000', { exact: true }).fill('3')
  await assertBoth(page, 'contar el efectivo')
  await counting.getByLabel('$ 1.000', { exact: true }).press('Enter')
  const closing = page.getByRole('dialog', { name: /^Cerrar el turno \d+$/ })
  await expect(closing.getByText('Faltan $ 2.000,00').first()).toBeVisible()
  await expect(closing.getByText('$ 105.000,00')).toBeVisible()
  await assertBoth(page, 'cerrar el turno')
  await closing.getByRole('button', { name: 'Cerrar turno' }).click()
  await expect(closing.getByText(/Escribe el motivo para cerrar/).first()).toBeVisible()
  await closing.getByLabel('Motivo de la diferencia').fill('Vueltas mal dadas')
  await closing.getByRole('button', { name: 'Cerrar turno' }).click()
  await expect(page.getByText(/^Cerraste el turno \d+\. Faltan \$ 2\.000,00$/)).toBeVisible()
  await expect(page.getByText('Vueltas mal dadas')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Contar y cerrar' })).toHaveCount(0)
  await assertBoth(page, 'turno cerrado')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(/^Entrega: /)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Imprimir cierre' })).toBeHidden()
})

test('CSH-04 CSH-05 quien administra ve los turnos de todos, exige turno y lo deja de exigir', async ({ page }) => {
  await signIn(page, 'admin')
  await page.goto('/transactions/cash')
  await expect(page.getByRole('table', { name: 'Turnos de caja' })).toContainText('Faltan $ 5.000,00')
  await assertBoth(page, 'turnos de todos')
  await page.getByRole('button', { name: 'Exigir turno' }).click()
  await page.getByRole('button', { name: 'Sí, exigir turno' }).click()
  await expect(
    page.getByText('Nadie registra pagos ni devoluciones en efectivo sin tener abierto su turno.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Dejar de exigir turno' }).click()
  await page.getByRole('button', { name: 'Sí, dejar de exigir turno' }).click()
  await expect(page.getByText('El efectivo se puede recibir sin abrir un turno').first()).toBeVisible()
})
