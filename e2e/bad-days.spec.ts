import type { Browser, Page } from '@playwright/test'
import { assertAccessible } from './axe.ts'
import { charge, headersOf, signInOwing } from './desk.ts'
import { ACCOUNTS, expect, signIn, test } from './site.ts'

const PHONE = { width: 360, height: 740 }
const APPROVES = '3991111111'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const payButton = (page: Page) => page.getByRole('button', { name: /^Pagar \$/ })

/** Goes from the list of debts to the form of Nequi. `onStep`: in each step. */
async function openNequi(page: Page, number: string, onStep: () => Promise<unknown>): Promise<void> {
  await page.goto('/payments')
  await page.getByRole('button', { name: `Pagar la factura ${number}` }).click()
  await expect(heading(page, '¿Cómo quieres pagar?')).toBeVisible()
  await onStep()
  await page.getByRole('radio', { name: /^Nequi/ }).check()
  await page.getByRole('button', { name: 'Siguiente' }).click()
  await expect(heading(page, 'Paga con Nequi')).toBeVisible()
  await onStep()
}

async function fillNequi(page: Page): Promise<void> {
  await page.getByLabel('Celular de tu cuenta Nequi').fill(APPROVES)
  await page.getByLabel(/reglamento de Wompi/).check()
  await page.getByLabel(/tratamiento de mis datos/).check()
}

/** Counts the payments that the page asks for. */
function countPayments(page: Page): () => number {
  let sent = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === '/api/payment') sent += 1
  })
  return () => sent
}

test.describe('en un celular', () => {
  test.use({ viewport: PHONE })

  test('PAY-05 recargar en cada paso de un pago sigue en ese paso, y se paga una sola vez', async ({ page }) => {
    const number = await signInOwing(page, 41_600)
    const sent = countPayments(page)
    await openNequi(page, number, () => page.reload())
    await expect(page.getByText('$ 41.600,00').first()).toBeVisible()
    await fillNequi(page)
    await payButton(page).click()
    await expect(heading(page, 'Pago en proceso')).toBeVisible()
    await page.reload()
    await expect(heading(page, 'Pago aprobado')).toBeVisible({ timeout: 20_000 })
    await page.reload()
    await expect(heading(page, 'Pago aprobado')).toBeVisible()
    expect(sent()).toBe(1)
    await page.goto('/payments')
    await expect(page.getByText('Estás al día')).toBeVisible()
  })

  test('PAY-04 PAY-05 el servidor recibe el pago y la red se pierde antes de la respuesta: la página deja de cobrar y lleva al recibo', async ({
    page,
  }) => {
    const number = await signInOwing(page, 41_700)
    await openNequi(page, number, async () => undefined)
    const statuses: number[] = []
    await page.route('**/api/payment', async (route) => {
      statuses.push((await route.fetch()).status())
      await route.abort('internetdisconnected')
    })
    await fillNequi(page)
    await payButton(page).click()
    await expect(heading(page, 'Esta factura ya está pagada')).toBeVisible({ timeout: 20_000 })
    await expect(payButton(page)).toHaveCount(0)
    expect(statuses).toEqual([201])
    await page.getByRole('link', { name: 'Ver el recibo' }).click()
    await expect(page.getByRole('heading', { level: 1, name: /^Recibo \d+/ })).toBeVisible()
  })
})

const SEEN = {
  client: ['/payments', '/transactions', '/contracts', '/pqr', '/notifications'],
  financial: ['/invoices', '/transactions', '/transactions/online', '/visits', '/pqrResponse'],
} as const

/** A page in a time zone, signed in. */
async function pageIn(browser: Browser, site: string, timezoneId: string, account: keyof typeof SEEN): Promise<Page> {
  const page = await browser.newPage({ baseURL: site, timezoneId, locale: 'es-CO', serviceWorkers: 'block' })
  await signIn(page, account)
  return page
}

async function textOf(page: Page): Promise<string> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('.skeleton')).toHaveCount(0)
  return page.locator('main').innerText()
}

for (const account of ['client', 'financial'] as const)
  test(`FMT-01 con el teléfono en la hora de Madrid ${account} lee los mismos días y horas que en Colombia`, async ({
    browser,
    page,
    site,
  }) => {
    await charge(page, 12_300)
    const here = await pageIn(browser, site, 'America/Bogota', account)
    const madrid = await pageIn(browser, site, 'Europe/Madrid', account)
    let read = ''
    // 'Hace 3m' depends on the minute of the reading: both browsers read at the same one.
    const now = new Date()
    await Promise.all([here.clock.setFixedTime(now), madrid.clock.setFixedTime(now)])
    for (const path of SEEN[account]) {
      // Another person may write between the two readings: then both read again.
      await expect(async () => {
        await Promise.all([here.goto(path), madrid.goto(path)])
        expect(await textOf(madrid)).toBe(await textOf(here))
      }).toPass()
      read += await textOf(here)
    }
    expect(read).toMatch(account === 'client' ? /\d{2} de \w+ de \d{4}/ : /\d{1,2}:\d\d/)
    await here.close()
    await madrid.close()
  })

test('COM-02 el color de una empresa casi blanco: su página, sus facturas y sus pagos se leen en claro y en oscuro', async ({
  page,
}) => {
  const headers = await headersOf(page.request, ACCOUNTS.admin)
  const [company] = (await (await page.request.get('/api/admin?page=1&page_size=1', { headers })).json()).data
  const paint = async (color_code: string): Promise<void> => {
    const saved = await page.request.patch(`/api/admin/profile/${company.id}`, {
      data: { admin: { color_code } },
      headers,
    })
    expect(saved.ok(), await saved.text()).toBe(true)
  }
  await paint('#FFFEF8')
  await page.setViewportSize(PHONE)
  await page.goto('/e/af')
  for (const path of ['/e/af', '/dashboard', '/payments', '/contracts']) {
    if (path === '/dashboard') await signIn(page, 'client')
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await assertAccessible(page, `${path} ${colorScheme}`)
    }
  }
  await paint(company.color_code)
})
