import { assertAccessible } from './axe.ts'
import { charge, headersOf } from './desk.ts'
import { fileAsClient } from './filed-case.ts'
import { chooseAction } from './row-menu.ts'
import { ACCOUNTS, expect, signIn, test } from './site.ts'

const PHONE = { width: 360, height: 740 }
const DESK = { width: 1280, height: 800 }

test('PQR-11 la mesa vincula la factura que no se conocía, y el cliente lee qué no se le cobra y baja la constancia', async ({
  page,
}) => {
  const [number = ''] = await charge(page, 41_300)
  const { id, reference } = await fileAsClient(page, 'Me cobraron una visita de más')
  await page.setViewportSize(DESK)
  await signIn(page, 'financial')
  await page.goto(`/pqrResponse/${id}`)
  await chooseAction(page, 'Vincular factura', reference)
  const dialog = page.getByRole('dialog', { name: 'Vincular factura' })
  const choice = dialog.getByLabel('Factura que reclama')
  await expect(choice).toContainText(number)
  await dialog.getByRole('button', { name: 'Vincular', exact: true }).click()
  await expect(dialog.getByText('Elige la factura').last()).toBeVisible()
  await choice.selectOption(
    (await choice.getByRole('option').allTextContents()).find((text) => text.startsWith(`${number},`)) ?? '',
  )
  await expect(dialog.getByText('Lo que reclame no se cobra ni se vence hasta la respuesta.')).toBeVisible()
  await dialog.getByLabel('Valor que reclama').fill('99000')
  await expect(dialog.getByText('De esa factura se puede reclamar hasta')).toBeVisible()
  await dialog.getByLabel('Valor que reclama').fill('20000')
  await assertAccessible(page, 'vincular una factura')
  await page.setViewportSize(PHONE)
  expect(await page.evaluate(() => globalThis.document.documentElement.scrollWidth)).toBe(PHONE.width)
  await page.setViewportSize(DESK)
  await dialog.getByRole('button', { name: 'Vincular', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText(`Factura ${number}. Valor reclamado: $ 20.000,00.`)).toBeVisible()
  await expect(page.getByText('En reclamo, no se cobra')).toBeVisible()
  await assertAccessible(page, 'una PQR con factura vinculada')
  await page.setViewportSize(PHONE)
  await signIn(page, 'client')
  await page.goto(`/pqr/${id}`)
  await expect(page.getByText('Vinculó una factura')).toBeVisible()
  const [constancia] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Constancia de la factura' }).click(),
  ])
  expect(constancia.suggestedFilename()).toMatch(/^constancia-factura-.*\.pdf$/)
  // Other journeys charge and pay the same client.
  const headers = await headersOf(page.request, ACCOUNTS.client)
  expect((await page.request.post(`/api/pqr/${id}/withdraw`, { data: {}, headers })).ok()).toBe(true)
})
