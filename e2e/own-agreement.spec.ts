import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { assertAccessible } from './axe.ts'
import { deskHeaders, signInOwing } from './desk.ts'
import { expect, test } from './site.ts'

/** A day so many days after today, as the API takes it. */
const dayIn = (days: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Bogota' }).format(new Date(Date.now() + days * 86_400_000))

/** Signs in a client who owes `amount` pesos and agreed on two instalments of the half. Returns what the desk needs for its payments. */
async function signInAgreed(page: Page, amount: number) {
  const number = await signInOwing(page, amount)
  const headers = await deskHeaders(page.request)
  const listed = await page.request.get(`/api/invoice?q=${number}`, { headers })
  const [invoice] = (await listed.json()).data
  const instalments = [10, 40].map((days) => ({ due_on: dayIn(days), amount: amount / 2 }))
  const agreed = await page.request.post('/api/agreement', {
    data: { agreement: { no_contract: invoice.no_contract, instalments } },
    headers,
  })
  expect(agreed.status(), await agreed.text()).toBe(201)
  const { id, client } = (await agreed.json()).data
  return { number, client_id: String(client.id), agreement: String(id) }
}

async function payAtDesk(page: Page, client_id: string, amount: number): Promise<void> {
  const headers = { ...(await deskHeaders(page.request)), 'idempotency-key': randomUUID() }
  const payment = { client_id, amount, method: 'efectivo', paid_on: dayIn(0) }
  const paid = await page.request.post('/api/payment/manual', { data: { payment }, headers })
  expect(paid.ok(), await paid.text()).toBe(true)
}

for (const [width, amount] of [
  [360, 62_000],
  [1280, 64_000],
] as const) {
  test(`SUS-04 el cliente lee su acuerdo de pago a ${width} px: lo que sigue, lo que pagó, y que lo cumplió`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    const { client_id } = await signInAgreed(page, amount)
    await page.goto('/dashboard')
    await expect(page.getByText(/^Tienes un acuerdo de pago\. Tu próxima cuota es de \$/)).toBeVisible()
    await assertAccessible(page, `inicio con acuerdo ${width}`)
    await page.getByRole('link', { name: 'Ver tu acuerdo de pago' }).click()
    const card = page.getByRole('heading', { level: 2, name: 'Tu acuerdo de pago' }).locator('xpath=ancestor::section')
    const instalments = card.getByRole('list').getByRole('listitem')
    await expect(instalments).toHaveCount(2)
    await expect(card.getByText('Vigente')).toBeVisible()
    await expect(instalments.nth(0)).toContainText('La próxima')
    await expect(instalments.nth(1)).toContainText('Por pagar')
    await expect(
      card.getByText(/Si no pagas una cuota a más tardar su último día, el acuerdo se termina/),
    ).toBeVisible()
    await assertAccessible(page, `acuerdo vigente ${width}`)

    await payAtDesk(page, client_id, amount / 2)
    await page.reload()
    await expect(instalments.nth(0)).toContainText('Pagada')
    await expect(instalments.nth(1)).toContainText('La próxima')
    await payAtDesk(page, client_id, amount / 2)
    await page.reload()
    await expect(card.getByText(/^Pagaste todo lo acordado y cumpliste el acuerdo/)).toBeVisible()
    await assertAccessible(page, `acuerdo cumplido ${width}`)
    await page.goto('/dashboard')
    await expect(page.getByText(/^Estás al día\./)).toBeVisible()
    await expect(page.getByText(/^Tienes un acuerdo de pago/)).toHaveCount(0)
  })
}

