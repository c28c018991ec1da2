import { assertAccessible } from './axe.ts'
import { waitForFieldCode, waitForInstallation } from './installed-app.ts'
import { FORM, PHONE } from './report-form.ts'
import { expect, signIn, test } from './site.ts'
import { SCREENS } from './walked-screens.ts'

test.use({ serviceWorkers: 'allow' })

const BANNER = 'Sin conexión. Lo que hagas ahora no se envía.'

test('sin conexión se dice arriba y se quita solo; una pantalla que no cargó se abre sola al volver la conexión, o con Reintentar', async ({
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
  const failure = page.getByRole('heading', { level: 1, name: 'No pudimos abrir esta pantalla' })
  await expect(failure).toBeFocused()
  await expect(page).toHaveTitle('No pudimos abrir esta pantalla · Enlace')
  await assertAccessible(page, 'una pantalla sin su código')
  await context.setOffline(false)
  await expect(page.getByText(BANNER)).toBeHidden()
  await expect(page.getByText(/\d+ de 12 planes creados/)).toBeVisible()

  // After a page that reloaded a moment ago nothing reloads by itself.
  await page.evaluate(() => sessionStorage.setItem('enlace-reloaded-at', String(Date.now() + 3_600_000)))
  await waitForInstallation(page)
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Reportes' }).first().click()
  await expect(failure).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText(BANNER)).toBeHidden()
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Reportes' })).toBeVisible()
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

test('RTE-12 ACT-11 el técnico que abrió una vez cada pantalla las abre todas sin conexión: su día y su acta con datos, y las demás lo dicen', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000)
  await page.setViewportSize(PHONE)
  await signIn(page, 'technical')
  await waitForInstallation(page)
  const screens = [...SCREENS.technical.filter((address) => !address.includes('/create/')), FORM]
  const heading = page.getByRole('heading', { level: 1 })
  const headings = new Map<string, string>()
  for (const address of screens) {
    await page.goto(address)
    await expect(heading).toBeVisible()
    headings.set(address, await heading.innerText())
    // The contract of the report arrives after the code of its form.
    if (address === FORM) await expect(page.getByText('Guardado en este teléfono')).toBeVisible()
    // The profile asks for a part of itself, which is kept when it arrives.
    if (address === '/profile')
      await expect(page.getByRole('heading', { name: 'Verificación en dos pasos' })).toBeVisible()
  }
  await waitForFieldCode(page)
  await context.setOffline(true)
  for (const address of screens) {
    await page.goto(address)
    await expect(page.getByText(/^Sin conexión\. (Lo que hagas|El acta se guarda)/)).toBeVisible()
    await expect(heading).toHaveText(headings.get(address) ?? '')
    await expect(page.getByText('No pudimos abrir esta pantalla')).toHaveCount(0)
  }
  await expect(page.getByText('Guardado en este teléfono')).toBeVisible()
  await page.goto('/dashboard')
  await expect(page.getByRole('list', { name: 'Visitas de hoy' })).toBeVisible()
  await page.goto('/contracts')
  await expect(page.getByRole('button', { name: 'Reintentar' })).toBeVisible()
})
