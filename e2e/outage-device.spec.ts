import type { APIRequestContext, Page } from '@playwright/test'
import { assertAccessible } from './axe.ts'
import { headersOf } from './desk.ts'
import { ACCOUNTS, expect, signIn, test } from './site.ts'

/** The contract of the client of the demo. */
const CONTRACT = 'AF-000005'
const HOUR_MS = 3_600_000
const SIZES = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
]

const read = async (request: APIRequestContext, account: keyof typeof ACCOUNTS, address: string) =>
  (await (await request.get(address, { headers: await headersOf(request, ACCOUNTS[account]) })).json()).data

/** Connects a contract to a device of the demo. Returns the device. */
async function connect(request: APIRequestContext, no: string): Promise<string> {
  const headers = await headersOf(request, ACCOUNTS.network)
  const devices: { id: string; name: string }[] = await read(request, 'network', '/api/network-device')
  const device = devices.find(({ name }) => name === 'Torre Norte')
  const service = { device_id: device?.id, username: no.toLowerCase(), password: 'una-clave-larga' }
  const made = await request.put(`/api/contract/${no}/network`, { data: { service }, headers })
  expect(made.ok(), await made.text()).toBe(true)
  return device?.id ?? ''
}

async function openAnnounce(page: Page) {
  await page.goto('/outages')
  await page.getByRole('button', { name: 'Anunciar falla' }).click()
  return page.getByRole('dialog', { name: 'Anunciar una falla' })
}

test('SUS-07 PQR-01 redes anuncia la falla de un equipo; al radicar la ve su cliente, y redes registra el final', async ({
  page,
}) => {
  await connect(page.request, CONTRACT)
  for (const [index, size] of SIZES.entries()) {
    await page.setViewportSize(size)
    await signIn(page, 'network')
    const dialog = await openAnnounce(page)
    await dialog.getByLabel('Un equipo de la red').check()
    await expect(dialog.getByLabel('Departamento')).toHaveCount(0)
    await dialog.getByLabel('Causa').fill(`Equipo sin energía ${index}`)
    // Each begins when the one before it has ended.
    const started = new Date(Date.now() - (12 - 4 * index) * HOUR_MS - 5 * HOUR_MS).toISOString().slice(0, 16)
    await dialog.getByLabel('Desde').fill(started)
    await dialog.getByRole('button', { name: 'Anunciar', exact: true }).click()
    await expect(dialog.getByText('Elige el equipo').first()).toBeVisible()
    await dialog.getByLabel('Equipo', { exact: true }).selectOption('Torre Norte')
    await dialog.getByLabel(/Enviar un correo a los clientes del equipo/).uncheck()
    await assertAccessible(page, `anunciar la falla de un equipo a ${size.width}`)
    await dialog.getByRole('button', { name: 'Anunciar', exact: true }).click()
    await expect(page.getByText('Falla anunciada en Torre Norte').first()).toBeVisible()
    await expect(page.getByText('Equipo Torre Norte').first()).toBeVisible()
    await assertAccessible(page, `fallas a ${size.width}`)

    // A job writes down the contracts of the device.
    await expect
      .poll(async () => (await read(page.request, 'client', '/api/outage/own')).outages)
      .toContainEqual(expect.objectContaining({ cause: `Equipo sin energía ${index}`, is_open: true }))
    await signIn(page, 'client')
    await page.goto('/pqr/nueva')
    const notice = page.getByText(`Tu servicio ${CONTRACT} tiene una falla en el equipo que te conecta`, {
      exact: false,
    })
    await expect(notice).toContainText(`Equipo sin energía ${index}`)
    await expect(notice).toContainText(/Hasta ahora te compensaríamos \$ [1-9]/)
    await assertAccessible(page, `PQR nueva con la falla de un equipo a ${size.width}`)

    await signIn(page, 'network')
    await page.goto('/outages')
    await page
      .getByRole('button', { name: /^Ver detalles Torre Norte/ })
      .first()
      .click()
    const outage = page.getByRole('dialog', { name: 'Falla de Torre Norte' })
    await expect(outage.getByText('Contratos sin servicio')).toBeVisible()
    await assertAccessible(page, `la falla de un equipo a ${size.width}`)
    await outage.getByRole('link', { name: 'Ver cada contrato' }).click()
    await expect(page.getByRole('heading', { name: 'Falla de Torre Norte' })).toBeVisible()
    await expect(page.getByRole('link', { name: CONTRACT })).toBeVisible()
    await page.getByLabel('Buscar por nombre o contrato').fill('nadie se llama así')
    await expect(page.getByText('Prueba con otro nombre o contrato.')).toBeVisible()
    await assertAccessible(page, `los contratos de la falla a ${size.width}`)
    await page.goBack()
    await page
      .getByRole('button', { name: /^Ver detalles Torre Norte/ })
      .first()
      .click()
    await outage.getByRole('button', { name: 'Ya volvió el servicio' }).click()
    const back = page.getByRole('dialog', { name: 'Terminó la falla de Torre Norte' })
    const ended = new Date(Date.now() - (9 - 4 * index) * HOUR_MS - 5 * HOUR_MS).toISOString().slice(0, 16)
    await back.getByLabel('Volvió').fill(ended)
    await back.getByRole('button', { name: 'Registrar el final' }).click()
    await expect(page.getByText(/El servicio volvió después de 3 h/).first()).toBeVisible()
  }
})

test('SUS-07 con muchos equipos se busca el de la falla; sin equipos, la empresa sabe qué hacer', async ({ page }) => {
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await signIn(page, 'financial')
    const names = Array.from({ length: 12 }, (_, index) => `Nodo ${index + 1} Ñandú`)
    const list = names.map((name, index) => ({ id: `00000000-0000-4000-8000-0000000000${index + 10}`, name }))
    await page.route('**/api/outage/device', (route) => route.fulfill({ json: { data: list } }))
    const dialog = await openAnnounce(page)
    await dialog.getByLabel('Un equipo de la red').check()
    await dialog.getByLabel('Buscar equipo').fill('nodo 11 nandu')
    await expect(dialog.getByLabel('Equipo', { exact: true }).getByRole('option')).toHaveText(['Nodo 11 Ñandú'])
    await assertAccessible(page, `buscar un equipo a ${size.width}`)
    await page.unroute('**/api/outage/device')
    await page.route('**/api/outage/device', (route) => route.fulfill({ json: { data: [] } }))
    const empty = await openAnnounce(page)
    await empty.getByLabel('Un equipo de la red').check()
    await expect(empty.getByText('Tu empresa no tiene equipos en Enlace')).toBeVisible()
    await assertAccessible(page, `sin equipos a ${size.width}`)
    await empty.getByRole('button', { name: 'Anunciarla por municipio' }).click()
    await expect(empty.getByLabel('Departamento')).toBeVisible()
    await page.unroute('**/api/outage/device')
  }
})
