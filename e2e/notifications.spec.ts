import type { Page, Route } from '@playwright/test'
import { assertAccessible } from './axe.ts'
import { charge } from './desk.ts'
import { expect, signIn, test } from './site.ts'

test('NOT-01 SHL-01 la campana cuenta sola lo nuevo, su panel lo muestra y abrirlo lo lee', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await signIn(page, 'client')
  const [number = ''] = await charge(page, 35_000)
  const bell = page.getByRole('button', { name: /^Notificaciones, .+ sin leer$/ })
  await expect(bell).toBeVisible()
  await bell.click()
  const panel = page.getByRole('region', { name: 'Notificaciones' })
  const item = panel.getByRole('link', { name: new RegExp(`factura nueva: ${number}`) })
  await expect(item).toHaveAccessibleName(/^Sin leer/)
  await assertAccessible(page, 'campana abierta')
  await item.click()
  await expect(page).toHaveURL(/\/payments$/)
  await expect(panel).toBeHidden()
  await page.getByRole('button', { name: /^Notificaciones/ }).click()
  await expect(panel.getByRole('link', { name: new RegExp(`factura nueva: ${number}`) })).not.toHaveAccessibleName(
    /^Sin leer/,
  )
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
})

test('NOT-01 NOT-02 en el celular se filtran, se marcan todas y se elige qué llega por correo', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, 'client')
  // Another tab of the same browser is notified by the tab that has the stream.
  const other = await context.newPage()
  await other.setViewportSize({ width: 360, height: 740 })
  await other.goto('/dashboard')
  await charge(page, 12_000, 13_000)
  for (const tab of [page, other])
    await expect(tab.getByRole('link', { name: /^Notificaciones, ([2-9]|9\+) sin leer$/ })).toBeVisible()
  await page.getByRole('link', { name: /^Notificaciones/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Notificaciones' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'Hoy' })).toBeVisible()
  await page.getByRole('button', { name: 'Facturas', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Facturas', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.locator('.notice-item', { hasNotText: /factura|nota crédito|reclamo/i })).toHaveCount(0)
  await page.getByRole('button', { name: 'Marcar todas como leídas' }).click()
  await expect(page.getByText('No tienes nada sin leer')).toBeVisible()
  await page.getByRole('button', { name: 'No leídas' }).click()
  await expect(page.getByText('No hay notificaciones con este filtro')).toBeVisible()
  await page.getByRole('button', { name: 'Ver todas' }).click()
  await expect(page.getByLabel('Recibos de tus pagos en línea')).toBeDisabled()
  await page.getByLabel('Contratos', { exact: true }).check()
  await expect(page.getByText('Guardamos lo que quieres recibir por correo')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Contratos', { exact: true })).toBeChecked()
  await assertAccessible(page, 'notificaciones')
})

test('NOT-01 una marca se ve de una vez, y si no se pudo guardar o no hay conexión el aviso vuelve a estar sin leer y una frase lo dice', async ({
  page,
  context,
}) => {
  await signIn(page, 'client')
  await charge(page, 21_000, 22_000)
  await page.goto('/notifications')
  const unread = page.locator('.notice-item--unread')
  await expect(page.getByText(/^\d+ sin leer$/)).toBeVisible()
  const count = await unread.count()
  const subtitle = (number: number) => page.getByText(number === 0 ? 'No tienes nada sin leer' : `${number} sin leer`)
  expect(count).toBeGreaterThan(1)

  // The reply is held: the mark is shown before it, and taken back with it.
  const calls = await held(page, '**/api/notification/*')
  await unread
    .first()
    .getByRole('link')
    .click({ modifiers: ['ControlOrMeta'] })
  await expect(unread).toHaveCount(count - 1)
  await expect(subtitle(count - 1)).toBeVisible()
  await calls.refuse()
  await expect(page.getByText(/^La notificación sigue sin leer: no pudimos marcarla/)).toBeVisible()
  await expect(unread).toHaveCount(count)

  const all = await held(page, '**/api/notification/read-all')
  await page.getByRole('button', { name: 'Marcar todas como leídas' }).click()
  await expect(subtitle(0)).toBeVisible()
  await expect(unread).toHaveCount(0)
  await all.refuse()
  await expect(page.getByText(/^Las notificaciones siguen sin leer: no pudimos marcarlas/)).toBeVisible()
  await expect(subtitle(count)).toBeVisible()

  await context.setOffline(true)
  await page.getByRole('button', { name: 'Marcar todas como leídas' }).click()
  await expect(
    page.getByText('Las notificaciones siguen sin leer: no pudimos marcarlas. No hay conexión: revisa tu internet'),
  ).toBeVisible()
  await expect(unread).toHaveCount(count)
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Marcar todas como leídas' }).click()
  await expect(subtitle(0)).toBeVisible()
  await page.reload()
  await expect(subtitle(0)).toBeVisible()
})

/** Holds the changes at an address until `refuse`, which waits for the first and answers them without a reason; later ones pass. */
async function held(page: Page, address: string): Promise<{ refuse: () => Promise<void> }> {
  const waiting: Route[] = []
  const hold = (route: Route): void =>
    void (route.request().method() === 'GET' ? route.fallback() : waiting.push(route))
  await page.route(address, hold)
  return {
    refuse: async () => {
      // The screen shows the mark before the browser has sent it.
      await expect.poll(() => waiting.length).toBeGreaterThan(0)
      await page.unroute(address, hold)
      await Promise.all(waiting.map((route) => route.fulfill({ status: 409, body: '' })))
    },
  }
}
