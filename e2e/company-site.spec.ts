import { assertAccessible } from './axe.ts'
import { charge, deskHeaders } from './desk.ts'
import { expect, PASSWORD, signIn, test } from './site.ts'

const SOLID = () => getComputedStyle(document.documentElement).getPropertyValue('--brand-solid')

test('COM-04 el cliente entra por la dirección de su empresa, con su nombre y su color, y al salir la entrada sigue siendo la de ella', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/e/pr')
  await expect(page.locator('header .wordmark', { hasText: 'Pacífico' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Enlace, ir al inicio' })).toHaveCount(0)
  const color = await page.evaluate(SOLID)
  expect(color).not.toBe('')
  await assertAccessible(page, 'la entrada de una empresa')
  await page.getByLabel('Correo o usuario').fill('cliente@pacifico.test')
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Ingresar' }).click()
  await expect(page).toHaveURL(/dashboard/)
  await page.evaluate(() => localStorage.clear())
  await page.goto('/auth')
  await expect(page.locator('header .wordmark', { hasText: 'Pacífico' })).toBeVisible()
  expect(await page.evaluate(SOLID)).toBe(color)
})

test('COM-04 una dirección de nadie lo dice y deja entrar igual, sin marca', async ({ page }) => {
  await page.goto('/e/zzqj')
  await expect(page.getByText(/Esta dirección no es de ninguna empresa/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Enlace, ir al inicio' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Ingresar' })).toBeVisible()
})

test('COM-04 quien es de otra empresa ve la suya al entrar y al salir, y una dirección de nadie no cambia la recordada', async ({
  page,
}) => {
  await page.goto('/e/pr')
  await expect(page.locator('header .wordmark', { hasText: 'Pacífico' })).toBeVisible()
  const other = await page.evaluate(SOLID)
  await page.getByLabel('Correo o usuario').fill('cliente@andina.test')
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Ingresar' }).click()
  await expect(page).toHaveURL(/dashboard/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // The colour of this company is that of the product too, which is written in lower case.
  const colorOf = async (): Promise<string> => (await page.evaluate(SOLID)).toLowerCase()
  expect([await colorOf(), other === '']).toEqual(['#0b5fff', false])
  expect(other.toLowerCase()).not.toBe('#0b5fff')
  await page.goto('/e/pr')
  await expect(page).toHaveURL(/dashboard/)
  await page.evaluate(() => localStorage.clear())
  await page.goto('/auth')
  await expect(page.locator('header .wordmark', { hasText: 'Andina Fibra' })).toBeVisible()
  expect(await colorOf()).toBe('#0b5fff')
  await page.goto('/e/zzqj')
  await expect(page.getByText(/Esta dirección no es de ninguna empresa/)).toBeVisible()
  await page.goto('/auth')
  await expect(page.locator('header .wordmark', { hasText: 'Andina Fibra' })).toBeVisible()
})

test('COM-04 INV-12 el enlace de una factura lleva el nombre y el color de la empresa, y de él se llega a su entrada', async ({
  page,
  browser,
}) => {
  const [number = ''] = await charge(page, 41_000)
  const headers = await deskHeaders(page.request)
  const listed = await page.request.get(`/api/invoice?page=1&page_size=1&q=${number}`, { headers })
  const { id } = (await listed.json()).data[0]
  const { data: invoice } = await (await page.request.get(`/api/invoice/${id}`, { headers })).json()
  await page.goto('/')
  const payer = await (await browser.newContext({ baseURL: new URL(page.url()).origin })).newPage()
  await payer.goto(new URL(invoice.public_url).pathname)
  await expect(payer.getByRole('heading', { level: 1, name: `Factura ${number}` })).toBeVisible()
  await payer
    .locator('header')
    .getByRole('link', { name: /Andina Fibra/ })
    .click()
  await expect(payer).toHaveURL(/\/e\/af$/)
  await expect(payer.getByText('Tu servicio, tus facturas y tus pagos con Andina Fibra S.A.S.')).toBeVisible()
  await payer.context().close()
})

test('COM-04 la administradora copia la dirección de sus clientes', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, 'admin')
  await page.goto('/profile')
  await page.locator('.card', { hasText: 'La página de tus clientes' }).getByRole('button', { name: 'Copiar' }).click()
  await expect(page.getByText('Copiamos la dirección')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/e\/af$/)
})
