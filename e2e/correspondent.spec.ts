import type { Page } from '@playwright/test'
import { assertAccessible } from './axe.ts'
import { charge, linkOf, signInOwing } from './desk.ts'
import { waitForInstallation } from './installed-app.ts'
import { expect, test } from './site.ts'

const TITLE = 'Comprobante para pagar en efectivo'
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const ask = (page: Page) => page.getByRole('button', { name: /^Pedir comprobante por \$/ })

async function accept(page: Page): Promise<void> {
  for (const name of [/reglamento de Wompi/, /tratamiento de mis datos/]) await page.getByLabel(name).check()
}

/** Opens the form to pay an invoice in cash. Returns the address of the counter of the simulator. */
async function openForm(page: Page, number: string): Promise<string> {
  await page.goto('/payments')
  await page.getByRole('button', { name: `Pagar la factura ${number}` }).click()
  await page.getByRole('radio', { name: /^Efectivo en corresponsal/ }).check()
  const documents = page.waitForResponse('**/api/payment/acceptance')
  await page.getByRole('button', { name: 'Siguiente' }).click()
  await expect(heading(page, 'Paga en efectivo')).toBeVisible()
  return counterOf((await (await documents).json()).data.cards.url)
}

const counterOf = (cards: string): string => cards.replace('/tokens/cards', '/simulator/correspondent')

async function askForSlip(page: Page): Promise<void> {
  await page.getByLabel('Celular', { exact: true }).fill('300 123 45 67')
  await accept(page)
  await ask(page).click()
  await expect(heading(page, TITLE)).toBeVisible({ timeout: 15_000 })
}

const numberOf = (page: Page, label: string) =>
  page.locator('dl div').filter({ hasText: label }).locator('dd').innerText()

/** Pays the slip of the screen at the counter. */
async function payAtCounter(page: Page, counter: string): Promise<void> {
  const form = {
    agreement: await numberOf(page, 'Número de convenio'),
    intention: await numberOf(page, 'Número de pago'),
    ending: 'APPROVED',
  }
  expect((await page.request.post(counter, { form })).status()).toBe(200)
}

/** Whom a slip pays, as its screen and its text say it. */
const PAID = /^NIT [\d.]+-\d, teléfono \d+, correo \S+@\S+$/

/** The text that the page passes on. */
async function sharedText(page: Page): Promise<string> {
  await page.evaluate(() => {
    const share = async ({ text = '' }: ShareData) => void (document.title = text)
    Object.defineProperty(navigator, 'share', { value: share, configurable: true })
  })
  await page.getByRole('button', { name: 'Compartir' }).click()
  await expect(page).toHaveTitle(/^Paga /)
  return page.title()
}

async function assertNoOverflow(page: Page, width: number): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
}

for (const [width, price] of [
  [320, 52_000],
  [1280, 53_000],
] as const) {
  test(`PAY-02 PAY-05 TRX-01 en efectivo a ${width} px: lo que falta, el comprobante, verlo otra vez, y pagado el recibo`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    const number = await signInOwing(page, price)
    const counter = await openForm(page, number)
    await page.getByLabel('Celular', { exact: true }).fill('601')
    await ask(page).click()
    await expect(page.getByText('El celular tiene 10 dígitos y empieza por 3').first()).toBeVisible()
    await assertAccessible(page, `efectivo ${width}`)
    await askForSlip(page)
    await expect(page.getByText(/^Número de convenio/)).toBeVisible()
    await expect(page.getByText(`Factura ${number}. Puedes pagarlo hasta el`)).toBeVisible()
    await assertAccessible(page, `el comprobante ${width}`)
    await assertNoOverflow(page, width)
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByText(/^Número de pago/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Compartir' })).toBeHidden()
    await expect(page.locator('#content').getByText('Andina Fibra S.A.S.', { exact: true })).toBeVisible()
    await expect(page.getByText(PAID)).toBeVisible()
    await page.emulateMedia({ media: 'screen' })
    const about = await page.getByText(PAID).innerText()
    expect(await sharedText(page)).toContain(`en efectivo a Andina Fibra S.A.S. (${about})`)
    // The invoice can be paid in another way meanwhile, and the slip is found again.
    await page.getByRole('link', { name: 'Pagar con otro medio' }).click()
    await expect(page.getByText(/^Tienes un comprobante para pagar/)).toBeVisible()
    await expect(page.getByRole('button', { name: `Pagar la factura ${number}` })).toBeEnabled()
    await assertAccessible(page, `las facturas con un comprobante ${width}`)
    await assertNoOverflow(page, width)
    await page.getByRole('link', { name: 'Ver comprobante' }).click()
    await expect(heading(page, TITLE)).toBeVisible()
    await payAtCounter(page, counter)
    await expect(heading(page, 'Pago aprobado')).toBeVisible({ timeout: 15_000 })
    await expect(page.getByText('Efectivo en corresponsal', { exact: true })).toBeVisible()
    await page.goto('/payments')
    await expect(page.getByText('Estás al día', { exact: true })).toBeVisible()
    await expect(page.getByText(/^Tienes un comprobante/)).toBeHidden()
  })
}

