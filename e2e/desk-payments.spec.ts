import { chargeContract, findClient, payAll } from './desk.ts'
import { expect, signIn, test } from './site.ts'

test('INV-09 TRX-03 desde el cliente registra un pago que cubre primero lo más viejo y muestra cuánto va a cada factura', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const client = await findClient(page, false)
  await payAll(page, client.id)
  const [first = '', second = ''] = await chargeContract(page.request, client.no_contract, [40_000, 30_000])
  await signIn(page, 'financial')
  await page.goto(`/clients/${client.id}`)
  await page.getByRole('button', { name: 'Registrar pago' }).click()
  const dialog = page.getByRole('dialog', { name: `Registrar pago de ${client.name}` })
  await expect(dialog.getByText(`${client.name} debe $ 70.000,00 en 2 facturas. `)).toBeVisible()
  await expect(dialog.getByLabel('Las más viejas primero')).toBeChecked()
  await expect(dialog.getByLabel('Dinero recibido')).toHaveValue('70.000')
  await dialog.getByLabel('Dinero recibido').fill('55000')
  const row = (number: string) => dialog.getByRole('listitem').filter({ hasText: number })
  await expect(row(first)).toContainText('$ 40.000,00')
  await expect(row(second).getByText('$ 15.000,00', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Registrar pago' }).click()
  await expect(page.getByText(/^Pago registrado: \$ 55\.000,00, recibo \d+$/)).toBeVisible()
  await expect(page.locator('.figure', { hasText: 'Debe' })).toContainText('$ 15.000,00')
})

test('INV-09 TRX-03 desde una factura reparte un pago entre dos facturas con el valor de cada una', async ({
  page,
}) => {
  const client = await findClient(page, false)
  await payAll(page, client.id)
  const [first = '', second = ''] = await chargeContract(page.request, client.no_contract, [40_000, 30_000])
  await signIn(page, 'financial')
  await page.goto(`/invoices?q=${second}`)
  await page.getByRole('link', { name: second }).click()
  await page.getByRole('button', { name: 'Registrar pago' }).click()
  const dialog = page.getByRole('dialog', { name: `Registrar pago de ${second}` })
  await expect(dialog.getByLabel('Dinero recibido')).toHaveValue('30.000')
  await dialog.getByRole('checkbox', { name: new RegExp(first) }).check()
  await expect(dialog.getByLabel('Dinero recibido')).toHaveValue('70.000')
  await dialog.getByLabel('Dinero recibido').fill('35000')
  await dialog.getByLabel(`Abono a ${second}`).fill('30000')
  await expect(dialog.getByLabel(`Abono a ${first}`)).toHaveValue('5.000')
  await dialog.getByLabel(`Abono a ${first}`).fill('10000')
  await dialog.getByRole('button', { name: 'Registrar pago' }).click()
  const refusal = 'Repartiste $ 40.000,00 y el pago es de $ 35.000,00: baja lo que abonas a alguna factura'
  await expect(dialog.getByRole('link', { name: refusal })).toBeVisible()
  await dialog.getByLabel(`Abono a ${first}`).fill('5000')
  await dialog.getByRole('button', { name: 'Registrar pago' }).click()
  await expect(page.getByText(/^Pago registrado: \$ 35\.000,00, recibo \d+$/)).toBeVisible()
  await expect(page.locator('.figure', { hasText: 'Saldo' })).toContainText('$ 0,00')
  await page.goto(`/invoices?q=${first}`)
  await expect(page.getByRole('row', { name: new RegExp(first) })).toContainText('$ 35.000,00')
})

test('INV-09 TRX-03 a una empresa le sugiere las retenciones con su regla, y cierra la factura con lo recibido más lo retenido', async ({
  page,
}) => {
  const client = await findClient(page, true)
  await payAll(page, client.id)
  const [number = ''] = await chargeContract(page.request, client.no_contract, [595_000])
  await signIn(page, 'financial')
  await page.goto(`/invoices?q=${number}`)
  await page.getByRole('link', { name: number }).click()
  await page.getByRole('button', { name: 'Registrar pago' }).click()
  const dialog = page.getByRole('dialog', { name: `Registrar pago de ${number}` })
  await expect(dialog.getByText(/4 % de la base sin IVA/)).toBeVisible()
  await expect(dialog.getByLabel('Retefuente', { exact: true })).toHaveValue('')
  await dialog.getByRole('button', { name: 'Usar Retefuente sugerida: $ 20.000,00' }).click()
  await expect(dialog.getByLabel('Retefuente', { exact: true })).toHaveValue('20.000')
  await expect(dialog.getByLabel('Dinero recibido')).toHaveValue('575.000')
  await dialog.getByLabel('ReteICA', { exact: true }).fill('4830')
  await expect(dialog.getByLabel('Dinero recibido')).toHaveValue('570.170')
  await dialog.getByRole('button', { name: 'Registrar pago' }).click()
  await expect(page.getByText(/^Pago registrado: \$ 570\.170,00 y \$ 24\.830,00 retenidos, recibo \d+$/)).toBeVisible()
  await expect(page.locator('.figure', { hasText: 'Saldo' })).toContainText('$ 0,00')
})
