import { assertAccessible } from './axe.ts'
import { charge, headersOf } from './desk.ts'
import { STORY } from './filed-case.ts'
import { chooseAction } from './row-menu.ts'
import { ACCOUNTS, expect, signIn, test } from './site.ts'

const PHONE = { width: 360, height: 740 }
const DESK = { width: 1280, height: 800 }

test('PQR-01 INV-11 R2.2 el cliente reclama otro cobro de una factura en otra PQR, y la mesa responde cada una por lo suyo', async ({
  page,
}) => {
  const [number = ''] = await charge(page, 44_300)
  const headers = await headersOf(page.request, ACCOUNTS.client)
  const owed = await (await page.request.get('/api/invoice?page=1&page_size=100', { headers })).json()
  const invoice = owed.data.find((one: { number: string }) => one.number === number)
  const first = {
    type: 'queja',
    typology: 'facturacion',
    subject: 'La reconexión',
    text: STORY,
    response_channel: 'portal',
  }
  const filed = await page.request.post('/api/pqr', {
    data: { pqr: { ...first, invoice_id: invoice.id, amount: 10_000 } },
    headers,
  })
  expect(filed.status()).toBe(201)
  const { id, reference } = (await filed.json()).data
  await page.setViewportSize(PHONE)
  await signIn(page, 'client')
  await page.goto(`/view/invoice/${invoice.id}`)
  // How, where and until when to complain, in the words of the page of its link.
  const claims = page.locator('.card', { hasText: 'Tus reclamos' })
  await expect(claims).toContainText('Lo que reclames antes del vencimiento no se cobra mientras se decide.')
  await expect(claims).toContainText('Lo que ya pagaste se puede reclamar hasta 6 meses después.')
  await claims.getByRole('link', { name: 'Radica una PQR' }).click()
  await expect(
    page.getByText(`De esa factura ya hay valores en reclamo, $ 10.000,00 en la PQR ${reference}.`),
  ).toBeVisible()
  await page.getByLabel('Asunto').fill('La visita tampoco es mía')
  await page.getByLabel('Cuéntanos').fill(STORY)
  await page.getByLabel('Valor que reclamas').fill('15000')
  await assertAccessible(page, 'otro reclamo de una factura')
  expect(await page.evaluate(() => globalThis.document.documentElement.scrollWidth)).toBe(PHONE.width)
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByRole('button', { name: 'Radicar' }).click()
  await expect(page.getByText(/^Radicamos tu PQR con/).first()).toBeVisible()
  await page.setViewportSize(DESK)
  await signIn(page, 'financial')
  await page.goto(`/view/invoice/${invoice.id}`)
  await expect(page.getByText('En reclamo $ 10.000,00: La reconexión.')).toBeVisible()
  await expect(page.getByText('En reclamo $ 15.000,00: La visita tampoco es mía.')).toBeVisible()
  await expect(page.locator('.figure', { hasText: 'Por pagar ahora' })).toContainText('$ 19.300,00')
  await expect(page.getByText('Tus reclamos')).toHaveCount(0)
  // The end of the first one leaves the second one in dispute. Other journeys charge and pay the same client.
  expect((await page.request.post(`/api/pqr/${id}/withdraw`, { data: {}, headers })).ok()).toBe(true)
  await page.reload()
  await expect(page.getByText('En reclamo $ 15.000,00: La visita tampoco es mía.')).toBeVisible()
  await expect(page.getByText('En reclamo $ 10.000,00')).toHaveCount(0)
  const mine = await (await page.request.get('/api/pqr?q=visita tampoco&page=1&page_size=10', { headers })).json()
  const second = mine.data.find((one: { subject: string }) => one.subject === 'La visita tampoco es mía')
  expect((await page.request.post(`/api/pqr/${second.id}/withdraw`, { data: {}, headers })).ok()).toBe(true)
})

test('INV-11 el financiero abre dos reclamos de una factura y elige cuál decide', async ({ page }) => {
  const [number = ''] = await charge(page, 41_200)
  await signIn(page, 'financial')
  await page.goto(`/invoices?q=${number}`)
  await page.getByRole('link', { name: number, exact: true }).click()
  for (const [amount, reason] of [
    ['15000', 'No pidió la visita'],
    ['26200', 'No pidió el cambio de equipo'],
  ] as const) {
    await chooseAction(page, 'Abrir reclamo', number)
    const opening = page.getByRole('dialog', { name: `Reclamo sobre ${number}` })
    await expect(opening.getByLabel('Valor en reclamo')).toHaveValue(amount === '15000' ? '41.200' : '26.200')
    await opening.getByLabel('Valor en reclamo').fill(amount)
    await opening.getByLabel('Qué reclama el cliente').fill(reason)
    await opening.getByRole('button', { name: 'Abrir reclamo' }).click()
    await expect(opening).toHaveCount(0)
    const left = amount === '15000' ? '$ 26.200,00' : '$ 0,00'
    await expect(page.locator('.figure', { hasText: 'Por pagar ahora' })).toContainText(left)
  }
  await chooseAction(page, 'Decidir reclamo', number)
  const deciding = page.getByRole('dialog', { name: `Decidir el reclamo de ${number}` })
  await deciding.getByLabel('Reclamo', { exact: true }).selectOption('$ 26.200,00: No pidió el cambio de equipo')
  await expect(deciding.getByText('Decisión sobre $ 26.200,00')).toBeVisible()
  await assertAccessible(page, 'decidir uno de dos reclamos')
  await deciding.getByLabel('Respuesta al cliente').fill('El cambio no se hizo')
  await deciding.getByRole('button', { name: 'Cerrar reclamo' }).click()
  await expect(page.getByText(/^Reclamo cerrado: nota crédito NC-\d+ por \$ 26\.200,00$/)).toBeVisible()
  await expect(page.getByText('En reclamo $ 15.000,00: No pidió la visita.')).toBeVisible()
})
