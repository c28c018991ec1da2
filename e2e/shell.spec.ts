import type { Page } from '@playwright/test'
import { type Account, expect, signIn, test } from './site.ts'

const ENTRIES: Readonly<Record<Account, readonly string[]>> = {
  superadmin: [
    'Dashboard',
    'Notificaciones',
    'Gestión de empresas',
    'Bucket',
    'Facturas Electrónicas',
    'Bitacora',
    'Integraciones',
  ],
  admin: [
    'Dashboard',
    'Notificaciones',
    'Facturas Electrónicas',
    'Bitacora',
    'Gestión de usuarios',
    'Reportes',
    'Red',
    'Integraciones',
  ],
  financial: [
    'Dashboard',
    'Notificaciones',
    'Gestión de facturas',
    'Gestión de clientes',
    'Planes y Servicios',
    'Reportes',
    'Gestión de PQR',
    'Contratos',
  ],
  technical: ['Dashboard', 'Notificaciones', 'Gestión de PQR', 'Contratos'],
  network: ['Dashboard', 'Notificaciones', 'Contratos', 'Red'],
  client: ['Dashboard', 'Notificaciones', 'Mis PQR', 'Contratos', 'Gestión de pagos', 'Mis Transacciones'],
}

const sideEntries = (page: Page) => page.getByRole('navigation', { name: 'Menú principal' }).getByRole('link')

for (const account of Object.keys(ENTRIES).filter((name): name is Account => name in ENTRIES)) {
  test(`SHL-04 SHL-05 el menú de ${account}, en su orden, en escritorio y en celular, y el pie`, async ({ page }) => {
    await signIn(page, account)
    await expect(sideEntries(page)).toHaveText(ENTRIES[account].map((entry) => new RegExp(`^${entry}`)))
    await expect(page.getByText('© 2025 Enlace. Todos los derechos reservados. Versión 1.0.0')).toBeVisible()
    await page.setViewportSize({ width: 360, height: 800 })
    await page.getByRole('button', { name: 'Abrir menú' }).click()
    const panel = page.getByRole('dialog', { name: 'Menú' })
    const wanted = ENTRIES[account].filter(
      (entry) => !(account === 'superadmin' && entry === 'Bitacora') && entry !== 'Integraciones',
    )
    if (account === 'technical') wanted.push('Visitas')
    // An entry may end with a count: the urgent cases.
    await expect(panel.getByRole('region', { name: 'General' }).getByRole('link')).toHaveText(
      wanted.map((entry) => new RegExp(`^${entry}(\\d+, \\d+ urgentes?)?$`)),
    )
    await expect(panel.getByRole('link', { name: 'Perfil' })).toBeVisible()
    await expect(panel.getByRole('button', { name: 'Salir' })).toBeVisible()
    expect(Math.round((await panel.boundingBox())?.width ?? 0)).toBe(270)
    if (account !== 'technical') return
    await panel.getByRole('link', { name: 'Visitas' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Visitas' })).toBeFocused()
  })
}

test('SHL-01 SHL-08 SHL-09 el menú de la persona: nombre, rol y opciones', async ({ page }) => {
  await signIn(page, 'admin')
  await page.getByRole('button', { name: /Marta Lucía Ocampo/ }).click()
  const menu = page.getByRole('navigation', { name: 'Mi cuenta' })
  await expect(menu.getByRole('link')).toHaveText(['Perfil', 'Notificaciones', 'Integraciones'])
  await expect(menu.getByRole('button')).toHaveText(['Cambiar contraseña', 'Cerrar sesión'])
  await page.keyboard.press('Escape')
  await page.evaluate(() => localStorage.setItem('renderChangePassword', 'false'))
  await page.reload()
  await page.getByRole('button', { name: /Marta Lucía Ocampo/ }).click()
  await expect(menu.getByRole('button')).toHaveText(['Cerrar sesión'])
  expect(await page.evaluate(() => localStorage.getItem('renderChangePassword'))).toBe('false')
})

test('SHL-02 el panel del celular se cierra al navegar, con el fondo y con su botón', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await signIn(page, 'financial')
  const panel = page.getByRole('dialog', { name: 'Menú' })
  const open = () => page.getByRole('button', { name: 'Abrir menú' }).click()
  await open()
  await panel.getByRole('link', { name: 'Planes y Servicios' }).click()
  await expect(panel).toBeHidden()
  await expect(page).toHaveURL(/\/plans-and-service$/)
  await open()
  await panel.getByRole('button', { name: 'Cerrar menú' }).click()
  await expect(panel).toBeHidden()
  await open()
  await page.mouse.click(340, 400)
  await expect(panel).toBeHidden()
})

test('SHL-02 el panel del celular que se cierra da el foco al título de la pantalla elegida, no al botón que lo abrió', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await signIn(page, 'financial')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.getByRole('button', { name: 'Abrir menú' }).click()
  // From here the time of the page moves only when the test says so: nothing is drawn after the panel closes.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByRole('dialog', { name: 'Menú' }).getByRole('link', { name: 'Planes y Servicios' }).click()
  await page.clock.runFor(100)
  // The title is there while the panel holds the focus.
  await expect(page.locator('main h1')).toHaveText('Planes y Servicios')
  await page.clock.runFor(200)
  await expect(page.getByRole('dialog', { name: 'Menú' })).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'Planes y Servicios' })).toBeFocused()
})

