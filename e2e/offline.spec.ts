import type { Page } from '@playwright/test'
import { assertAccessible } from './axe.ts'
import { expect, signIn, test } from './site.ts'

test.use({ serviceWorkers: 'allow' })

const BANNER = 'Sin conexión. Lo que hagas ahora no se envía.'

/** Waits until the app is installed in this browser. */
async function waitForInstallation(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    while (navigator.serviceWorker.controller === null) await new Promise((done) => setTimeout(done, 50))
  })
}

test('sin conexión se dice arriba y se quita solo; una pantalla que no cargó se recupera con Reintentar', async ({
  page,
  context,
}) => {
  await signIn(page, 'financial')
  await waitForInstallation(page)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText(BANNER)).toBeVisible()
  await assertAccessible(page, 'sin conexión')
  await page.getByRole('link', { name: 'Planes y Servicios' }).first().click()
  await expect(page.getByText('No pudimos abrir esta pantalla.')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText(BANNER)).toBeHidden()
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByText(/\d+ de 12 planes creados/)).toBeVisible()
})

test('la aplicación instalada abre sin conexión con su marco, y no guarda ninguna respuesta con datos', async ({
  page,
  context,
}) => {
  await signIn(page, 'client')
  await waitForInstallation(page)
  await page.goto('/payments')
  await expect(page.getByRole('heading', { level: 1, name: 'Gestión de pagos' })).toBeVisible()
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByText(BANNER)).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Menú principal' })).toBeVisible()
  const stored = await page.evaluate(async () => {
    const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
    const requests = await Promise.all(caches_.map((cache) => cache.keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(stored.length).toBeGreaterThan(5)
  expect(stored.filter((path) => !/^\/(assets\/|app-shell$)/.test(path))).toEqual([])
  await context.setOffline(false)
  await page.reload()
  await expect(page.getByText(BANNER)).toBeHidden()
})

test('PAY-05 lo que se intenta sin conexión falla y no se envía después', async ({ page, context }) => {
  await signIn(page, 'financial')
  await waitForInstallation(page)
  await page.goto('/plans-and-service?new=')
  const dialog = page.getByRole('dialog', { name: 'Crear plan' })
  await dialog.getByLabel('Nombre').fill('Plan sin conexión')
  await dialog.getByLabel('Código de referencia').fill('SINCON')
  await dialog.getByLabel('Precio mensual').fill('50000')
  await dialog.getByLabel('Velocidad de descarga').fill('50')
  await dialog.getByLabel('Velocidad de subida').fill('20')
  const sent: string[] = []
  page.on('requestfinished', (request) => {
    if (request.method() === 'POST' && request.url().includes('/api/admin/plans')) sent.push(request.url())
  })
  await context.setOffline(true)
  await expect(page.getByText(BANNER)).toBeVisible()
  await dialog.getByRole('button', { name: 'Crear plan' }).click()
  await expect(dialog.getByText(/No hay conexión/)).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText(BANNER)).toBeHidden()
  // A request that waited for the network would leave now, before this one.
  await dialog.getByRole('button', { name: 'Crear plan' }).click()
  await expect(dialog).toBeHidden()
  expect(sent).toHaveLength(1)
})
