import type { Locator, Page } from '@playwright/test'
import { assertAccessible } from './axe.ts'
import { chooseAction } from './row-menu.ts'
import { ACCOUNTS, expect, PASSWORD, signIn, signInOnScreen, test } from './site.ts'

const question = (page: Page): Locator => page.getByRole('alertdialog', { name: '¿Descartar los cambios?' })

async function openClientForm(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Crear cliente' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Crear cliente' })
  await expect(dialog.getByLabel('Tipo de documento')).toBeFocused()
  return dialog
}

test('CLI-02 el primer campo con error recibe el foco, y cada error se va cuando se corrige', async ({ page }) => {
  await signIn(page, 'financial')
  await page.goto('/clients')
  const dialog = await openClientForm(page)
  await dialog.getByRole('button', { name: 'Crear cliente' }).click()
  const number = dialog.getByLabel('Número de documento')
  await expect(number).toBeFocused()
  await expect(dialog.getByRole('alert')).toContainText('Revisa')
  const links = dialog.getByRole('alert').getByRole('link')
  const before = await links.count()
  await number.pressSequentially('1020304050')
  await expect(number).not.toHaveAttribute('aria-invalid')
  await expect(links).toHaveCount(before - 1)
  await expect(number).toBeFocused()
  const address = dialog.getByLabel('Dirección')
  await expect(address).toHaveAttribute('aria-invalid', 'true')
  await address.fill('Calle 5 # 10-20')
  await expect(address).not.toHaveAttribute('aria-invalid')
  await address.fill('')
  // A corrected field is not marked again before the next attempt.
  await expect(address).not.toHaveAttribute('aria-invalid')
  const phone = dialog.getByLabel('Celular')
  await phone.fill('300')
  await dialog.getByRole('button', { name: 'Crear cliente' }).click()
  await expect(phone).toBeFocused()
  await expect(phone).toHaveAttribute('aria-invalid', 'true')
  await expect(address).toHaveAttribute('aria-invalid', 'true')
  await phone.pressSequentially('1234567')
  await expect(phone).not.toHaveAttribute('aria-invalid')
  await assertAccessible(page, 'client form with errors')
})

