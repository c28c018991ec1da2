import type { Page } from '@playwright/test'
import { assertAccessible } from './axe.ts'
import { charge, linkOf } from './desk.ts'
import { expect, signIn, test } from './site.ts'

const TITLE = 'Paga con Botón Bancolombia'
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const atBank = (page: Page) => page.getByRole('heading', { name: 'Bancolombia de pruebas' })

async function accept(page: Page): Promise<void> {
  for (const name of [/reglamento de Wompi/, /tratamiento de mis datos/]) await page.getByLabel(name).check()
}

/** Chooses the button of Bancolombia, accepts the documents and arrives at the page of the bank. */
async function goToBank(page: Page): Promise<void> {
  await expect(heading(page, '¿Cómo quieres pagar?')).toBeVisible()
  await page.getByRole('radio', { name: /^Botón Bancolombia/ }).check()
  await page.getByRole('button', { name: 'Siguiente' }).click()
  await expect(heading(page, TITLE)).toBeVisible()
  await page.getByLabel('Celular', { exact: true }).fill('300 123 45 67')
  await accept(page)
  await page.getByRole('button', { name: /^Pagar \$/ }).click()
  await expect(atBank(page)).toBeVisible({ timeout: 15_000 })
}

for (const [width, price] of [
  [360, 43_000],
  [1280, 44_000],
] as const) {
  test(`PAY-02 PAY-05 TRX-01 Botón Bancolombia a ${width} px: rechazado, otra vez, aprobado, y el recibo`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    const [number = ''] = await charge(page, price)
    await signIn(page, 'client')
    await page.goto('/payments')
    await page.getByRole('button', { name: `Pagar la factura ${number}` }).click()
    await expect(page.getByText('Entras a Bancolombia, apruebas el pago y vuelves aquí')).toBeVisible()
    await goToBank(page)
    await page.goBack()
    // Back from the bank it waits, and is not sent to the bank again by itself.
    await expect(heading(page, 'Pago en proceso')).toBeVisible()
    await page.getByRole('link', { name: 'Ir a mi banco' }).click()
    await page.getByRole('button', { name: 'Rechazar el pago' }).click()
    await expect(heading(page, 'El pago no se completó')).toBeVisible({ timeout: 15_000 })
    await expect(page.getByText(/^Bancolombia no aprobó el pago\./)).toBeVisible()
    await assertAccessible(page, `Bancolombia rechazado ${width}`)
    await page.getByRole('button', { name: 'Intentar de nuevo o con otro medio' }).click()
    await goToBank(page)
    await page.getByRole('button', { name: 'Aprobar el pago' }).click()
    await expect(heading(page, 'Pago aprobado')).toBeVisible({ timeout: 15_000 })
    await expect(page.getByText('Botón Bancolombia', { exact: true })).toBeVisible()
    await assertAccessible(page, `Bancolombia aprobado ${width}`)
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Descargar recibo' }).click()
    expect((await saved).suggestedFilename()).toMatch(/^recibo-\d+\.pdf$/)
    await page.goto('/transactions')
    await expect(page.getByText('Botón Bancolombia').first()).toBeVisible()
  })
}

test('PAY-02 Botón Bancolombia a 320 px y con el teclado: se elige, se escribe y se dice lo que falta', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const [number = ''] = await charge(page, 45_000)
  await signIn(page, 'client')
  await page.goto('/payments')
  await page.getByRole('button', { name: `Pagar la factura ${number}` }).click()
  await page.getByRole('radio', { name: /^Nequi/ }).focus()
  for (const method of [/^PSE/, /^Botón Bancolombia/]) {
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('radio', { name: method })).toBeChecked()
  }
  await assertAccessible(page, 'el medio 320')
  await page.getByRole('button', { name: 'Siguiente' }).focus()
  await page.keyboard.press('Enter')
  await expect(heading(page, TITLE)).toBeVisible()
  await expect(page.getByText(/^Te llevamos a Bancolombia: entras con tu usuario/)).toBeVisible()
  await expect(page.getByLabel(/reglamento/)).toBeVisible()
  await assertAccessible(page, 'Bancolombia 320')
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(320)
  await page.getByLabel('Celular', { exact: true }).fill('601')
  await page.keyboard.press('Enter')
  await expect(page.getByText('El celular tiene 10 dígitos y empieza por 3').first()).toBeVisible()
  await expect(page.getByText('Para pagar, acepta los dos documentos de Wompi').first()).toBeVisible()
  await page.getByLabel('Celular', { exact: true }).fill('3001234567')
  for (const name of [/reglamento de Wompi/, /tratamiento de mis datos/]) {
    await page.getByLabel(name).focus()
    await page.keyboard.press('Space')
  }
  await page.getByRole('button', { name: /^Pagar \$/ }).focus()
  await page.keyboard.press('Enter')
  await expect(atBank(page)).toBeVisible({ timeout: 15_000 })
  await page.getByRole('button', { name: 'Aprobar el pago' }).click()
  await expect(heading(page, 'Pago aprobado')).toBeVisible({ timeout: 15_000 })
})

test('PAY-02 la cuenta de Wompi sin Botón Bancolombia no lo muestra, y su dirección lleva a elegir el medio', async ({
  page,
}) => {
  const [number = ''] = await charge(page, 46_000)
  await signIn(page, 'client')
  await page.route('**/api/payment/debts', async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    body.data.online.methods = ['nequi', 'pse']
    await route.fulfill({ response: answer, json: body })
  })
  await page.goto('/payments')
  await page.getByRole('button', { name: `Pagar la factura ${number}` }).click()
  await expect(page.getByRole('radio')).toHaveCount(2)
  await page.goto('/payments/payment_method/bancolombia')
  await expect(heading(page, '¿Cómo quieres pagar?')).toBeVisible()
  await expect(page.getByRole('radio')).toHaveCount(2)
})

test('INV-12 PAY-05 con el enlace de la factura y sin sesión se paga con Botón Bancolombia', async ({
  page,
  browser,
}) => {
  const [number = ''] = await charge(page, 47_000)
  const link = await linkOf(page, number)
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } })
  const phone = await context.newPage()
  await phone.goto(link)
  await phone.getByRole('radio', { name: /^Botón Bancolombia/ }).check()
  await phone.getByLabel('Celular', { exact: true }).fill('300 123 45 67')
  await accept(phone)
  await assertAccessible(phone, 'Bancolombia y el enlace')
  await phone.getByRole('button', { name: /^Pagar \$/ }).click()
  await expect(atBank(phone)).toBeVisible({ timeout: 15_000 })
  await phone.getByRole('button', { name: 'Aprobar el pago' }).click()
  await expect(heading(phone, 'Pago aprobado')).toBeVisible({ timeout: 15_000 })
  await expect(phone.getByText('Botón Bancolombia', { exact: true })).toBeVisible()
  await phone.getByRole('link', { name: 'Ver la factura' }).click()
  await expect(phone.getByText('Esta factura ya está pagada. ¡Gracias!')).toBeVisible()
  await context.close()
})
