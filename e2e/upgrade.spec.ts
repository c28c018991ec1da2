import type { Page } from '@playwright/test'
import { expect, signIn, test } from './site.ts'

/** Answers 404 for the code of a screen, as a server does after an upgrade, until the page is loaded again. */
async function upgradeUnder(page: Page, code: RegExp): Promise<{ loads(): number }> {
  let loads = 0
  await page.route(code, (route) => (loads === 0 ? route.fulfill({ status: 404, body: '{}' }) : route.continue()))
  page.on('domcontentloaded', () => (loads += 1))
  return { loads: () => loads }
}

test('una pestaña abierta antes de una actualización abre la página que se le pide, sin que nadie recargue', async ({
  page,
}) => {
  await signIn(page, 'financial')
  await page.waitForLoadState('load')
  const upgrade = await upgradeUnder(page, /\/assets\/PlansScreen-[^/]*\.js$/)
  await page.getByRole('link', { name: 'Planes y Servicios' }).first().click()
  await expect(page.getByText(/\d+ de 12 planes creados/)).toBeVisible()
  expect(upgrade.loads()).toBe(1)
})

test('el código que falta de verdad no recarga la página una y otra vez: se dice y hay un botón', async ({ page }) => {
  await signIn(page, 'financial')
  await page.waitForLoadState('load')
  await page.route(/\/assets\/PlansScreen-[^/]*\.js$/, (route) => route.fulfill({ status: 404, body: '{}' }))
  let loads = 0
  page.on('domcontentloaded', () => (loads += 1))
  await page.getByRole('link', { name: 'Planes y Servicios' }).first().click()
  await expect.poll(() => loads).toBe(1)
  await expect(page.getByText('No pudimos abrir esta pantalla')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reintentar' })).toBeVisible()
  expect(loads).toBe(1)
})

test('lo que se escribió sigue ahí cuando falta el código de otra parte de la pantalla', async ({ page }) => {
  await signIn(page, 'financial')
  await page.waitForLoadState('load')
  await page.route(/\/assets\/SearchPalette-[^/]*\.js$/, (route) => route.fulfill({ status: 404, body: '{}' }))
  await page.getByRole('link', { name: 'Clientes' }).first().click()
  const box = page.getByRole('searchbox').first()
  await box.fill('gar')
  await page.keyboard.press('Control+k')
  await expect(page.getByText('No pudimos abrir esta pantalla')).toBeVisible()
  await expect(box).toHaveValue('gar')
})
