import type { Locator, Page } from '@playwright/test'
import { chooseAction } from './row-menu.ts'
import { expect, signIn, test } from './site.ts'

const API = '**/api'

/** From now on, requests with this method and address are answered with a stub. */
const withoutAnswer = (page: Page, method: string, path: string): Promise<unknown> =>
  page.route(`${API}${path}`, (route) =>
    route.request().method() === method
      ? route.fulfill({ status: 503, contentType: 'text/html', body: '<html>Bad gateway</html>' })
      : route.fallback(),
  )

const disconnect = (page: Page, path: string): Promise<unknown> =>
  page.route(`${API}${path}`, (route) => route.abort('internetdisconnected'))

const toast = (page: Page, text: RegExp): Locator => page.locator('.Toastify__toast', { hasText: text })

test('PLN-06 los planes que no cargan lo dicen en un mensaje y en la lista, y cargan al reintentar', async ({
  page,
}) => {
  await signIn(page, 'financial')
  await disconnect(page, '/admin/plans')
  await page.goto('/plans-and-service')
  await expect(toast(page, /^Error al cargar los planes\. No hay conexión: revisa tu internet/)).toHaveCount(1)
  const state = page.locator('.table').getByRole('alert')
  await expect(state.getByText('Error al cargar los planes', { exact: true })).toBeVisible()
  await page.unrouteAll()
  await state.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByText('10 de 12 planes creados')).toBeVisible()
})

test('PLN-06 cada cambio de un plan que falla sin mensaje del servidor dice el suyo', async ({ page }) => {
  await signIn(page, 'financial')
  await page.goto('/plans-and-service')
  await page.getByRole('button', { name: 'Crear Plan', exact: true }).click()
  const create = page.getByRole('dialog', { name: 'Crear plan' })
  for (const [label, value] of [
    ['Nombre', 'Sin respuesta'],
    ['Código de referencia', 'SIN1'],
    ['Precio mensual', '50000'],
    ['Velocidad de descarga', '10'],
    ['Velocidad de subida', '5'],
  ] as const) {
    await create.getByLabel(label).fill(value)
  }
  await withoutAnswer(page, 'POST', '/admin/plans')
  await create.getByRole('button', { name: 'Crear plan' }).click()
  await expect(toast(page, /^Error al crear el plan\./)).toBeVisible()
  await create.getByRole('button', { name: 'Cancelar' }).click()
  await page.getByRole('button', { name: 'Descartar' }).click()

  await withoutAnswer(page, 'PATCH', '/admin/plans/*')
  await chooseAction(page, 'Editar', 'Hogar 50')
  const edit = page.getByRole('dialog', { name: 'Editar plan' })
  await edit.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(toast(page, /^Error al actualizar el plan\./)).toBeVisible()
  await edit.getByRole('button', { name: 'Cancelar' }).click()

  await withoutAnswer(page, 'DELETE', '/admin/plans/*')
  await chooseAction(page, 'Eliminar', 'Hogar 50')
  const question = page.getByRole('alertdialog', { name: '¿Eliminar este plan?' })
  await question.getByRole('button', { name: 'Sí, eliminar plan' }).click()
  await expect(toast(page, /^Error al eliminar el plan\./)).toBeVisible()
  await question.getByRole('button', { name: 'Cancelar' }).click()

  await withoutAnswer(page, 'PATCH', '/admin/billing-config')
  await page.getByRole('button', { name: 'Configurar plantillas' }).click()
  const defaults = page.getByRole('dialog', { name: 'Configurar plantillas' })
  await defaults.getByLabel('Día de corte').fill('7')
  await defaults.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(toast(page, /^Error al guardar los datos por defecto\./)).toBeVisible()
})

test('API-02 un archivo que no llega dice Error al subir el archivo', async ({ page }) => {
  await signIn(page, 'financial')
  await page.goto('/clients/import')
  await disconnect(page, '/client/massive/preview')
  await page.getByLabel('Archivo', { exact: true }).setInputFiles({
    name: 'clientes.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('identificacion;nombre\n1;Ana'),
  })
  await page.getByRole('button', { name: /Continuar|Revisar|Subir/ }).click()
  await expect(page.getByRole('alert')).toHaveText(/^Error al subir el archivo\. No hay conexión/)
})

test('ERR-03 los clientes, la empresa y el perfil que no se pueden leer lo dicen con sus palabras', async ({
  page,
}) => {
  await signIn(page, 'financial')
  await withoutAnswer(page, 'GET', '/client?*')
  await page.goto('/clients')
  await expect(page.getByText('Hubo un error al obtener clientes', { exact: true })).toBeVisible()
  await page.unrouteAll()
  await page.route(`${API}/client?*`, (route) =>
    route.fulfill({ status: 409, json: { message: 'La lista se está ordenando', code: 'BUSY' } }),
  )
  await page.reload()
  await expect(page.getByText('La lista se está ordenando')).toBeVisible()
  await expect(page.getByText('Hubo un error al obtener clientes')).toHaveCount(0)
  await withoutAnswer(page, 'GET', '/profile')
  await page.goto('/profile')
  await expect(page.getByText('Error al obtener el perfil', { exact: true })).toBeVisible()
})

test('ERR-03 la empresa que no se puede leer lo dice a la plataforma y a quien la administra', async ({ page }) => {
  await signIn(page, 'admin')
  await withoutAnswer(page, 'GET', '/admin')
  await page.goto('/profile')
  await expect(page.getByText('Error al obtener la empresa', { exact: true })).toBeVisible()
})

test('ERR-03 una ficha de empresa que no se puede leer lo dice', async ({ page }) => {
  await signIn(page, 'superadmin')
  await withoutAnswer(page, 'GET', '/admin/companies*')
  await page.goto('/companies/0197a000-0000-7000-8000-000000000001')
  await expect(page.getByText('Error al obtener la empresa', { exact: true })).toBeVisible()
})

test('ERR-01 una descarga con la sesión terminada lleva a entrar de nuevo', async ({ page }) => {
  await signIn(page, 'financial')
  await page.goto('/plans-and-service')
  await page.route(`${API}/export`, (route) =>
    route.fulfill({ status: 401, json: { message: 'Entra de nuevo', code: 'NOT_SIGNED_IN' } }),
  )
  await page.getByRole('button', { name: 'Exportar la lista' }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  await expect(page).toHaveURL(/\/auth/)
  await expect(toast(page, /Tu sesión ha expirado/)).toBeVisible()
})
