import { expect, PASSWORD, signInOnScreen, test } from './site.ts'

test('AUT-01 un par equivocado dice lo mismo siempre, y el correcto llega a donde iba (RTE-06)', async ({ page }) => {
  await page.goto('/plans-and-service?page=2')
  await expect(page).toHaveURL(/\/auth$/)
  for (const username of ['financiero@andina.test', 'nadie@andina.test']) {
    await page.getByLabel('Correo o usuario').fill(username)
    await page.getByLabel('Contraseña', { exact: true }).fill('una contraseña que no es')
    await page.getByLabel('Contraseña', { exact: true }).press('Enter')
    await expect(page.getByRole('alert')).toContainText('Usuario o contraseña incorrectos')
  }
  await page.getByLabel('Correo o usuario').fill('financiero@andina.test')
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Contraseña', { exact: true }).press('Enter')
  await expect(page).toHaveURL(/\/plans-and-service\?page=2$/)
})

test('AUT-02 auth-storage guarda usuario y token ofuscados, con versión 0', async ({ page }) => {
  await signInOnScreen(page, 'financial')
  const stored: unknown = JSON.parse((await page.evaluate(() => localStorage.getItem('auth-storage'))) ?? 'null')
  expect(stored).toMatchObject({
    version: 0,
    state: { isAuthenticated: true, user: expect.any(String), token: expect.any(String) },
  })
  expect(JSON.stringify(stored)).not.toMatch(/enl_|Laura|Andina/)
})

test('AUT-05 un almacenamiento robado no sirve en otro navegador', async ({ page, browser, site }) => {
  await signInOnScreen(page, 'financial')
  const stolen = (await page.evaluate(() => localStorage.getItem('auth-storage'))) ?? ''
  const otherBrowser = await browser.newContext({ baseURL: site })
  const theirs = await otherBrowser.newPage()
  await theirs.goto('/faq')
  await theirs.evaluate((value) => localStorage.setItem('auth-storage', value), stolen)
  await Promise.all([
    theirs.waitForResponse((answer) => answer.url().includes('/api/') && answer.status() === 401),
    theirs.goto('/plans-and-service'),
  ])
  await expect(theirs.getByText('Hogar 100')).toHaveCount(0)
  await expect(theirs).toHaveURL(/\/auth$/)
  expect(await theirs.evaluate(() => localStorage.getItem('auth-storage') ?? '')).not.toBe(stolen)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Laura')
  await otherBrowser.close()
})

test('AUT-02 valores alterados o ajenos en auth-storage dejan a la persona sin sesión y sin error', async ({
  page,
}) => {
  await page.goto('/faq')
  for (const value of [
    '',
    'x',
    '{}',
    '[]',
    'null',
    '{"state":null,"version":0}',
    '{"state":{"user":"%%%","token":"a","isAuthenticated":true},"version":0}',
    '{"state":{"user":{"metadata":{"role":"superadmin"}},"token":"a<b","isAuthenticated":true},"version":0}',
    '9'.repeat(5000),
  ]) {
    await page.evaluate((text) => localStorage.setItem('auth-storage', text), value)
    await page.goto('/companies')
    await expect(page).toHaveURL(/\/(auth)?$/)
  }
})

test('SHL-10 al cerrar sesión no queda nada guardado, y Atrás no muestra lo de antes', async ({ page }) => {
  await signInOnScreen(page, 'financial')
  await page.goto('/plans-and-service')
  await expect(page.getByText('Hogar 100')).toBeVisible()
  const open = async (): Promise<void> => {
    await page.getByRole('button', { name: /Laura Pinzón/ }).click()
    await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  }
  await open()
  const dialog = page.getByRole('alertdialog', { name: '¿Cerrar sesión?' })
  await expect(dialog.getByText('¿Estás seguro de que deseas cerrar tu sesión?')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Cancelar' })).toBeFocused()
  await page.mouse.click(5, 400)
  await expect(dialog).toBeHidden()
  await open()
  await page.getByRole('button', { name: 'Sí, cerrar sesión' }).click()
  await expect(page).toHaveURL(/\/$/)
  const left = await page.evaluate(() =>
    Object.entries(localStorage).filter(([key, value]) => key !== 'auth-storage' || value.includes('true')),
  )
  expect(left).toEqual([])
  await page.goBack()
  await expect(page.getByText('Hogar 100')).toHaveCount(0)
})

test('RTE-09 ERR-02 una sesión terminada en el servidor se dice, y el tablero lleva al inicio', async ({
  page,
  browser,
  site,
}) => {
  await signInOnScreen(page, 'technical')
  const other = await browser.newContext({ baseURL: site })
  const second = await other.newPage()
  await signInOnScreen(second, 'technical')
  await second.goto('/profile')
  await second.getByRole('button', { name: 'Cerrar las demás' }).click()
  await expect(second.getByText('Cerramos tus otras sesiones')).toBeVisible()
  await page.goto('/dashboard')
  await expect(page.getByText('Tu sesión ha expirado')).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
  await other.close()
})

test('SHL-12 el primer ingreso pide contraseña y aceptación dentro del menú, sin General', async ({ page }) => {
  await page.goto('/auth')
  await page.getByLabel('Correo o usuario').fill('nuevo@andina.test')
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Contraseña', { exact: true }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Crea tu contraseña' })).toBeVisible()
  await expect(page.getByText('General', { exact: true })).toHaveCount(0)
  await page.goto('/payments')
  await expect(page.getByRole('heading', { level: 1, name: 'Crea tu contraseña' })).toBeVisible()
  await page.getByLabel('Contraseña nueva', { exact: true }).fill('corta')
  await page.getByRole('button', { name: 'Empezar' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await page.getByLabel('Contraseña nueva', { exact: true }).fill('montaña azul 42')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Empezar' }).click()
  await expect(page.getByText('General', { exact: true }).first()).toBeVisible()
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await signInOnScreen(page, { username: 'nuevo@andina.test', password: 'montaña azul 42' })
})
