import type { Page } from '@playwright/test'
import { expect, PASSWORD, signIn, test } from './site.ts'
import { askForPassword, confirmPassword } from './step-up.ts'

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

async function writeKeys(page: Page, keys: readonly string[]): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Llaves de Wompi, pruebas' })
  const labels = ['Llave pública', 'Llave privada', 'Secreto de integridad', 'Secreto de eventos']
  for (const [index, label] of labels.entries()) await dialog.getByLabel(label).fill(keys[index] ?? '')
  await dialog.getByRole('button', { name: 'Guardar llaves' }).click()
}

test('INT-01 INT-03 el administrador prueba Wompi, lo apaga, y el punto rojo vuelve hasta que lo enciende', async ({
  page,
}) => {
  await signIn(page, 'admin')
  await page.goto('/integration')
  const tests = part(page, 'Pruebas')
  await expect(tests.locator('.badge')).toHaveText(/Encendido/)
  await expect(tests.getByText(/\/api\/webhook\/wompi\/[\w-]{43}/)).toBeVisible()
  // Another journey may have paid before.
  const received = page.getByText('No ha llegado ninguno').or(page.getByText(/ · Pruebas/))
  await expect(received.first()).toBeVisible()
  await tests.getByRole('button', { name: 'Apagar' }).click()
  await expect(page.getByText('Apagamos los pagos en línea')).toBeVisible()
  await expect(tests.locator('.badge')).toHaveText(/Apagado/)
  await page.reload()
  await expect(page.getByText('Falta configurar pagos').first()).toBeAttached()
  await tests.getByRole('button', { name: 'Probar conexión' }).click()
  await expect(page.getByText('Wompi aceptó las llaves: los pagos en línea están encendidos')).toBeVisible()
  await expect(tests.locator('.badge')).toHaveText(/Encendido/)
})

test('INT-01 llaves cambiadas de campo se dicen, las que Wompi no conoce no encienden nada, y la contraseña se confirma', async ({
  page,
}) => {
  await signIn(page, { username: 'admin@pacifico.test', password: PASSWORD })
  await page.goto('/integration')
  const tests = part(page, 'Pruebas')
  await tests.getByRole('button', { name: 'Guardar llaves de pruebas' }).click()
  await writeKeys(page, ['prv_test_x', 'pub_test_x', 'test_integrity_x', 'test_events_x'])
  await expect(page.getByText('En pruebas empieza por pub_test_').first()).toBeVisible()
  await askForPassword(page, '**/api/admin/credentials/wompi', 1)
  await writeKeys(page, ['pub_test_x', 'prv_test_x', 'test_integrity_x', 'test_events_x'])
  await confirmPassword(page)
  await expect(page.getByText(/Guardamos las llaves/)).toBeVisible()
  await expect(tests.locator('.badge')).toHaveText(/Sin probar/)
  await tests.getByRole('button', { name: 'Probar conexión' }).click()
  await expect(tests.getByText('Wompi no conoce la llave pública: revísala en comercios.wompi.co')).toBeVisible()
  await expect(tests.locator('.badge')).toHaveText(/No funcionó/)
})

test('INT-01 cerrar la ventana que pide la contraseña deja todo como estaba y no dice ningún error', async ({
  page,
}) => {
  await signIn(page, 'admin')
  await page.goto('/integration')
  const again = page.getByRole('dialog', { name: 'Confirma tu contraseña' })
  await askForPassword(page, '**/api/integration/wompi/test', 1)
  await part(page, 'Pruebas').getByRole('button', { name: 'Probar conexión' }).click()
  await again.getByRole('button', { name: 'Cancelar' }).click()
  await expect(again).toBeHidden()
  await part(page, 'Pruebas').getByRole('button', { name: 'Copiar dirección' }).click()
  // One message only: the one of the later action.
  await expect(page.locator('.Toastify__toast')).toHaveText([/copia/i])
})
