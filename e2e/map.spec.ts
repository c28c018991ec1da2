import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { START_MAX_MS } from '../test/start-limit.ts'
import { assertAccessible } from './axe.ts'
import { test as base, expect, runSite, signIn } from './site.ts'

/** The pictures of the map, from this machine. */
type Tiles = { address: string; asked: { path: string; referrer: string | undefined }[] }

const test = base.extend<object, { tiles: Tiles; site: string }>({
  tiles: [
    async ({}, use) => {
      const asked: Tiles['asked'] = []
      const picture = await sharp({ create: { width: 256, height: 256, channels: 3, background: '#dfe8d8' } })
        .png()
        .toBuffer()
      const server: Server = createServer((request, response) => {
        asked.push({ path: request.url ?? '', referrer: request.headers.referer })
        response.writeHead(200, { 'content-type': 'image/png' }).end(picture)
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const { port } = server.address() as AddressInfo
      await use({ address: `http://127.0.0.1:${port}/{z}/{x}/{y}.png`, asked })
      server.closeAllConnections()
      server.close()
    },
    { scope: 'worker' },
  ],
  site: [
    ({ tiles }, use) => runSite(use, { MAP_TILES_URL: tiles.address }),
    { scope: 'worker', timeout: START_MAX_MS + 30_000 },
  ],
})

const PICK = { name: 'Elegir en el mapa' } as const
const CHOSEN = /^Punto elegido: (-?[\d.]+), (-?[\d.]+)$/

test('CON-10 el lugar de un contrato se elige en el mapa: tocando, arrastrando, con las flechas o donde está el dispositivo', async ({
  page,
  context,
  tiles,
  baseURL,
}) => {
  await openForm(page)
  expect(tiles.asked).toEqual([])
  await page.getByRole('button', PICK).click()
  const dialog = page.getByRole('dialog', PICK)
  const map = dialog.getByRole('application', { name: 'Mapa' })
  await expect(map).toBeFocused()
  await expect(map.locator('img.leaflet-tile-loaded').first()).toBeVisible()
  await expect(dialog.getByText('Cargando el mapa…')).toBeHidden()
  await expect(dialog.getByText('colaboradores de OpenStreetMap')).toBeVisible()
  await expect(dialog.getByText('Todavía no has elegido un punto.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Usar este punto' })).toHaveAttribute('aria-disabled', 'true')
  // The request of a picture names the site and not the page.
  expect(tiles.asked[0]).toEqual({ path: expect.stringMatching(/^\/5\/\d+\/\d+\.png$/), referrer: `${baseURL}/` })
  await assertAccessible(page, 'mapa sin punto')

  const box = await map.boundingBox()
  if (!box) throw new Error('no map')
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  await page.mouse.click(middle.x + 60, middle.y - 40)
  const clicked = await placeIn(page)
  // North-east of the middle of the country.
  expect([clicked.latitude > 4.6, clicked.longitude > -74.1]).toEqual([true, true])

  await page.mouse.move(middle.x + 60, middle.y - 50)
  await page.mouse.down()
  await page.mouse.move(middle.x - 60, middle.y + 30, { steps: 8 })
  await page.mouse.up()
  const dragged = await placeIn(page)
  expect([dragged.latitude < clicked.latitude, dragged.longitude < clicked.longitude]).toEqual([true, true])

  await map.focus()
  await page.keyboard.press('ArrowRight')
  expect((await placeIn(page)).longitude).toBeGreaterThan(dragged.longitude)
  await page.keyboard.press('ArrowLeft')
  expect((await placeIn(page)).longitude).toBeCloseTo(dragged.longitude, 4)

  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 6.2518401, longitude: -75.5635912 })
  await dialog.getByRole('button', { name: 'Usar mi ubicación' }).click()
  await expect(dialog.getByText('Punto elegido: 6.25184, -75.563591')).toBeVisible()
  await assertAccessible(page, 'mapa con punto')
  await dialog.getByRole('button', { name: 'Usar este punto' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByLabel('Latitud (opcional)')).toHaveValue('6.25184')
  await expect(page.getByLabel('Longitud (opcional)')).toHaveValue('-75.563591')
  await expect(page.getByRole('button', PICK)).toBeFocused()

  // It opens where the form is, and closes without a change of it.
  await page.getByLabel('Latitud (opcional)').fill('4,60971')
  await page.getByLabel('Longitud (opcional)').fill('-74.08175')
  await page.getByRole('button', PICK).click()
  await expect(dialog.getByText('Punto elegido: 4.60971, -74.08175')).toBeVisible()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByLabel('Latitud (opcional)')).toHaveValue('4,60971')
  await expect(page.getByRole('dialog', { name: /^Editar AF-/ })).toBeVisible()
})

