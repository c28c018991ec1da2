import type { Page } from '@playwright/test'
import { assertAccessible } from './axe.ts'
import { signInOwing } from './desk.ts'
import { expect, test } from './site.ts'

const APPROVES = '3991111111'
const DECLINES = '3992222222'

test.use({ viewport: { width: 360, height: 740 } })
test.setTimeout(120_000)

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const payButton = (page: Page) => page.getByRole('button', { name: /^Pagar \$/ })

async function open(page: Page, number: string, method: 'Nequi' | 'PSE'): Promise<void> {
  await page.goto('/payments')
  await page.getByRole('button', { name: `Pagar la factura ${number}` }).click()
  await pick(page, method)
}

async function pick(page: Page, method: 'Nequi' | 'PSE'): Promise<void> {
  await expect(heading(page, '¿Cómo quieres pagar?')).toBeVisible()
  await page.getByRole('radio', { name: new RegExp(`^${method}`) }).check()
  await page.getByRole('button', { name: 'Siguiente' }).click()
  await expect(heading(page, `Paga con ${method}`)).toBeVisible()
}

async function accept(page: Page): Promise<void> {
  await page.getByLabel(/reglamento de Wompi/).check()
  await page.getByLabel(/tratamiento de mis datos/).check()
}

async function payWithNequi(page: Page, phone: string): Promise<void> {
  await page.getByLabel('Celular de tu cuenta Nequi').fill(phone)
  await accept(page)
  await payButton(page).click()
  await expect(heading(page, 'Pago en proceso')).toBeVisible()
}

async function payWithPse(page: Page): Promise<void> {
  await page.getByLabel('Tu banco').selectOption({ label: 'Banco que aprueba' })
  await page.getByLabel('Celular').fill('300 123 45 67')
  await accept(page)
  await payButton(page).click()
}

test('PAY-02 PAY-05 Nequi rechazado mientras se está atrás: el selector lo dice, y PSE con los mismos datos paga', async ({
  page,
}) => {
  const number = await signInOwing(page, 41_200)
  await open(page, number, 'Nequi')
  await payWithNequi(page, DECLINES)
  await page.goBack()
  await expect(page.getByText('Tu intento anterior no se completó')).toBeVisible({ timeout: 20_000 })
  await pick(page, 'PSE')
  await payWithPse(page)
  await expect(page.getByText('Te llevamos a tu banco')).toBeVisible()
  await page.getByRole('button', { name: 'Aprobar el pago' }).click({ timeout: 15_000 })
  await expect(heading(page, 'Pago aprobado')).toBeVisible({ timeout: 15_000 })
})

test('PAY-02 Nequi aprobado mientras se está atrás: la factura ya está pagada y su recibo está a la mano', async ({
  page,
}) => {
  const number = await signInOwing(page, 41_300)
  await open(page, number, 'Nequi')
  await payWithNequi(page, APPROVES)
  await page.goBack()
  await expect(heading(page, 'Esta factura ya está pagada')).toBeVisible({ timeout: 20_000 })
  await assertAccessible(page, 'ya está pagada')
  await page.getByRole('link', { name: 'Ver el recibo' }).click()
  await expect(heading(page, /^Recibo \d+/)).toBeVisible()
})

test('PAY-02 DSH-01 la factura se paga en otra pestaña: el formulario y el inicio dejan de ofrecerla', async ({
  page,
  context,
}) => {
  const number = await signInOwing(page, 41_400)
  const home = await context.newPage()
  await home.setViewportSize({ width: 360, height: 740 })
  await home.goto('/dashboard')
  await expect(home.getByRole('button', { name: /^Pagar (ahora|todo)/ })).toBeVisible()
  await open(page, number, 'PSE')
  await expect(payButton(page)).toBeVisible()
  const other = await context.newPage()
  await open(other, number, 'Nequi')
  // The provider decides after some seconds.
  await Promise.all([expect(home.getByText('Hay un pago en proceso')).toBeVisible(), payWithNequi(other, APPROVES)])
  await expect(heading(other, 'Pago aprobado')).toBeVisible({ timeout: 20_000 })
  await expect(heading(page, 'Esta factura ya está pagada')).toBeVisible({ timeout: 20_000 })
  await expect(home.getByText('Hay un pago en proceso')).toHaveCount(0)
  await page.getByRole('link', { name: 'Ver mis facturas' }).click()
  await expect(heading(page, 'Gestión de pagos')).toBeVisible()
  await expect(page.getByRole('button', { name: `Pagar la factura ${number}` })).toHaveCount(0)
})

test('PAY-03 PAY-04 el error se ve donde se está, lo escrito se conserva, y solo lo repetido conserva su llave', async ({
  page,
}) => {
  const number = await signInOwing(page, 41_500)
  await open(page, number, 'PSE')
  await expect(page.getByLabel('Tu banco').locator('option')).not.toHaveCount(1)
  await page.getByLabel(/reglamento de Wompi/).check()
  await payButton(page).click()
  await expect(page.getByText(/^Revisa \d+ datos$|^Revisa un dato$/)).toBeVisible()
  await expect(page.getByLabel('Tu banco')).toBeFocused()
  await expect(page.getByLabel('Tu banco')).toBeInViewport()
  await expect(page.getByLabel('Tu banco')).toHaveAccessibleDescription(/Elige tu banco/)
  await page.getByLabel(/reglamento de Wompi/).uncheck()

  const sent: { key: string; type: string; body: string }[] = []
  await page.route('**/api/payment', async (route) => {
    const request = route.request()
    const body = request.postData() ?? ''
    const { type } = JSON.parse(body).payment.payment_method
    sent.push({ key: request.headers()['idempotency-key'] ?? '', type, body })
    await (sent.length < 5 ? route.abort() : route.continue())
  })
  await page.getByLabel('Correo para el recibo').fill('otra@correo.test')
  await payWithPse(page)
  const failure = page.getByText(/No hay conexión/)
  await expect(failure).toBeInViewport()
  await expect(payButton(page)).toBeInViewport()
  await payButton(page).click()
  await expect.poll(() => sent.length).toBe(2)
  await page.getByLabel('Celular').fill('3001234568')
  await payButton(page).click()
  await expect.poll(() => sent.length).toBe(3)

  await page.getByRole('button', { name: 'Volver' }).click()
  await pick(page, 'PSE')
  await expect(page.getByLabel('Correo para el recibo')).toHaveValue('otra@correo.test')
  await expect(page.getByLabel('Celular')).toHaveValue('3001234568')
  await expect(page.getByLabel('Tu banco').locator('option:checked')).toHaveText('Banco que aprueba')
  await page.goBack()
  await pick(page, 'Nequi')
  await page.getByLabel('Celular de tu cuenta Nequi').fill(APPROVES)
  await accept(page)
  await payButton(page).click()
  await expect(failure).toBeInViewport()
  await payButton(page).click()
  await expect(heading(page, 'Pago aprobado')).toBeVisible({ timeout: 20_000 })
  const keys = sent.map(({ key }) => key)
  expect(sent.map(({ type }) => type)).toEqual(['PSE', 'PSE', 'PSE', 'NEQUI', 'NEQUI'])
  expect(keys[1]).toBe(keys[0])
  expect(keys[4]).toBe(keys[3])
  expect(new Set(keys).size).toBe(3)
  expect(sent[0]?.body).toContain('"acceptance_terms":true')
  expect(sent[4]?.body).toContain('"acceptance_token":')
  expect(sent[4]?.body).not.toContain('acceptance_terms')
})