test('PAY-05 con un comprobante abierto se paga con Nequi, y del comprobante se dice que ya no se pague', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const number = await signInOwing(page, 54_000)
  await openForm(page, number)
  await askForSlip(page)
  const slip = page.url()
  await page.getByRole('link', { name: 'Pagar con otro medio' }).click()
  await page.getByRole('button', { name: `Pagar la factura ${number}` }).click()
  await page.getByRole('radio', { name: /^Nequi/ }).check()
  await page.getByRole('button', { name: 'Siguiente' }).click()
  await page.getByLabel('Celular de tu cuenta Nequi').fill('3991111111')
  await accept(page)
  await page.getByRole('button', { name: /^Pagar \$/ }).click()
  await expect(heading(page, 'Pago aprobado')).toBeVisible({ timeout: 15_000 })
  await page.goto(slip)
  await expect(page.getByText(/^Se empezó otro pago de la misma factura: no pagues este comprobante\./)).toBeVisible()
})

test.describe('sin señal', () => {
  test.use({ serviceWorkers: 'allow' })

  test('PAY-05 el comprobante se lee sin señal, también al abrir de nuevo la página', async ({ page, context }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    const number = await signInOwing(page, 55_000)
    await waitForInstallation(page)
    await openForm(page, number)
    await askForSlip(page)
    const intention = await numberOf(page, 'Número de pago')
    await context.setOffline(true)
    await page.reload()
    await expect(page.getByText('No hay conexión. El comprobante sirve igual')).toBeVisible()
    await expect(page.getByText(intention)).toBeVisible()
    await assertAccessible(page, 'el comprobante sin señal')
    await context.setOffline(false)
    await expect(page.getByRole('button', { name: 'Verificar ahora' })).toBeVisible({ timeout: 15_000 })
  })
})

test('INV-12 PAY-05 con el enlace de la factura y sin sesión se pide el comprobante y se paga', async ({
  page,
  browser,
}) => {
  const [number = ''] = await charge(page, 56_000)
  const link = await linkOf(page, number)
  const context = await browser.newContext({ viewport: { width: 320, height: 740 } })
  const phone = await context.newPage()
  const documents = phone.waitForResponse(/\/acceptance$/)
  await phone.goto(link)
  const counter = counterOf((await (await documents).json()).data.cards.url)
  await phone.getByRole('radio', { name: /^Efectivo en corresponsal/ }).check()
  await assertAccessible(phone, 'efectivo y el enlace')
  await askForSlip(phone)
  await assertAccessible(phone, 'el comprobante y el enlace')
  await assertNoOverflow(phone, 320)
  await phone.getByRole('link', { name: 'Ver la factura' }).click()
  await expect(phone.getByText(/^Hay un comprobante para pagar/)).toBeVisible()
  await expect(phone.getByRole('radio', { name: /^Nequi/ })).toBeVisible()
  await phone.getByRole('link', { name: 'Ver comprobante' }).click()
  await payAtCounter(phone, counter)
  await expect(heading(phone, 'Pago aprobado')).toBeVisible({ timeout: 15_000 })
  await phone.getByRole('link', { name: 'Ver la factura' }).click()
  await expect(phone.getByText('Esta factura ya está pagada. ¡Gracias!')).toBeVisible()
  await context.close()
})
