import { readFile } from 'node:fs/promises'
import { assertAccessible } from './axe.ts'
import { chooseAction } from './row-menu.ts'
import { expect, signIn, test } from './site.ts'

test('CLI-03 la ficha de un cliente lleva a sus facturas y pagos, y de ellos se vuelve a la ficha', async ({
  page,
}) => {
  await signIn(page, 'financial')
  await page.goto('/invoices?status=pagado')
  await chooseAction(page, 'Ver detalles', /\S/)
  // While the invoice is read the title is only 'Factura'.
  const title = page.getByRole('heading', { level: 1, name: /^Factura \S/ })
  const number = (await title.innerText()).replace('Factura ', '')
  const client = page.locator('.facts a').first()
  const name = await client.innerText()
  await client.click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  const invoices = page.getByRole('list', { name: 'Últimas facturas' })
  await expect(invoices.getByRole('link').first()).toBeVisible()
  const payments = page.getByRole('list', { name: 'Últimos pagos' })
  await expect(payments.getByRole('link').first()).toBeVisible()
  await assertAccessible(page, 'ficha del cliente')
  await page.getByRole('link', { name: /^Ver sus? .*factura/ }).click()
  await expect(page).toHaveURL(/\/invoices\?client_id=/)
  await page.getByLabel('Por página').selectOption('50')
  await expect(page.getByRole('link', { name: number, exact: true })).toBeVisible()
  const names = page.locator('.table td[data-header=Cliente]')
  for (const text of await names.allInnerTexts()) expect(text).toContain(name)
  await page.getByRole('button', { name: `Quitar el filtro Cliente: ${name}` }).click()
  await expect(page).not.toHaveURL(/client_id/)
  await page.goBack()
  await page.goBack()
  await page.goBack()
  await page.getByRole('link', { name: /^Ver sus? .*pago/ }).click()
  await chooseAction(page, 'Ver detalles', /recibo/)
  await page.getByRole('dialog').getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await payments.getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1, name: /^Recibo / })).toBeVisible()
})

test('CLI-03 el estado de cuenta se elige por período y se descarga en PDF, en Excel y en CSV', async ({ page }) => {
  await signIn(page, 'financial')
  await page.goto('/invoices?status=pagado')
  await chooseAction(page, 'Ver detalles', /\S/)
  await page.locator('.facts a').first().click()
  const period = page.getByRole('combobox', { name: 'Período' })
  await expect(period).toHaveValue('year')
  const movements = page.locator('.client-statement tbody tr')
  const opening = movements.filter({ hasText: 'Saldo inicial' })
  await expect(movements.first()).toBeVisible()
  await period.selectOption('Otras fechas')
  await page.getByLabel('Hasta').fill('2001-12-31')
  await page.getByLabel('Desde').fill('2001-01-01')
  await expect(page.getByText('Sin movimientos en este período')).toBeVisible()
  await expect(page).toHaveURL(/from=2001-01-01/)
  await period.selectOption('Últimos doce meses')
  await expect(movements.first()).toBeVisible()
  const shown = (await movements.count()) - (await opening.count())
  for (const [format, ending] of [
    ['PDF', 'pdf'],
    ['Excel (XLSX)', 'xlsx'],
    ['CSV', 'csv'],
  ] as const) {
    await page.getByRole('button', { name: 'Descargar el estado de cuenta' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: format }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(new RegExp(`^estado-de-cuenta-.*\\.${ending}$`))
    if (format === 'CSV')
      expect((await readFile(await file.path(), 'utf8')).trim().split('\r\n')).toHaveLength(shown + 3)
  }
})
