import type { Page } from '@playwright/test'
import { assertAccessible } from './axe.ts'
import { deskHeaders, linkOf } from './desk.ts'
import { expect, signIn, test } from './site.ts'
import { askForPassword, confirmPassword } from './step-up.ts'

/** A client without service that owes an old invoice of another system. Returns the number of the invoice. */
async function makeBadDebt(page: Page, identification: string): Promise<string> {
  const headers = await deskHeaders(page.request)
  const client = {
    type_identification: 'CC',
    identification,
    first_name: 'Rosa',
    last_name: 'Deuda Vieja',
    segment: 'residential',
    phone: '3001234567',
    department: 'Antioquia',
    city: 'Envigado',
    address: 'Calle 1 # 2-3',
    consents: [],
  }
  const made = await page.request.post('/api/client', { data: { client }, headers })
  expect(made.ok(), await made.text()).toBe(true)
  const rows = `Número de documento;Número de la factura;Fecha de emisión;Fecha de vencimiento;Saldo\n${identification};V-1;2020-01-05;2020-01-20;79900\n`
  const file = { name: 'viejas.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) }
  const sent = await page.request.post('/api/client/opening', { multipart: { file }, headers })
  expect(sent.ok(), await sent.text()).toBe(true)
  const { data } = await made.json()
  const listed = await page.request.get(`/api/accounting/write-off?client_id=${data.id}`, { headers })
  return (await listed.json()).data[0].number
}

test('ACC-07 la administradora castiga la deuda de quien se retiró, la ve entre los castigos y la deshace', async ({
  page,
}) => {
  const number = await makeBadDebt(page, '1017000001')
  await signIn(page, 'admin')
  await page.goto('/accounting')
  const card = page.locator('.card', { has: page.getByRole('heading', { name: 'Castigo de cartera', exact: true }) })
  await card.getByRole('link', { name: 'Cartera por castigar' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Cartera por castigar' })).toBeVisible()
  await assertAccessible(page, 'cartera por castigar')
  await page.getByLabel(`Elegir la factura ${number}`).check()
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

test('ACC-07 TRX-03 el financiero recibe un pago de una factura castigada: una parte la recupera, y lo demás sigue castigado', async ({
  page,
}) => {
  const number = await makeBadDebt(page, '1017000002')
  await signIn(page, 'admin')
  await page.goto('/accounting/bad-debts')
  await page.getByLabel(`Elegir la factura ${number}`).check()
  await page.getByRole('button', { name: 'Castigar las elegidas (1)' }).click()
  const dialog = page.getByRole('dialog', { name: /^Castigar 1 factura por/ })
  await dialog.getByLabel('Motivo').fill('No aparece')
  await askForPassword(page, '**/api/accounting/write-off', 1)
  await dialog.getByRole('button', { name: 'Sí, castigar 1 factura' }).click()
  await confirmPassword(page)
  await expect(page.getByText(/^Castigamos 1 factura por/)).toBeVisible()
  await signIn(page, 'financial')
  await page.goto('/accounting/write-offs')
  await page
    .getByRole('link', { name: new RegExp(`${number}$`) })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: `Factura ${number}` })).toBeVisible()
  await expect(page.locator('.figure', { hasText: 'No se cobra, y no está pagado' })).toBeVisible()
  await page.getByRole('button', { name: 'Registrar recuperación' }).click()
  const receiving = page.getByRole('dialog', { name: `Registrar recuperación de ${number}` })
  await assertAccessible(page, 'registrar recuperación')
  await receiving.getByLabel('Dinero recibido').fill('10.000')
  await receiving.getByRole('button', { name: 'Registrar recuperación' }).click()
  await expect(page.getByText('Recuperación de cartera castigada').first()).toBeVisible()
  await expect(page.locator('.badge', { hasText: 'Castigad' }).first()).toBeVisible()
  await page.goto('/accounting/write-offs')
  const moves = page.getByRole('row', { name: new RegExp(number) })
  await expect(moves.filter({ hasText: 'Recuperación' })).toContainText('10.000,00')
  // Its link has no word about a claim: it is still owed, and the company receives it.
  await page.setViewportSize({ width: 320, height: 740 })
  await page.goto(await linkOf(page, number))
  await expect(page.getByText(/^Esta factura sigue sin pagar y ya no se recibe en línea/)).toBeVisible()
  await expect(page.getByText(/reclamo/)).toHaveCount(0)
  await assertAccessible(page, 'el enlace de lo castigado')
})
