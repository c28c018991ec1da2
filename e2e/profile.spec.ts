import { assertAccessible } from './axe.ts'
import { expect, signIn, test } from './site.ts'

/** The smallest picture there is: one black dot. */
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('PRF-01 una técnica cambia su nombre y su foto desde el celular', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, 'technical')
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Editar mis datos' }).click()
  const dialog = page.getByRole('dialog', { name: 'Tus datos' })
  await dialog.getByLabel('Nombres').fill('')
  await dialog.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(dialog.getByText('El nombre es requerido').first()).toBeVisible()
  await dialog.getByLabel('Nombres').fill('Julia')
  await dialog.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(page.locator('.who')).toContainText('Julia')
  const picture = page.getByLabel(/^(Poner|Cambiar) foto$/)
  await picture.setInputFiles({ name: 'nota.txt', mimeType: 'text/plain', buffer: Buffer.from('hola') })
  await expect(page.getByText('Sube una imagen PNG, JPG o WebP')).toBeVisible()
  await picture.setInputFiles({ name: 'yo.png', mimeType: 'image/png', buffer: DOT })
  await expect(page.getByText('Guardamos tu foto')).toBeVisible()
  const shown = page.locator('.who img')
  await expect(shown).toHaveAttribute('src', /^\/api\/image\//)
  expect(await shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(256)
  await assertAccessible(page, 'perfil')
  await page.getByRole('button', { name: 'Quitar' }).click()
  await expect(shown).toBeHidden()
})

test('PRF-01 la administradora cambia el logo y los datos de su empresa', async ({ page }) => {
  await signIn(page, 'admin')
  await page.goto('/profile')
  await page
    .getByLabel(/^(Poner|Cambiar) logo$/)
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: DOT })
  await expect(page.getByText('Guardamos el logo')).toBeVisible()
  await page.getByRole('button', { name: 'Editar empresa' }).click()
  const dialog = page.getByRole('dialog', { name: 'Editar empresa' })
  await dialog.getByLabel(/^Teléfono/).fill('6042223344')
  await dialog.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(page.getByText('Guardamos los datos de la empresa')).toBeVisible()
})

test('PRF-01 un cliente cambia su celular, y su correo solo con su contraseña', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, 'client')
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Editar mis datos' }).click()
  const dialog = page.getByRole('dialog', { name: 'Tus datos' })
  await dialog.getByLabel(/^Celular/).fill('123')
  await dialog.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(dialog.getByText('El celular tiene 10 dígitos y empieza por 3').first()).toBeVisible()
  await dialog.getByLabel(/^Celular/).fill('3005556677')
  await dialog.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(page.getByText('Guardamos tus datos')).toBeVisible()
  await expect(page.getByText('3005556677')).toBeVisible()
})
