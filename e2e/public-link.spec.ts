import type { Page } from '@playwright/test'
import { assertAccessible } from './axe.ts'
import { charge } from './desk.ts'
import { chooseAction } from './row-menu.ts'
import { expect, signIn, test } from './site.ts'

/** Opens a new invoice at the desk. Returns its number and the path of its link. */
async function openCharged(page: Page): Promise<{ number: string; address: string }> {
  const [number = ''] = await charge(page, 40_000)
  await signIn(page, 'financial')
  await page.goto(`/invoices?q=${number}`)
  const read = page.waitForResponse(/\/api\/invoice\/[0-9a-f-]{36}$/)
  await page.getByRole('link', { name: number, exact: true }).click()
  const { data } = await (await read).json()
  return { number, address: new URL(data.public_url).pathname }
}

test('INV-12 la oficina anula el enlace de una factura, y quien lo tiene lee que ya no funciona y qué hacer', async ({
  page,
}) => {
  const { number, address } = await openCharged(page)
  await chooseAction(page, 'Anular enlace', number)
  const dialog = page.getByRole('alertdialog', { name: `Anular el enlace de ${number}` })
  await expect(dialog.getByText(/no podrá abrir más esta factura con él/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await page.goto(address)
  await expect(page.getByRole('heading', { name: `Factura ${number}` })).toBeVisible()
  await page.goBack()
  await chooseAction(page, 'Anular enlace', number)
  await dialog.getByRole('button', { name: 'Anular enlace' }).click()
  await expect(page.getByText(`El enlace anterior de la factura ${number} ya no abre`)).toBeVisible()
  await page.goto(address)
  await expect(page.getByText('Este enlace ya no funciona').first()).toBeVisible()
  await expect(
    page.getByText('Pídele uno nuevo a tu proveedor, o busca tu factura con el número del contrato.'),
  ).toBeVisible()
})

test('INV-10 INV-12 quien abre el enlace de una factura lee qué se le devolvió, por qué y dónde está', async ({
  page,
}) => {
  const { number, address } = await openCharged(page)
  await chooseAction(page, 'Nota crédito', number)
  const note = page.getByRole('dialog', { name: /Nota crédito/ })
  await note.getByLabel('Motivo').fill('Se cobró de más')
  await note.getByLabel('Una parte').check()
  await note.getByLabel(/^Visita|^Cobro|^Traslado/).fill('10000')
  await note.getByRole('button', { name: 'Emitir nota crédito' }).click()
  await expect(page.getByText(/Nota crédito NC-\d+ emitida por \$ 10\.000,00/)).toBeVisible()
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'Qué se devolvió' })).toBeVisible()
  await expect(page.getByText(/Nota crédito NC-\d+: \$ 10\.000,00/)).toBeVisible()
  await expect(page.getByText(/Se cobró de más\. Son \$ 10\.000,00 menos por pagar de esta factura\./)).toBeVisible()
  await assertAccessible(page, 'factura con nota crédito')
})
