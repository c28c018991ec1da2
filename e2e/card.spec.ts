import type { Page } from '@playwright/test'
import { assertAccessible } from './axe.ts'
import { charge, linkOf, signInOwing } from './desk.ts'
import { expect, signIn, test } from './site.ts'

const TITLE = 'Paga con tarjeta'
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const pay = (page: Page) => page.getByRole('button', { name: /^Pagar \$/ })

async function typeCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Número de la tarjeta').fill(number)
  await page.getByLabel('Nombre como está en la tarjeta').fill('Ana María Ruiz')
  await page.getByLabel('Vence (mes y año)').fill('06/31')
  await page.getByLabel('Código de seguridad').fill('123')
  await page.getByLabel('Cuotas', { exact: true }).selectOption({ label: '3 cuotas' })
  await page.getByLabel('Celular', { exact: true }).fill('300 123 45 67')
}

async function accept(page: Page): Promise<void> {
  for (const name of [/reglamento de Wompi/, /tratamiento de mis datos/]) await page.getByLabel(name).check()
}

async function chooseCard(page: Page, number: string): Promise<void> {
  await page.goto('/payments')
  await page.getByRole('button', { name: `Pagar la factura ${number}` }).click()
  await page.getByRole('radio', { name: /^Tarjeta/ }).check()
  await page.getByRole('button', { name: 'Siguiente' }).click()
  await expect(heading(page, TITLE)).toBeVisible()
  await expect(page.getByLabel(/reglamento de Wompi/)).toBeVisible()
}

for (const [width, price] of [
  [320, 46_000],
  [1280, 47_000],
] as const) {
  test(`PAY-02 PAY-04 PAY-05 una tarjeta a ${width} px: un dígito mal, rechazada, otra aprobada, y el recibo`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    const number = await signInOwing(page, price)
    await chooseCard(page, number)
    await pay(page).click()
    await expect(page.getByText('Escribe el número completo de la tarjeta').first()).toBeVisible()
    await assertAccessible(page, `tarjeta sin datos ${width}`)
    await typeCard(page, '4242 4242 4242 4241')
    await accept(page)
    await pay(page).click()
    await expect(page.getByText('Revisa el número de la tarjeta: un dígito no coincide').first()).toBeVisible()
    await expect(page.getByLabel('Número de la tarjeta')).toBeFocused()
    await page.getByLabel('Número de la tarjeta').fill('4111 1111 1111 1111')
    await pay(page).click()
    await expect(heading(page, 'El pago no se completó')).toBeVisible({ timeout: 15_000 })
    await expect(page.getByText(/^El banco de tu tarjeta no aprobó el pago\./)).toBeVisible()
    await assertAccessible(page, `tarjeta rechazada ${width}`)
    await page.getByRole('button', { name: 'Intentar de nuevo o con otro medio' }).click()
    await page.getByRole('radio', { name: /^Tarjeta/ }).check()
    await page.getByRole('button', { name: 'Siguiente' }).click()
    await typeCard(page, '4242 4242 4242 4242')
    await accept(page)
    await pay(page).click()
    await expect(heading(page, 'Pago aprobado')).toBeVisible({ timeout: 15_000 })
    await expect(page.getByText('Tarjeta', { exact: true })).toBeVisible()
    await page.goto('/transactions')
    await expect(page.getByText('Tarjeta', { exact: true }).first()).toBeVisible()
  })
}

test('PAY-03 PAY-04 los datos de una tarjeta van solo a Wompi, y no quedan en el navegador; sin él no se cobra nada', async ({
  page,
}) => {
  const number = await signInOwing(page, 48_000)
  await chooseCard(page, number)
  const ours: string[] = []
  page.on('request', (request) => {
    if (!request.url().endsWith('/tokens/cards')) ours.push(request.postData() ?? '')
  })
  await page.route('**/tokens/cards', (route) => route.abort())
  await typeCard(page, '4242424242424242')
  await accept(page)
  await pay(page).click()
  await expect(page.getByText('No hay conexión: revisa tu internet e intenta de nuevo.')).toBeVisible()
  // What was typed stays on the screen, and nothing was sent to the server.
  await expect(page.getByLabel('Número de la tarjeta')).toHaveValue('4242424242424242')
  expect(ours.filter((body) => body.includes('payment_method'))).toEqual([])
  await page.unroute('**/tokens/cards')
  await pay(page).click()
  await expect(heading(page, 'Pago aprobado')).toBeVisible({ timeout: 15_000 })
  expect(ours.filter((body) => body.includes('CARD'))).toHaveLength(1)
  expect(ours.join('\n')).not.toMatch(/4242 ?4242|"123"|06\/31/)
  await chooseCardAgain(page)
})

/** After a reload the card is typed again, and the installments too. */
async function chooseCardAgain(page: Page): Promise<void> {
  const [number = ''] = await charge(page, 49_000)
  await signIn(page, 'client')
  await chooseCard(page, number)
  await typeCard(page, '4242424242424242')
  await page.reload()
  await expect(heading(page, TITLE)).toBeVisible()
  await expect(page.getByLabel('Número de la tarjeta')).toHaveValue('')
  await expect(page.getByLabel('Celular', { exact: true })).toHaveValue('300 123 45 67')
}

test('INV-12 PAY-05 con el enlace de la factura y sin sesión se paga con tarjeta', async ({ page, browser }) => {
  const [number = ''] = await charge(page, 51_000)
  const link = await linkOf(page, number)
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } })
  const phone = await context.newPage()
  await phone.goto(link)
  await phone.getByRole('radio', { name: /^Tarjeta/ }).check()
  await typeCard(phone, '4242424242424242')
  await accept(phone)
  await assertAccessible(phone, 'tarjeta y el enlace')
  await pay(phone).click()
  await expect(heading(phone, 'Pago aprobado')).toBeVisible({ timeout: 15_000 })
  await context.close()
})
