import { recoveryCodeOf } from './mailbox.ts'
import { expect, signInOnScreen, test } from './site.ts'

/** The masked address, with the same text whether or not an account has it. */
const SAME_ANSWER = /Si .*•••@andina\.test está registrado, te enviamos un código/

test('AUT-04 un correo desconocido recibe la misma respuesta, y ningún mensaje', async ({ page, request }) => {
  await page.goto('/reset-password')
  await page.getByLabel('Correo').fill('desconocido@andina.test')
  await page.getByRole('button', { name: 'Enviar código' }).click()
  await expect(page.getByText(SAME_ANSWER).first()).toBeVisible()
  expect(await (await request.get('/correo')).text()).not.toContain('desconocido@andina.test')
})

test('AUT-04 el código llega por correo, crea la contraseña, y no sirve dos veces', async ({ page, request }) => {
  // A busy machine sends the mail after the others.
  test.setTimeout(120_000)
  await page.goto('/auth')
  await page.getByRole('link', { name: '¿Olvidaste tu contraseña?' }).click()
  await page.getByLabel('Correo').fill('tecnico@pacifico.test')
  await page.getByRole('button', { name: 'Enviar código' }).click()
  await expect(page).toHaveURL(/\/reset-password\/otp\//)
  await expect(page).not.toHaveTitle(/tecnico@pacifico\.test/)
  const code = await recoveryCodeOf(request, 'tecnico@pacifico.test')
  await page.getByLabel('Código').fill(code === '000000' ? '111111' : '000000')
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByText('El código no es válido o ya venció').first()).toBeVisible()
  await page.getByLabel('Código').fill(code)
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByLabel('Contraseña nueva', { exact: true })).toBeVisible()
  await expect(page).not.toHaveURL(/lnk_/)
  await page.getByLabel('Contraseña nueva', { exact: true }).fill('tres rios largos del sur')
  await page.getByRole('button', { name: 'Guardar contraseña' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Contraseña lista' })).toBeVisible()
  await signInOnScreen(page, { username: 'tecnico@pacifico.test', password: 'tres rios largos del sur' })
  await expect.poll(async () => (await (await request.get('/correo')).text()).includes('contraseña')).toBe(true)
})
