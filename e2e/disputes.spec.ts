import { setTimeout as wait } from 'node:timers/promises'
import { assertAccessible } from './axe.ts'
import { charge } from './desk.ts'
import { chooseAction } from './row-menu.ts'
import { expect, signIn, test } from './site.ts'

test('INV-11 el financiero abre un reclamo, lo encuentra en la lista y lo decide a favor del cliente', async ({
  page,
}) => {
  const [number = ''] = await charge(page, 40_000)
  await signIn(page, 'financial')
  await page.goto(`/invoices?q=${number}`)
  await page.getByRole('link', { name: number, exact: true }).click()
  await chooseAction(page, 'Abrir reclamo', number)
  const opening = page.getByRole('dialog', { name: `Reclamo sobre ${number}` })
  await opening.getByLabel('Valor en reclamo').fill('15000')
  await opening.getByLabel('Qué reclama el cliente').fill('No pidió la visita')
  await opening.getByLabel('Radicado de la PQR').fill('PQR-88')
  await opening.getByRole('button', { name: 'Abrir reclamo' }).click()
  await expect(page.getByText('Reclamo abierto por $ 15.000,00: no se cobran mientras se resuelve')).toBeVisible()
  await expect(page.locator('.figure', { hasText: 'Por pagar ahora' })).toContainText('$ 25.000,00')
  await page.goto('/invoices/disputes?status=open')
  const row = page.getByRole('row', { name: new RegExp(number) })
  await expect(row).toContainText('No pidió la visita')
  await expect(row).toContainText('Radicado PQR-88')
  await row.getByRole('link', { name: number }).click()
  await chooseAction(page, 'Decidir reclamo', number)
  const deciding = page.getByRole('dialog', { name: `Decidir el reclamo de ${number}` })
  await deciding.getByLabel('Respuesta al cliente').fill('La visita no se hizo')
  await deciding.getByRole('button', { name: 'Cerrar reclamo' }).click()
  await expect(page.getByText(/^Reclamo cerrado: nota crédito NC-\d+ por \$ 15\.000,00$/)).toBeVisible()
  await expect(page.locator('.figure', { hasText: 'Saldo' }).first()).toContainText('$ 25.000,00')
  await expect(page.getByText(/A favor del cliente, .*La visita no se hizo/)).toBeVisible()
  await page.goto('/invoices/disputes?status=ended')
  await expect(page.getByRole('row', { name: new RegExp(number) })).toContainText('Cerrado')
})

test('INV-11 el reclamo termina de abrirse cuando la factura ya muestra lo que queda, también con una red lenta', async ({
  page,
}) => {
  const [number = ''] = await charge(page, 50_000)
  await signIn(page, 'financial')
  await page.goto(`/invoices?q=${number}`)
  await page.getByRole('link', { name: number, exact: true }).click()
  await chooseAction(page, 'Abrir reclamo', number)
  const opening = page.getByRole('dialog', { name: `Reclamo sobre ${number}` })
  await opening.getByLabel('Valor en reclamo').fill('20000')
  await opening.getByLabel('Qué reclama el cliente').fill('No pidió la visita')
  let wasOpen: boolean | undefined
  await page.route(/\/api\/invoice\/[\w-]+$/, async (route) => {
    await wait(300)
    wasOpen ??= await opening.isVisible()
    await route.continue()
  })
  await opening.getByRole('button', { name: 'Abrir reclamo' }).click()
  await expect(opening).toHaveCount(0)
  expect(wasOpen).toBe(true)
  await chooseAction(page, 'Abrir reclamo', number)
  await expect(opening.getByLabel('Valor en reclamo')).toHaveValue('30.000')
  await page.keyboard.press('Escape')
  await expect(opening).toHaveCount(0)
  // The client of the demo owes it again: other journeys pay all that it owes.
  await chooseAction(page, 'Decidir reclamo', number)
  const deciding = page.getByRole('dialog', { name: `Decidir el reclamo de ${number}` })
  await deciding.getByLabel('En contra del cliente').check()
  await deciding.getByLabel('Respuesta al cliente').fill('La visita se hizo')
  await deciding.getByRole('button', { name: 'Cerrar reclamo' }).click()
  await expect(page.locator('.figure', { hasText: 'Por pagar ahora' })).toContainText('$ 50.000,00')
})

test('INV-11 en contra del cliente, el valor se vuelve a cobrar desde el día que se dice', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const [number = ''] = await charge(page, 30_000)
  await signIn(page, 'financial')
  await page.goto(`/invoices?q=${number}`)
  await page.getByRole('link', { name: number, exact: true }).click()
  await chooseAction(page, 'Abrir reclamo', number)
  const opening = page.getByRole('dialog', { name: `Reclamo sobre ${number}` })
  await opening.getByLabel('Qué reclama el cliente').fill('No reconoce la visita')
  await opening.getByRole('button', { name: 'Abrir reclamo' }).click()
  await expect(page.locator('.figure', { hasText: 'Por pagar ahora' })).toContainText('$ 0,00')
  await chooseAction(page, 'Decidir reclamo', number)
  const deciding = page.getByRole('dialog', { name: `Decidir el reclamo de ${number}` })
  await deciding.getByLabel('En contra del cliente').check()
  await deciding.getByLabel('Nuevo vencimiento').fill('01/02/2020')
  await deciding.getByLabel('Respuesta al cliente').fill('La visita se hizo')
  await deciding.getByRole('button', { name: 'Cerrar reclamo' }).click()
  await expect(deciding.getByText('El nuevo vencimiento no puede ser un día que ya pasó').first()).toBeVisible()
  await deciding.getByLabel('Nuevo vencimiento').fill('31/12/2035')
  await deciding.getByRole('button', { name: 'Cerrar reclamo' }).click()
  await expect(page.locator('.figure', { hasText: 'Por pagar ahora' })).toContainText('$ 30.000,00')
  await expect(page.getByText(/Lo que se debe se puede pagar hasta el 31 de diciembre de 2035/)).toBeVisible()
})

test('INV-11 PQR-01 la PQR de facturación ofrece las facturas del cliente y pregunta cuánto reclama', async ({
  page,
}) => {
  const [number = ''] = await charge(page, 42_000)
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, 'client')
  await page.goto('/pqr/nueva')
  await page.getByRole('radio', { name: /^Queja o reclamo/ }).check()
  await page.getByLabel('Tema').selectOption('facturacion')
  const offered = page.getByLabel('Factura que reclamas (si es sobre una)')
  await offered.selectOption({ label: (await offered.locator('option', { hasText: number }).innerText()).trim() })
  await expect(page.getByText(`Sobre la factura ${number}`)).toBeVisible()
  await page.getByLabel('Valor que reclamas').fill('999999')
  await expect(page.getByText(/^De esa factura se puede reclamar hasta/)).toBeVisible()
  await assertAccessible(page, 'nueva PQR con una factura')
})