test('SHL-10 un cuadro que se cierra después de volver a otra pantalla da el foco a su título', async ({ page }) => {
  await signIn(page, 'financial')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.getByRole('link', { name: 'Planes y Servicios' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Planes y Servicios' })).toBeFocused()
  await page.getByRole('link', { name: 'Contratos' }).first().focus()
  const dialog = page.getByRole('dialog', { name: 'Atajos de teclado' })
  // The code of the keys arrives after the screen.
  await expect(async () => {
    await page.keyboard.press('?')
    await expect(dialog).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await page.evaluate(() => history.back())
  await expect(page.locator('main h1')).toHaveText(/, Laura$/)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('SHL-03 SHL-06 el pie dice empresa y NIT, y un punto rojo avisa que faltan los pagos', async ({ page }) => {
  await signIn(page, { username: 'admin@pacifico.test', password: 'Enlace-Demo-2026' })
  await expect(page.getByText('NIT: 901.777.888-6')).toBeVisible()
  await expect(sideEntries(page).filter({ hasText: 'Integraciones' })).toContainText('Falta configurar pagos')
  await page.goto('/integration')
  await expect(sideEntries(page).filter({ hasText: 'Integraciones' })).toHaveAttribute('aria-current', 'page')
})

test('SHL-06 INT-03 al superadmin, que no tiene empresa, ningún punto rojo le pide configurar pagos', async ({
  page,
}) => {
  await signIn(page, 'superadmin')
  await expect(sideEntries(page).filter({ hasText: 'Integraciones' })).toBeVisible()
  await expect(page.getByText('Falta configurar pagos')).toHaveCount(0)
  await expect(page.locator('.red-dot')).toHaveCount(0)
})

test('SHL-03 sin la persona guardada la barra lateral es su esqueleto, y con ella el menú, de 248 px', async ({
  page,
}) => {
  await signIn(page, 'financial')
  await page.goto('/plans-and-service')
  const bar = page.locator('.side-menu')
  await expect(sideEntries(page).filter({ hasText: 'Planes y Servicios' })).toHaveAttribute('aria-current', 'page')
  await expect(bar.locator('.skeleton')).toHaveCount(0)
  expect((await bar.boundingBox())?.width).toBe(248)
  // The skeleton is replaced by the login page at once: each change of the document is looked at.
  await page.addInitScript(() => {
    const seen: { lines: number; width: number; words: string }[] = []
    Object.assign(window, { seen })
    new MutationObserver(() => {
      const side = document.querySelector<HTMLElement>('.side-menu')
      if (!side) return
      const lines = side.querySelectorAll('.skeleton').length
      seen.push({ lines, width: side.offsetWidth, words: side.innerText.trim() })
    }).observe(document, { childList: true, subtree: true })
  })
  await page.evaluate(() => {
    const { state, version } = JSON.parse(localStorage.getItem('auth-storage') ?? '')
    localStorage.setItem('auth-storage', JSON.stringify({ state: { ...state, user: null }, version }))
  })
  await page.goto('/plans-and-service')
  await expect(page).toHaveURL(/\/auth$/)
  const [first] = await page.evaluate(() => Reflect.get(window, 'seen'))
  expect(first).toEqual({ lines: expect.any(Number), width: 248, words: 'Cargando…' })
  expect(first.lines).toBeGreaterThan(0)
})

test('SHL-11 el recorrido: cinco pasos, se ofrece una vez y se recuerda en el servidor', async ({ page }) => {
  await signIn(page, 'network')
  await page.getByRole('button', { name: 'Ver el recorrido' }).click()
  const popover = page.locator('.driver-popover')
  await expect(popover.getByRole('button', { name: 'Anterior' })).toBeDisabled()
  for (let step = 1; step < 5; step += 1) {
    await expect(popover.locator('.driver-popover-title')).not.toBeEmpty()
    await popover.getByRole('button', { name: 'Siguiente' }).click()
  }
  await popover.getByRole('button', { name: 'Finalizar' }).click()
  await expect(popover).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Ver el recorrido' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Recorrido guiado' }).click()
  await expect(popover).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(popover).toHaveCount(0)
})
