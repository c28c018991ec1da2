import { assertAccessible } from './axe.ts'
import { expect, signIn, test } from './site.ts'

test('SUS-06 DSH-06 redes ve lo que falló, por qué, y lo intenta de nuevo', async ({ page }) => {
  await signIn(page, 'network')
  await page.getByRole('link', { name: /Órdenes que fallaron/ }).click()
  await expect(page.getByRole('heading', { name: 'Red', level: 1 })).toBeVisible()
  await page
    .getByRole('button', { name: /Ver detalles la orden/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'Orden a la red' })
  await expect(dialog.getByText(/sin la marca de Enlace/).first()).toBeVisible()
  await assertAccessible(page, 'la orden')
  await dialog.getByRole('button', { name: 'Intentar de nuevo' }).click()
  await expect(page.getByText('La orden va de nuevo')).toBeVisible()
})

test('SUS-06 redes compara un equipo y encuentra la fila que no es de Enlace', async ({ page }) => {
  await signIn(page, 'network')
  await page.goto('/network/devices')
  // While its orders are sent the device is busy, and the comparison says so.
  await expect(async () => {
    await page.getByRole('button', { name: 'Comparar Torre Norte' }).click()
    await expect(page.getByText('Hay diferencias: míralas en la lista').first()).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await page.goto('/network/differences')
  await expect(page.getByText('De otro programa').first()).toBeVisible()
})

test('SUS-06 el administrador agrega un equipo, que empieza observando', async ({ page }) => {
  await signIn(page, 'admin')
  await page.goto('/network/devices')
  await page.getByRole('button', { name: 'Nuevo equipo' }).click()
  const dialog = page.getByRole('dialog', { name: 'Nuevo equipo' })
  await dialog.getByLabel('Nombre').fill('Torre Sur')
  await dialog.getByLabel('Dirección').fill('https://10.99.0.1')
  await dialog.getByLabel('Usuario del router').fill('enlace')
  await dialog.getByLabel('Contraseña').fill('una-clave-larga')
  await dialog.getByRole('button', { name: 'Agregar equipo' }).click()
  await expect(dialog.getByText(/red privada que no está permitida/).first()).toBeVisible()
  await dialog.getByLabel('Dirección').fill('https://router.ejemplo.co')
  await dialog.getByRole('button', { name: 'Agregar equipo' }).click()
  await expect(page.getByText('Equipo agregado. Pruébalo: por ahora solo observa')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Torre Sur' })).toBeVisible()
})

test('SUS-06 la página de un contrato muestra su conexión y su última orden', async ({ page }) => {
  await signIn(page, 'network')
  await page.goto('/network?state=done')
  await page.getByRole('table').getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: 'Conexión', exact: true })).toBeVisible()
  await expect(page.getByText('Última orden')).toBeVisible()
})
