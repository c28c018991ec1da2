import { assertAccessible } from './axe.ts'
import { expect, PASSWORD, test } from './site.ts'

test('AUT-01 quien es cliente de dos empresas con un correo y una contraseña elige a cuál entrar', async ({
  page,
  request,
}) => {
  const login = await request.post('/api/auth/login', {
    data: { username: 'financiero@pacifico.test', password: PASSWORD },
  })
  const headers = { authorization: `Bearer ${(await login.json()).data.token}` }
  const { data } = await (await request.get('/api/client?username=cliente@pacifico.test', { headers })).json()
  const setEmail = async (email: string): Promise<void> => {
    const body = { client: { email } }
    expect((await request.patch(`/api/client/${data[0].id}`, { headers, data: body })).status()).toBe(200)
  }

  await setEmail('cliente@andina.test')
  await page.goto('/auth')
  await page.getByLabel('Correo o usuario').fill('cliente@andina.test')
  await page.getByLabel('Contraseña', { exact: true }).fill('una contraseña que no es')
  await page.getByLabel('Contraseña', { exact: true }).press('Enter')
  await expect(page.getByRole('alert')).toContainText('Usuario o contraseña incorrectos')
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Contraseña', { exact: true }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Elige tu cuenta' })).toBeVisible()
  const choices = page.getByRole('list', { name: 'Tus cuentas' }).getByRole('button')
  await expect(choices).toHaveCount(2)
  await assertAccessible(page, 'la elección de cuenta')
  await page.getByRole('button', { name: 'Entrar con otro usuario' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Inicia sesión' })).toBeVisible()
  await page.getByLabel('Correo o usuario').fill('cliente@andina.test')
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Contraseña', { exact: true }).press('Enter')
  await choices.filter({ hasText: 'usuario cliente@pacifico.test' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Hola, Luz')
  // The next tests of this demo sign in with that address.
  await setEmail('cliente@pacifico.test')
})
