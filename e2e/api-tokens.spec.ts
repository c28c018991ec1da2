import { assertAccessible } from './axe.ts'
import { expect, signIn, test } from './site.ts'

test('OPS-05 el administrador crea una clave de la API, otro programa llama con ella, y anulada ya no sirve', async ({
  page,
  request,
}) => {
  await signIn(page, 'admin')
  await page.goto('/integration')
  await page.getByRole('button', { name: 'Crear clave' }).click()
  const dialog = page.getByRole('dialog', { name: 'Crear una clave de la API' })
  await assertAccessible(page, 'clave de la API')
  await dialog.getByRole('button', { name: 'Crear clave' }).click()
  await expect(dialog.getByText('Elige al menos un permiso').first()).toBeVisible()
  await dialog.getByLabel('Para qué es').fill('CRM de ventas')
  await dialog.getByLabel('Clientes: consultar').check()
  await dialog.getByRole('button', { name: 'Crear clave' }).click()
  const shown = page.getByRole('dialog', { name: 'Copia la clave ahora' })
  const token = await shown.getByLabel('Clave').inputValue()
  await page.keyboard.press('Escape')
  const ask = async (path: string): Promise<number> =>
    (await request.get(`/api${path}`, { headers: { authorization: `Bearer ${token}` } })).status()
  expect([await ask('/client?page=1&page_size=4'), await ask('/invoice?page=1')]).toEqual([200, 403])
  await page.reload()
  await expect(page.getByText(/Último uso:/)).toBeVisible()
  await page.getByRole('button', { name: 'Anular la clave CRM de ventas' }).click()
  await expect(page.getByText('La clave CRM de ventas ya no sirve')).toBeVisible()
  expect(await ask('/client?page=1&page_size=4')).toBe(401)
})
