import type { Page } from '@playwright/test'
import { assertAccessible } from './axe.ts'
import { charge, signInOwing } from './desk.ts'
import { chooseAction } from './row-menu.ts'
import { expect, PASSWORD, signIn, test } from './site.ts'
import { askForPassword, confirmPassword } from './step-up.ts'

const PHONE = { width: 360, height: 740 }
const APPROVES = '399 111 1111'
const DECLINES = '3992222222'
const STAYS_PENDING = '3990000000'
const LOSES_REPLY = '3990000001'

test.use({ viewport: PHONE })

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

/** Goes from the list of debts to the form of a payment method. */
async function choose(page: Page, number: string, method: 'Nequi' | 'PSE'): Promise<void> {
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
  for (const name of [/reglamento de Wompi/, /tratamiento de mis datos/]) {
    await expect(page.getByLabel(name)).not.toBeChecked()
    await page.getByLabel(name).check()
  }
}

async function payWithNequi(page: Page, phone: string): Promise<void> {
  await page.getByLabel('Celular de tu cuenta Nequi').fill(phone)
  await accept(page)
  await page.getByRole('button', { name: /^Pagar \$/ }).click()
}

test('PAY-01 PAY-02 PAY-05 Nequi en un celular: rechazado, otra vez, aprobado y el recibo; el escritorio lo ve', async ({
  page,
}) => {
  const [number = ''] = await charge(page, 41_300)
  await signIn(page, 'client')
  await expect(page.getByText('Tu saldo')).toBeVisible()
  await choose(page, number, 'Nequi')
  await expect(page.getByText('$ 41.300,00').first()).toBeVisible()
  await page.getByRole('button', { name: /^Pagar \$/ }).click()
  await expect(page.getByText('Para pagar, acepta los dos documentos de Wompi').first()).toBeVisible()
  await payWithNequi(page, DECLINES)
  await expect(heading(page, 'Pago en proceso')).toBeVisible()
  await expect(page.getByText(/No pagues de nuevo/)).toBeVisible()
  await expect(heading(page, 'El pago no se completó')).toBeVisible({ timeout: 15_000 })
  await expect(page.getByText(/Nequi no aprobó el pago/)).toBeVisible()
  await page.getByRole('button', { name: 'Intentar de nuevo o con otro medio' }).click()
  await pick(page, 'Nequi')
  await payWithNequi(page, APPROVES)
  await expect(heading(page, 'Pago aprobado')).toBeVisible({ timeout: 15_000 })
  await expect(page.getByText('$ 41.300,00').first()).toBeVisible()
  await page.goto('/transactions')
  await expect(page.getByText('Recibido').first()).toBeVisible()
  await expect(page.getByText('Rechazado').first()).toBeVisible()
})

