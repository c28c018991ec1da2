import type { Page } from '@playwright/test'
import { expect, PASSWORD, signIn, test } from './site.ts'
import { askForPassword, confirmPassword } from './step-up.ts'

// One after another: they turn the issuer of the same company on and off.
test.describe.configure({ mode: 'default' })

const part = (page: Page, environment: string) =>
  page.getByRole('region', { name: `Factus, ${environment}`, exact: true })

async function writeKeys(page: Page, environment: string, keys: readonly string[]): Promise<void> {
  const dialog = page.getByRole('dialog', { name: `Credenciales de Factus, ${environment}` })
  const labels = ['Usuario', 'Contraseña', 'Client id', 'Client secret']
  for (const [index, label] of labels.entries()) await dialog.getByLabel(label, { exact: true }).fill(keys[index] ?? '')
  await dialog.getByRole('button', { name: 'Guardar credenciales' }).click()
}

const FREE = ['libre@factus.test', 'factus-libre-2026', 'cliente-libre-de-prueba', 'secreto-de-prueba-libre'] as const

test('INT-01 INT-03 EIN-05 el administrador conecta Factus, ve sus rangos y lo apaga', async ({ page }) => {
  await signIn(page, { username: 'admin@pacifico.test', password: PASSWORD })
  await page.goto('/integration')
  const tests = part(page, 'pruebas')
  await expect(tests.locator('.badge')).toHaveText(/Sin credenciales/)
  await tests.getByRole('button', { name: 'Guardar credenciales de pruebas' }).click()
  await writeKeys(page, 'pruebas', ['libre', ...FREE.slice(1)])
  await expect(page.getByText('El usuario es el correo que te dio Factus').first()).toBeVisible()
  await askForPassword(page, '**/api/admin/credentials/factus', 1)
  await writeKeys(page, 'pruebas', [FREE[0], 'otra clave', FREE[2], FREE[3]])
  await confirmPassword(page)
  await expect(page.getByText(/Guardamos las credenciales/)).toBeVisible()
  await expect(tests.locator('.badge')).toHaveText(/Sin probar/)
  await tests.getByRole('button', { name: 'Probar conexión' }).click()
  await expect(tests.getByText(/Factus no acepta el usuario o la contraseña/)).toBeVisible()
  await expect(tests.locator('.badge')).toHaveText(/No funcionó/)

  await tests.getByRole('button', { name: 'Cambiar credenciales' }).click()
  await writeKeys(page, 'pruebas', FREE)
  await expect(tests.locator('.badge')).toHaveText(/Sin probar/)
  await tests.getByRole('button', { name: 'Probar conexión' }).click()
  await expect(tests.locator('.badge')).toHaveText(/Encendido/)
  await expect(tests.getByText('Guardada', { exact: true })).toBeVisible()
  for (const key of FREE.slice(1)) await expect(page.getByText(key)).toHaveCount(0)
  const ranges = page.getByRole('list', { name: 'Rangos de numeración' })
  await expect(ranges.getByText(/SETP · Facturas/)).toBeVisible()
  await expect(ranges.getByText(/quedan 5\.000\.001/)).toBeVisible()
  await expect(page.getByText('Aquí verás cada factura y nota que Factus reciba.')).toBeVisible()

  await page.goto('/dashboard')
  await expect(page.getByText(/SETP · quedan 5\.000\.001/)).toBeVisible()
  await page.goto('/integration')
  await tests.getByRole('button', { name: 'Apagar' }).click()
  await expect(page.getByText('Apagamos la facturación electrónica')).toBeVisible()
  await expect(tests.locator('.badge')).toHaveText(/Apagado/)
})