test('PLN-04 lo que solo el servidor rechazó queda marcado hasta que cambia, y un fallo se ve junto al botón', async ({
  page,
}) => {
  await signIn(page, 'financial')
  await page.setViewportSize({ width: 360, height: 560 })
  await page.goto('/plans-and-service')
  await page.getByRole('button', { name: 'Crear Plan', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Crear plan' })
  const code = dialog.getByLabel('Código de referencia')
  for (const [label, value] of [
    ['Nombre', 'Repetido'],
    ['Código de referencia', 'HOG50'],
    ['Precio mensual', '50000'],
    ['Velocidad de descarga', '10'],
    ['Velocidad de subida', '5'],
  ] as const)
    await dialog.getByLabel(label).fill(value)
  await dialog.getByRole('button', { name: 'Crear plan' }).click()
  await expect(code).toBeFocused()
  await expect(code).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('Nombre').fill('Otro nombre')
  await expect(code).toHaveAttribute('aria-invalid', 'true')
  await code.fill('HOG51')
  await expect(code).not.toHaveAttribute('aria-invalid')

  await page.route('**/api/admin/plans', (route) =>
    route.request().method() === 'POST' ? route.abort('failed') : route.continue(),
  )
  await dialog.getByRole('button', { name: 'Crear plan' }).click()
  await expect(dialog.getByRole('alert')).toBeInViewport({ ratio: 1 })
  await expect(dialog.getByRole('alert')).toContainText('No hay conexión')
})

test('CON-03 el error de la firma se va cuando se dibuja', async ({ page }) => {
  await signIn(page, 'financial')
  await page.goto('/contracts?status=draft')
  await page
    .getByRole('button', { name: /^Acciones de AF-/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: /Completar Contrato/ }).click()
  await page.getByRole('button', { name: 'Firmar contrato' }).click()
  await expect(page.getByLabel('Nombre completo de quien firma')).toBeFocused()
  await expect(page.getByText('Dibuja la firma').first()).toBeVisible()
  const box = await page.locator('canvas').boundingBox()
  if (box === null) throw new Error('no place to sign')
  await page.mouse.move(box.x + 30, box.y + 30)
  await page.mouse.down()
  await page.mouse.move(box.x + 120, box.y + 60, { steps: 8 })
  await page.mouse.up()
  await expect(page.getByText('Dibuja la firma')).toHaveCount(0)
})

test('CLI-02 salir de un formulario con algo escrito pregunta, y sin nada escrito cierra enseguida', async ({
  page,
}) => {
  await signIn(page, 'financial')
  // From another screen of the application: Back leads there.
  await page.goto('/plans-and-service')
  await page.getByRole('link', { name: 'Gestión de clientes' }).first().click()
  await expect(page).toHaveURL(/\/clients$/)
  const exits: Record<string, (dialog: Locator) => Promise<unknown>> = {
    escape: () => page.keyboard.press('Escape'),
    cross: (dialog) => dialog.getByRole('button', { name: 'Cerrar' }).click(),
    outside: () => page.mouse.click(4, 4),
    back: () => page.evaluate(() => history.back()),
    cancel: (dialog) => dialog.getByRole('button', { name: 'Cancelar' }).click(),
  }
  for (const [name, leave] of Object.entries(exits)) {
    const empty = await openClientForm(page)
    await leave(empty)
    await expect(empty, name).toBeHidden()

    const dialog = await openClientForm(page)
    const address = dialog.getByLabel('Dirección')
    await address.fill('Calle 5 # 10-20')
    await leave(dialog)
    await expect(question(page), name).toBeVisible()
    await expect(question(page).getByRole('button', { name: 'Seguir escribiendo' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(question(page)).toBeHidden()
    await expect(address).toHaveValue('Calle 5 # 10-20')
    expect(await page.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true)
    // What was typed and removed again is no change.
    await address.fill('')
    await leave(dialog)
    await expect(dialog, name).toBeHidden()
    await expect(page).toHaveURL(/\/clients$/)
  }
  const dialog = await openClientForm(page)
  await dialog.getByLabel('Dirección').fill('Calle 5')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(question(page)).toBeHidden()
  await page.keyboard.press('Escape')
  await assertAccessible(page, 'question over a form')
  await question(page).getByRole('button', { name: 'Descartar' }).click()
  await expect(dialog).toBeHidden()
  const again = await openClientForm(page)
  await expect(again.getByText('Tienes un borrador')).toHaveCount(0)
})

test('CLI-02 al volver a abrir un cliente recién guardado están los valores nuevos', async ({ page }) => {
  await signIn(page, 'financial')
  await page.goto('/clients?q=yenny')
  await page.getByRole('link', { name: /Yenny/ }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: /Yenny/ })).toBeVisible()
  const dialog = page.getByRole('dialog', { name: 'Editar cliente' })
  const address = `Carrera ${Date.now() % 1000} # 4-20`
  await chooseAction(page, 'Editar', /Yenny/)
  await dialog.getByLabel('Dirección').fill(address)
  await dialog.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(dialog).toBeHidden()
  await chooseAction(page, 'Editar', /Yenny/)
  await expect(dialog.getByLabel('Dirección')).toHaveValue(address)
})

/** Types a company with its municipality: each field appears after the one before it. */
async function typeBusiness(dialog: Locator): Promise<void> {
  await dialog.getByLabel('Tipo de documento').selectOption('NIT')
  await dialog.getByLabel('Número de documento').fill('900123456-8')
  await dialog.getByLabel('Razón social').fill('Panadería La Espiga 🥖')
  await dialog.getByLabel('Departamento').selectOption('Antioquia')
  await dialog.getByLabel('Municipio').selectOption('Envigado')
}

async function expectBusiness(dialog: Locator): Promise<void> {
  await expect(dialog.getByLabel('Razón social')).toHaveValue('Panadería La Espiga 🥖')
  await expect(dialog.getByLabel('Número de documento')).toHaveValue('900123456-8')
  await expect(dialog.getByLabel('Municipio')).toHaveValue('Envigado')
}

test('ERR-02 un formulario largo que se dejó a medias se ofrece de nuevo, y solo a quien lo escribió', async ({
  page,
}) => {
  await signIn(page, 'financial')
  await page.goto('/clients')
  await typeBusiness(await openClientForm(page))
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toMatch(/Espiga|900123456/)
  await page.goto('/clients')
  const dialog = await openClientForm(page)
  await expect(dialog.getByText(/^Tienes un borrador de hoy \d{1,2}:\d\d/)).toBeVisible()
  await assertAccessible(page, 'offered draft')
  await expect(dialog.getByLabel('Razón social')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Continuar' }).click()
  await expectBusiness(dialog)
  await expect(dialog.getByText('Tienes un borrador')).toHaveCount(0)

  await page.goto('/clients')
  const again = await openClientForm(page)
  await again.getByRole('button', { name: 'Descartar' }).click()
  await expect(again.getByText('Tienes un borrador')).toHaveCount(0)
  await page.goto('/clients')
  const empty = await openClientForm(page)
  await expect(empty.getByText('Tienes un borrador')).toHaveCount(0)

  await typeBusiness(empty)
  await page.goto('/')
  const stored = await page.evaluate(() => JSON.stringify(localStorage))
  expect(stored).toContain('enlace.draft.')
  await signIn(page, 'admin')
  await page.goto('/clients')
  const others = page.getByRole('button', { name: 'Crear cliente' })
  if ((await others.count()) > 0) {
    await others.first().click()
    await expect(page.getByText('Tienes un borrador')).toHaveCount(0)
  }
})

test('SHL-10 salir dice qué se borra de este equipo, y lo borra', async ({ page }) => {
  await signIn(page, 'financial')
  await page.goto('/clients')
  await typeBusiness(await openClientForm(page))
  // A reload would open the form again.
  await page.goto('/dashboard')
  await page.getByRole('button', { name: /Laura Pinzón/ }).click()
  await page.getByRole('button', { name: 'Cerrar sesión' }).first().click()
  const leaving = page.getByRole('alertdialog', { name: '¿Cerrar sesión?' })
  await expect(leaving.getByText('Se borra de este equipo lo que no has enviado: Crear cliente.')).toBeVisible()
  await leaving.getByRole('button', { name: 'Sí, cerrar sesión' }).click()
  await expect(page).toHaveURL(/\/$/)
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('draft')))).toEqual([])
})

test('ERR-02 si la sesión termina a mitad de un formulario, al entrar de nuevo está como iba', async ({ page }) => {
  await signInOnScreen(page, 'financial')
  await page.goto('/clients')
  const dialog = await openClientForm(page)
  await typeBusiness(dialog)
  await dialog.getByLabel('Celular').fill('3001234567')
  await dialog.getByLabel('Dirección').fill('Calle 5 # 10-20')
  // The cookie is half of the session: without it the next call is refused.
  await page.context().clearCookies()
  await dialog.getByRole('button', { name: 'Crear cliente' }).click()
  await expect(page).toHaveURL(/\/auth$/)
  await expect(page.getByText('Tu sesión ha expirado')).toBeVisible()
  await page.getByLabel('Correo o usuario').fill(ACCOUNTS.financial)
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Contraseña', { exact: true }).press('Enter')
  // The address opens the form again.
  await expect(page).toHaveURL(/\/clients\?new=$/)
  const again = page.getByRole('dialog', { name: 'Crear cliente' })
  await expect(again.getByText(/^Recuperamos lo que habías escrito \(de hoy/)).toBeVisible()
  await expectBusiness(again)
})

test('ERR-02 la sesión avisa antes de terminar, encima de lo que esté abierto, y se puede seguir', async ({ page }) => {
  await signIn(page, 'financial')
  await page.goto('/clients')
  const dialog = await openClientForm(page)
  await dialog.getByLabel('Dirección').fill('Calle 5')
  await page.route('**/api/auth/me', async (route) => {
    const reply = await route.fetch()
    const json = await reply.json()
    json.data.session.seconds_left = 100
    await route.fulfill({ response: reply, json })
  })
  await page.reload()
  const warning = page.getByRole('alertdialog', { name: 'Tu sesión está por terminar' })
  await expect(warning.getByText(/^Se cierra a las? .* porque llevas un rato sin usarla\.$/)).toBeVisible()
  await assertAccessible(page, 'session warning')
  await page.unroute('**/api/auth/me')
  await expect(warning.getByRole('button', { name: 'Seguir conectado' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(warning).toBeHidden()
})
