import { dayOf } from '../src/domain/core/days.ts'
import { periodLabel, periodOf } from '../src/domain/core/period.ts'
import { capitalise } from '../src/domain/core/text.ts'
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

test('INV-01 TRX-02 FMT-01 el mes y los días de un filtro se leen en español, y un día que no existe no cambia nada', async ({
  page,
}) => {
  await signIn(page, 'financial')
  await page.goto('/invoices')
  const month = periodOf(dayOf(new Date()))
  await page.getByLabel('Período').selectOption({ label: capitalise(periodLabel(month)) })
  await expect(page).toHaveURL(new RegExp(`period=${month}`))
  await expect(page.getByText(`Período: ${periodLabel(month)}`)).toBeVisible()

  await page.goto('/transactions')
  const from = page.getByRole('textbox', { name: 'Desde' })
  await from.fill('1/2/2001')
  await expect(page).toHaveURL(/from=2001-02-01/)
  await from.blur()
  await expect(from).toHaveValue('01/02/2001')
  await from.fill('31/02/2001')
  await expect(from).toHaveAttribute('aria-invalid', 'true')
  await from.blur()
  await expect(from).toHaveValue('01/02/2001')
  await expect(page).toHaveURL(/from=2001-02-01/)
  await from.fill('')
  await expect(page).not.toHaveURL(/from=/)
})

test('TRX-02 en el celular las otras páginas de los pagos están en un menú, y el primer pago se ve más cerca', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, 'financial')
  await page.goto('/transactions')
  await expect(page.getByRole('link', { name: 'Caja', exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Más acciones de la lista' }).click()
  await page.getByRole('menuitem', { name: 'Pagos en línea' }).click()
  await expect(page).toHaveURL(/\/transactions\/online/)
})