test('SUS-04 el cliente lee que su acuerdo se canceló y qué volvió a contar', async ({ page }) => {
  const { agreement } = await signInAgreed(page, 66_000)
  const headers = await deskHeaders(page.request)
  const cancelled = await page.request.post(`/api/agreement/${agreement}/cancel`, { data: {}, headers })
  expect(cancelled.ok(), await cancelled.text()).toBe(true)
  await page.goto('/payments')
  await expect(
    page.getByText(
      /^El acuerdo se canceló el .*\. Los \$.66\.000,00 que faltaban se deben otra vez, según la fecha de cada factura\.$/,
    ),
  ).toBeVisible()
  await expect(page.getByText('Sin pagar')).toHaveCount(2)
})

for (const [width, amount] of [
  [360, 68_000],
  [1280, 70_000],
] as const) {
  test(`SUS-04 PAY-05 el cliente paga una cuota de su acuerdo con Nequi a ${width} px: rechazada, otra vez, y la cuota queda pagada`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await signInAgreed(page, amount)
    await page.goto('/payments')
    const half = `${(amount / 2).toLocaleString('es-CO')},00`
    await page.getByRole('button', { name: `Pagar la cuota 1 ($ ${half})` }).click()
    await payWithNequi(page, '3992222222', half)
    await expect(heading(page, 'El pago no se completó')).toBeVisible({ timeout: 15_000 })
    await page.getByRole('button', { name: 'Intentar de nuevo o con otro medio' }).click()
    await payWithNequi(page, '3991111111', half)
    await expect(heading(page, 'Pago aprobado')).toBeVisible({ timeout: 15_000 })
    await page.goto('/payments')
    const card = page.getByRole('heading', { level: 2, name: 'Tu acuerdo de pago' }).locator('xpath=ancestor::section')
    await expect(card.getByRole('listitem').nth(0)).toContainText('Pagada')
    await expect(card.getByRole('listitem').nth(1)).toContainText('La próxima')
    await expect(card.getByRole('button', { name: `Pagar la cuota 2 ($ ${half})` })).toBeVisible()
    await assertAccessible(page, `cuota pagada ${width}`)
  })
}

test('SUS-04 PAY-05 de una cuota faltan menos pesos que el mínimo en línea: el cliente la paga junto con la siguiente', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 800 })
  const { client_id } = await signInAgreed(page, 76_000)
  await payAtDesk(page, client_id, 37_000)
  await page.goto('/payments')
  const both = page.getByRole('button', { name: 'Pagar las cuotas 1 y 2 ($ 39.000,00)' })
  await expect(both).toBeVisible()
  await expect(page.getByText('Van juntas porque los pagos en línea son desde $ 1.500,00.')).toBeVisible()
  await assertAccessible(page, 'dos cuotas juntas')
  await both.click()
  await page.getByRole('radio', { name: /^Nequi/ }).check()
  await page.getByRole('button', { name: 'Siguiente' }).click()
  await expect(page.getByText('Cuotas 1 y 2 de tu acuerdo de pago')).toBeVisible()
  await payNequi(page, '3991111111', '39.000,00')
  await expect(heading(page, 'Pago aprobado')).toBeVisible({ timeout: 15_000 })
})

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** From the choice of the method: pays with Nequi, and checks that the instalment and its half of the debt are what is paid. */
async function payWithNequi(page: Page, phone: string, half: string): Promise<void> {
  await expect(heading(page, '¿Cómo quieres pagar?')).toBeVisible()
  await page.getByRole('radio', { name: /^Nequi/ }).check()
  await page.getByRole('button', { name: 'Siguiente' }).click()
  await expect(heading(page, 'Paga con Nequi')).toBeVisible()
  await expect(page.getByText('Cuota 1 de tu acuerdo de pago')).toBeVisible()
  await payNequi(page, phone, half)
}

async function payNequi(page: Page, phone: string, amount: string): Promise<void> {
  await page.getByLabel('Celular de tu cuenta Nequi').fill(phone)
  for (const name of [/reglamento de Wompi/, /tratamiento de mis datos/]) await page.getByLabel(name).check()
  await page.getByRole('button', { name: `Pagar $ ${amount}` }).click()
}