test('PAY-05 PSE en un celular: el banco, la vuelta y el recibo; volver atrás no cobra otra vez', async ({ page }) => {
  const [number = ''] = await charge(page, 52_000)
  await signIn(page, 'client')
  await choose(page, number, 'PSE')
  await page.getByLabel('Tu banco').selectOption({ label: 'Banco que aprueba' })
  await page.getByLabel('Celular').fill('300 123 45 67')
  await accept(page)
  await page.getByRole('button', { name: /^Pagar \$/ }).click()
  await expect(page.getByRole('heading', { name: 'Banco de pruebas' })).toBeVisible({ timeout: 15_000 })
  await page.goBack()
  await expect(heading(page, 'Pago en proceso')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Ir a mi banco' })).toBeVisible()
  await page.goto('/payments')
  await expect(page.getByText(/Hay un pago en proceso de esta factura\. No pagues/)).toBeVisible()
  await page.getByRole('link', { name: 'Ver cómo va' }).click()
  await page.getByRole('link', { name: 'Ir a mi banco' }).click()
  await page.getByRole('button', { name: 'Aprobar el pago' }).click()
  await expect(heading(page, 'Pago aprobado')).toBeVisible({ timeout: 15_000 })
  await expect(page.getByText(/^11004-/)).toBeVisible()
})

test('PAY-05 DSH-01 pagar todo: tres facturas en un solo pago, y el inicio queda al día', async ({ page }) => {
  await charge(page, 10_000, 20_000, 30_000)
  await signIn(page, 'client')
  await page.getByRole('button', { name: /^Pagar todo \(/ }).click()
  await pick(page, 'Nequi')
  await payWithNequi(page, APPROVES)
  await expect(heading(page, 'Pago aprobado')).toBeVisible({ timeout: 15_000 })
  await page.getByRole('link', { name: 'Volver al inicio' }).click()
  await expect(page.locator('.badge', { hasText: 'Al día' })).toBeVisible()
  await page.goto('/payments')
  await expect(page.getByText('Estás al día')).toBeVisible()
})

test('PAY-05 se pierde la respuesta y se cierra la pestaña: no se paga dos veces y al volver está el recibo', async ({
  page,
  context,
}) => {
  const [number = ''] = await charge(page, 63_000)
  await signIn(page, 'client')
  await choose(page, number, 'Nequi')
  await payWithNequi(page, LOSES_REPLY)
  await expect(heading(page, 'Pago en proceso')).toBeVisible()
  const address = page.url()
  await page.close()
  const later = await context.newPage()
  await later.goto(address)
  await expect(heading(later, 'Pago aprobado')).toBeVisible({ timeout: 20_000 })
  await later.goto('/transactions')
  await expect(later.getByText(number, { exact: true })).toHaveCount(1)
})

test('PAY-05 el celular se queda sin red mientras se aprueba: al volver, la misma página muestra el recibo', async ({
  page,
  context,
}) => {
  const [number = ''] = await charge(page, 66_000)
  await signIn(page, 'client')
  await choose(page, number, 'Nequi')
  // The page reads that the payment is approved only after it lost its connection.
  const away = Promise.withResolvers<void>()
  let reads = 0
  await page.route(/\/api\/payment\/[\da-f-]{36}$/, async (route) => {
    reads += 1
    if (reads > 1) await away.promise
    await route.continue().catch(() => undefined)
  })
  await payWithNequi(page, APPROVES)
  await expect(heading(page, 'Pago en proceso')).toBeVisible()
  await context.setOffline(true)
  away.resolve()
  await page.waitForTimeout(5_000)
  await expect(heading(page, 'Pago en proceso')).toBeVisible()
  await context.setOffline(false)
  await expect(heading(page, 'Pago aprobado')).toBeVisible({ timeout: 15_000 })
})

test('PAY-02 PAY-05 Nequi en proceso: ni otra pestaña ni volver atrás para elegir PSE ofrecen pagar otra vez', async ({
  page,
  context,
}) => {
  const [number = ''] = await charge(page, 74_000)
  await signIn(page, 'client')
  await choose(page, number, 'Nequi')
  const other = await context.newPage()
  await choose(other, number, 'Nequi')
  await page.getByLabel('Celular de tu cuenta Nequi').fill(STAYS_PENDING)
  await accept(page)
  await page.getByRole('button', { name: /^Pagar \$/ }).dblclick()
  await expect(heading(page, 'Pago en proceso')).toBeVisible()
  await expect(heading(other, 'Ya hay un pago en proceso')).toBeVisible()
  await other.getByRole('link', { name: 'Ver mis facturas' }).click()
  await expect(other.getByText(/Hay un pago en proceso de esta factura\. No pagues/)).toBeVisible()
  await page.goBack()
  for (const form of ['', '/nq', '/pse']) {
    await expect(heading(page, 'Ya hay un pago en proceso')).toBeVisible()
    await expect(page.getByText(`Ya hay un pago en proceso de la factura ${number}`)).toBeVisible()
    await expect(page.getByRole('button', { name: /^Pagar \$/ })).toHaveCount(0)
    await expect(page.getByRole('radio')).toHaveCount(0)
    await page.goto(`/payments/payment_method${form}`)
  }
  await assertAccessible(page, 'ya hay un pago en proceso')
  await page.getByRole('link', { name: 'Ver cómo va' }).click()
  await expect(heading(page, 'Pago en proceso')).toBeVisible()
})

test('PAY-01 una empresa sin Wompi muestra lo que se debe y dónde pagarlo', async ({ page }) => {
  await signIn(page, { username: 'cliente@pacifico.test', password: PASSWORD })
  await page.goto('/payments')
  await expect(page.getByText('Otras formas de pagar')).toBeVisible()
  await expect(page.getByText('Calle 3 # 5-18')).toBeVisible()
})

test('PAY-02 las pantallas del pago cumplen WCAG 2.2 AA a 360 y 1280 px, en claro y en oscuro', async ({ page }) => {
  test.setTimeout(120_000)
  const number = await signInOwing(page, 85_000)
  const everywhere = async (where: string): Promise<void> => {
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await assertAccessible(page, `${where} ${width} ${colorScheme}`)
      }
    }
  }
  await page.goto('/payments')
  await page.getByRole('button', { name: `Pagar la factura ${number}` }).click()
  await everywhere('el medio')
  await pick(page, 'PSE')
  await expect(page.getByLabel(/reglamento/)).toBeVisible()
  await everywhere('PSE')
  await page.getByRole('button', { name: 'Volver' }).click()
  await pick(page, 'Nequi')
  await everywhere('Nequi')
  await page.getByRole('button', { name: /^Pagar \$/ }).click()
  await everywhere('Nequi con errores')
  await payWithNequi(page, DECLINES)
  await expect(heading(page, 'Pago en proceso')).toBeVisible()
  await expect(heading(page, 'El pago no se completó')).toBeVisible({ timeout: 15_000 })
  await everywhere('rechazado')
  await page.getByRole('button', { name: 'Intentar de nuevo o con otro medio' }).click()
  await pick(page, 'Nequi')
  await payWithNequi(page, STAYS_PENDING)
  await expect(heading(page, 'Pago en proceso')).toBeVisible()
  await everywhere('en proceso')
})