test('CON-10 en un celular de 320 píxeles, solo con el teclado, se elige un punto y el contrato queda con él', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await openForm(page)
  await page.getByRole('button', PICK).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', PICK)
  await expect(dialog.getByRole('application', { name: 'Mapa' })).toBeFocused()
  await assertAccessible(page, 'mapa a 320')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Punto elegido: 4.6, -74.1')).toBeVisible()
  for (const key of ['+', '+', '+', 'Shift+ArrowDown', 'ArrowLeft']) await page.keyboard.press(key)
  const { latitude, longitude } = await placeIn(page)
  expect([latitude < 4.6, longitude < -74.1]).toEqual([true, true])
  for (const name of ['colaboradores de OpenStreetMap', 'Usar mi ubicación', 'Acercar', 'Alejar', 'Cancelar']) {
    await page.keyboard.press('Tab')
    await expect(dialog.getByText(name).or(dialog.getByRole('button', { name }))).toBeFocused()
  }
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Latitud (opcional)')).toHaveValue(String(latitude))
  await page.getByRole('button', { name: 'Guardar cambios' }).press('Enter')
  await expect(page.getByText(`${latitude}, ${longitude}`)).toBeVisible()
})

test('CON-10 sin las imágenes, sin permiso para la ubicación o sin conexión, el mapa lo dice y nada de lo escrito se pierde', async ({
  page,
  context,
  tiles,
}) => {
  await openForm(page)
  await page.getByLabel('Dirección del servicio').fill('Calle 1 # 2-3')
  // The map has not been loaded yet.
  await context.setOffline(true)
  await page.getByRole('button', PICK).click()
  await expect(page.getByText('No pudimos abrir el mapa: revisa tu internet o escribe las coordenadas')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByLabel('Dirección del servicio')).toHaveValue('Calle 1 # 2-3')

  const address = tiles.address.replace('{z}/{x}/{y}', '**')
  await page.route(address, (route) => route.abort())
  await page.getByRole('button', PICK).click()
  const dialog = page.getByRole('dialog', PICK)
  await expect(dialog.getByText(/^El mapa no cargó: revisa tu internet/)).toBeVisible()
  await assertAccessible(page, 'mapa sin imágenes')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(CHOSEN)).toBeVisible()
  await dialog.getByRole('button', { name: 'Usar mi ubicación' }).click()
  await expect(dialog.getByText('Permite la ubicación en el navegador o escribe las coordenadas')).toBeVisible()
  await page.unroute(address)
  await dialog.getByRole('button', { name: 'Reintentar' }).click()
  await expect(dialog.getByText(/^El mapa no cargó/)).toBeHidden()
  await expect(dialog.locator('img.leaflet-tile-loaded').first()).toBeVisible()
})

base('CON-10 sin el mapa del operador no hay botón: las coordenadas se escriben', async ({ page }) => {
  await openForm(page)
  await expect(page.getByLabel('Latitud (opcional)')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Usar mi ubicación' })).toBeVisible()
  await expect(page.getByRole('button', PICK)).toHaveCount(0)
})

/** Opens the form of a draft contract. */
async function openForm(page: Page): Promise<void> {
  await signIn(page, 'financial')
  await page.goto('/contracts?status=draft')
  await page
    .getByRole('link', { name: /^AF-\d{6}$/ })
    .first()
    .click()
  await page.getByRole('button', { name: /^Acciones de AF-/ }).click()
  await page.getByRole('menuitem', { name: 'Editar', exact: true }).click()
  await expect(page.getByRole('dialog', { name: /^Editar AF-/ })).toBeVisible()
}

/** The point that the map says. */
async function placeIn(page: Page): Promise<{ latitude: number; longitude: number }> {
  const text = page.getByText(CHOSEN)
  await expect(text).toBeVisible()
  const [, latitude, longitude] = CHOSEN.exec((await text.textContent()) ?? '') ?? []
  return { latitude: Number(latitude), longitude: Number(longitude) }
}
