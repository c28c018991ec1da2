import { readFile } from 'node:fs/promises'
import { unzipSync } from 'fflate'
import { assertAccessible } from './axe.ts'
import { signInOwing } from './desk.ts'
import { confirmationLinkOf } from './mailbox.ts'
import { expect, signIn, test } from './site.ts'
import { askForPassword, confirmPassword } from './step-up.ts'

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
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(256)
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

test('PRF-01 el correo nuevo de un cliente vale cuando abre el enlace que le llegó, una sola vez', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signInOwing(page, 12_000)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Editar mis datos' }).click()
  const dialog = page.getByRole('dialog', { name: 'Tus datos' })
  const before = await dialog.getByLabel(/^Correo/).inputValue()
  await dialog.getByLabel(/^Correo/).fill('correo.nuevo@casa.test')
  await dialog.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(page.getByText(/^Te enviamos un enlace a correo\.nuevo@casa\.test\./)).toBeVisible()
  await expect(page.getByText(before, { exact: true })).toBeVisible()
  const link = await confirmationLinkOf(page.request, 'correo.nuevo@casa.test')
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Confirma tu correo' })).toBeVisible()
  // The address of the page does not keep the token.
  await expect(page).toHaveURL(/\/auth$/)
  await assertAccessible(page, 'confirmar el correo')
  await page.getByRole('button', { name: 'Confirmar mi correo' }).click()
  await expect(page.getByRole('heading', { name: 'Correo confirmado' })).toBeVisible()
  await page
    .getByRole('link', { name: 'Continuar' })
    .or(page.getByRole('button', { name: 'Continuar' }))
    .click()
  await page.goto('/profile')
  await expect(page.getByText('correo.nuevo@casa.test', { exact: true })).toBeVisible()
  await page.goto(link)
  await page.getByRole('button', { name: 'Confirmar mi correo' }).click()
  await expect(page.getByText('Este enlace ya no sirve. Cambia otra vez tu correo en tu perfil.')).toBeVisible()
})

test('R5.8 una clienta descarga en el celular una copia de todos sus datos, con su contraseña', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await signIn(page, 'client')
  await page.goto('/profile')
  await askForPassword(page, '**/api/profile/data', 1)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('button', { name: 'Descargar mis datos' })
      .click()
      .then(() => confirmPassword(page)),
  ])
  expect(file.suggestedFilename()).toMatch(/^mis-datos-\d{4}-\d\d-\d\d\.zip$/)
  const names = Object.keys(unzipSync(await readFile(await file.path())))
  expect(names).toEqual(expect.arrayContaining(['LEEME.txt', 'datos-personales.csv', 'facturas.csv', 'pqr.csv']))
  expect(names.filter((name) => name.startsWith('facturas/') && name.endsWith('.pdf')).length).toBeGreaterThan(0)
  await expect(page.getByText('Listo: la copia está en tus descargas')).toBeVisible()
  await assertAccessible(page, 'la copia de los datos')
})

test('R5.8 PQR-01 a quien va a preguntar por sus datos, el formulario le dice que ya los puede descargar', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await signIn(page, 'client')
  await page.goto('/pqr/nueva')
  await page.getByRole('radio', { name: /^Petición/ }).check()
  const link = page.getByRole('link', { name: 'descarga una copia de todos en tu perfil' })
  await expect(link).toHaveCount(0)
  await page.getByLabel('Tema').selectOption('datos_personales')
  await assertAccessible(page, 'PQR de datos personales en el portal')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await link.click()
  await expect(page.getByRole('button', { name: 'Descargar mis datos' })).toBeVisible()
})