test('TRX-02 la financiera ve cada intento, pregunta otra vez por uno y encuentra el recibo', async ({ page }) => {
  const [number = ''] = await charge(page, 96_000)
  await signIn(page, 'client')
  await choose(page, number, 'Nequi')
  await payWithNequi(page, APPROVES)
  await expect(heading(page, 'Pago aprobado')).toBeVisible({ timeout: 15_000 })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await signIn(page, 'financial')
  await page.goto('/transactions')
  await expect(page.locator('.figure', { hasText: 'Nequi' })).toContainText('$')
  await page.getByRole('link', { name: 'Pagos en línea' }).click()
  const row = page.getByRole('row', { name: new RegExp(number) })
  await expect(row).toContainText('Recibido')
  await chooseAction(page, 'Ver detalles', /pago/, row)
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Verificar estado' }).click()
  await expect(page.getByText('Wompi dice: Recibido')).toBeVisible()
  await sheet.getByRole('link', { name: /^\d+$/ }).click()
  await expect(heading(page, /^Recibo \d+/)).toBeVisible()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descargar PDF' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^recibo-\d+\.pdf$/)
})

test('TRX-02 TRX-04 la financiera registra el contracargo de un pago aprobado, y su factura se debe de nuevo', async ({
  page,
}) => {
  const [number = ''] = await charge(page, 98_000)
  await signIn(page, 'client')
  await choose(page, number, 'Nequi')
  await payWithNequi(page, APPROVES)
  await expect(heading(page, 'Pago aprobado')).toBeVisible({ timeout: 15_000 })
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await signIn(page, 'financial')
  await page.goto('/transactions/online')
  const row = page.getByRole('row', { name: new RegExp(number) })
  await chooseAction(page, 'Ver detalles', /pago/, row)
  await page.getByRole('dialog').getByRole('button', { name: 'Registrar contracargo' }).click()
  const dialog = page.getByRole('dialog', { name: /^Contracargo del pago de / })
  await expect(dialog).toContainText('Wompi te avise que devolvió estos $ 98.000,00')
  await dialog.getByRole('button', { name: 'Registrar contracargo' }).click()
  await expect(dialog.getByText('Escribe qué informó Wompi').first()).toBeVisible()
  await assertAccessible(page, 'contracargo')
  await dialog.getByLabel('Qué informó Wompi').fill('El titular desconoció el pago')
  await askForPassword(page, '**/api/payment/*/chargeback', 1)
  await dialog.getByRole('button', { name: 'Registrar contracargo' }).click()
  await confirmPassword(page)
  await expect(page.getByText(/^Reversamos \$ 98\.000,00 del recibo \d+ con el reverso \d+$/)).toBeVisible()
  await expect(row).toContainText('Anulado')
  await chooseAction(page, 'Ver detalles', /pago/, row)
  await expect(page.getByRole('button', { name: 'Verificar estado' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Registrar contracargo' })).toHaveCount(0)
  await page.goto(`/invoices?q=${number}`)
  await expect(page.getByRole('row', { name: new RegExp(number) })).toContainText('$ 98.000,00')
})
