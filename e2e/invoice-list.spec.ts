import { chargeContract, findClient, payAll } from './desk.ts'
import { chooseAction } from './row-menu.ts'
import { expect, signIn, test } from './site.ts'

test('INV-01 filtra las facturas por cliente y por saldo, y comparte una por WhatsApp al celular del cliente', async ({
  page,
}) => {
  const client = await findClient(page, false)
  await payAll(page, client.id)
  const [number = ''] = await chargeContract(page.request, client.no_contract, [41_000])
  await signIn(page, 'financial')
  await page.goto(`/clients/${client.id}`)
  await chooseAction(page, 'Ver facturas', client.name)
  await expect(page.getByRole('button', { name: `Quitar el filtro Cliente: ${client.name}` })).toBeVisible()
  await page.getByRole('combobox', { name: 'Saldo' }).selectOption('Con deuda')
  await expect(page.getByText('Mostrando 1 a 1 de 1 resultados')).toBeVisible()
  await expect(page.getByRole('row', { name: new RegExp(number) })).toContainText('$ 41.000,00')
  await page.getByRole('combobox', { name: 'Saldo' }).selectOption('Sin deuda')
  await expect(page.getByRole('link', { name: number })).toBeHidden()
  await page.getByRole('combobox', { name: 'Saldo' }).selectOption('Con deuda')
  await page.getByRole('link', { name: number }).click()
  await expect(page.getByText(/^A más tardar el /)).toBeVisible()
  await page.context().route('https://wa.me/**', (route) => route.fulfill({ body: '' }))
  const chat = page.waitForEvent('popup')
  await page.getByRole('button', { name: `Enviar la factura ${number}` }).click()
  await page.getByRole('menuitem', { name: 'Por WhatsApp' }).click()
  expect((await chat).url()).toMatch(/^https:\/\/wa\.me\/573\d{9}\?text=Factura%20/)
})
