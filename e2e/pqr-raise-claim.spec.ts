import { assertAccessible } from './axe.ts'
import { charge, headersOf } from './desk.ts'
import { STORY } from './filed-case.ts'
import { ACCOUNTS, expect, signIn, test } from './site.ts'

const PHONE = { width: 360, height: 740 }
const DESK = { width: 1280, height: 800 }

test('PQR-12 PQR-02 el cliente agrega valor a su reclamo en el portal, y la mesa lo encuentra por las palabras de su asunto', async ({
  page,
}) => {
  const [number = ''] = await charge(page, 43_700)
  const headers = await headersOf(page.request, ACCOUNTS.client)
  const owed = await (await page.request.get('/api/invoice?page=1&page_size=100', { headers })).json()
  const invoice = owed.data.find((one: { number: string }) => one.number === number)
  const subject = 'Reconexión quimérica de octubre'
  const pqr = { type: 'queja', typology: 'facturacion', subject, text: STORY, response_channel: 'portal' }
  const filed = await page.request.post('/api/pqr', {
    data: { pqr: { ...pqr, invoice_id: invoice.id, amount: 10_000 } },
    headers,
  })
  expect(filed.status()).toBe(201)
  const { id, reference } = (await filed.json()).data
  await page.setViewportSize(PHONE)
  await signIn(page, 'client')
  await page.goto(`/pqr/${id}`)
  await page.getByRole('button', { name: 'Agregar valor al reclamo' }).click()
  const dialog = page.getByRole('dialog', { name: 'Agregar valor al reclamo' })
  await expect(dialog.getByText(`De la factura ${number} ya se reclaman $ 10.000,00`)).toBeVisible()
  await dialog.getByRole('button', { name: 'Agregar al reclamo' }).click()
  await expect(dialog.getByText('Escribe por qué también se reclama ese valor').last()).toBeVisible()
  await dialog.getByLabel('Cuánto más reclamas').fill('99000')
  await expect(dialog.getByText('De esa factura faltan por reclamar').last()).toBeVisible()
  await dialog.getByLabel('Cuánto más reclamas').fill('15000')
  await dialog.getByLabel('Por qué también lo reclamas').fill('La visita tampoco es mía.')
  await assertAccessible(page, 'agregar valor a un reclamo')
  expect(await page.evaluate(() => globalThis.document.documentElement.scrollWidth)).toBe(PHONE.width)
  await dialog.getByRole('button', { name: 'Agregar al reclamo' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Agregaste valor al reclamo')).toBeVisible()
  await expect(page.getByText('En total se reclaman $ 25.000,00')).toBeVisible()
  await page.setViewportSize(DESK)
  await signIn(page, 'financial')
  await page.goto('/pqrResponse')
  await page.getByLabel('Buscar por CUN, radicado, asunto, nombre o cédula').fill('quimerica octubre')
  await expect(page.getByRole('row').filter({ hasText: reference })).toBeVisible()
  await page.getByRole('link', { name: subject }).click()
  await expect(page.getByText('La visita tampoco es mía.')).toBeVisible()
  // Other journeys charge and pay the same client.
  expect((await page.request.post(`/api/pqr/${id}/withdraw`, { data: {}, headers })).ok()).toBe(true)
})
