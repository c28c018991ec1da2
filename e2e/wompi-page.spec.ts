import type { Page } from '@playwright/test'
import { assertAccessible } from './axe.ts'
import { charge, linkOf, signInOwing } from './desk.ts'
import { expect, test } from './site.ts'

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const go = (page: Page) => page.getByRole('button', { name: /^Ir a Wompi a pagar \$/ })
const atWompi = (page: Page) => expect(heading(page, 'Wompi de pruebas')).toBeVisible({ timeout: 15_000 })

async function accept(page: Page): Promise<void> {
  for (const name of [/reglamento de Wompi/, /tratamiento de mis datos/]) await page.getByLabel(name).check()
}

async function assertNoOverflow(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
}

test('PAY-02 PAY-05 la página de Wompi a 360 px: lo que falta, un rechazo, volver a ella, y aprobado el recibo', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const number = await signInOwing(page, 57_000)
  await page.goto('/payments')
  await page.getByRole('button', { name: `Pagar la factura ${number}` }).click()
  await page.getByRole('radio', { name: /^Página de Wompi/ }).check()
  await assertAccessible(page, 'los medios con la página de Wompi')
  await page.getByRole('button', { name: 'Siguiente' }).click()
  await expect(heading(page, 'Paga en la página de Wompi')).toBeVisible()
  await page.getByLabel('Celular', { exact: true }).fill('601')
  await go(page).click()
  await expect(page.getByText('El celular tiene 10 dígitos y empieza por 3').first()).toBeVisible()
  await assertAccessible(page, 'la página de Wompi')
  await assertNoOverflow(page)
  await page.getByLabel('Celular', { exact: true }).fill('300 123 45 67')
  await accept(page)
  await go(page).click()
  await atWompi(page)
  await page.getByRole('button', { name: 'Rechazar el pago' }).click()
  await page.getByRole('link', { name: 'vuelve al comercio' }).click()
  // A refused try ends nothing: the page is there for another one, and the invoice for another method.
  await expect(page.getByText('Termina el pago en la página de Wompi')).toBeVisible()
  await assertAccessible(page, 'el pago en la página de Wompi')
  await assertNoOverflow(page)
  await page.getByRole('link', { name: 'Pagar con otro medio' }).click()
  await expect(page.getByRole('button', { name: `Pagar la factura ${number}` })).toBeEnabled()
  await page.goBack()
  await page.getByRole('link', { name: 'Ir a la página de Wompi' }).click()
  await atWompi(page)
  await page.getByRole('button', { name: 'Aprobar el pago' }).click()
  await expect(heading(page, 'Pago aprobado')).toBeVisible({ timeout: 15_000 })
  await expect(page.getByText('Página de Wompi', { exact: true })).toBeVisible()
  await page.goto('/payments')
  await expect(page.getByText('Estás al día', { exact: true })).toBeVisible()
})

test('INV-12 PAY-05 con el enlace de la factura y sin sesión se paga en la página de Wompi', async ({
  page,
  browser,
}) => {
  const [number = ''] = await charge(page, 58_000)
  const link = await linkOf(page, number)
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } })
  const phone = await context.newPage()
  await phone.goto(link)
  await phone.getByRole('radio', { name: /^Página de Wompi/ }).check()
  await phone.getByLabel('Celular', { exact: true }).fill('300 123 45 67')
  await assertAccessible(phone, 'la página de Wompi y el enlace')
  await assertNoOverflow(phone)
  await accept(phone)
  await go(phone).click()
  await atWompi(phone)
  await phone.getByRole('button', { name: 'Aprobar el pago' }).click()
  await expect(heading(phone, 'Pago aprobado')).toBeVisible({ timeout: 15_000 })
  await context.close()
})
