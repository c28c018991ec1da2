import type { Page } from '@playwright/test'
import { deobfuscate, obfuscate } from '../src/web/core/obfuscation.ts'
import { ACCOUNTS, type Account, expect, signIn, test } from './site.ts'
import { goInApp } from './without-load.ts'

const ALL = Object.keys(ACCOUNTS)
/** RTE-03 and RTE-12: which roles open each screen. */
const ROUTES: Readonly<Record<string, readonly string[]>> = {
  '/dashboard': ALL,
  '/profile': ALL,
  '/notifications': ALL,
  '/invoices-electronic': ['superadmin', 'admin'],
  '/transactions': ['financial', 'client'],
  '/transactions/online': ['financial'],
  '/messages': ['financial'],
  '/accounting': ['financial', 'admin'],
  '/accounting/small-balances': ['financial', 'admin'],
  '/accounting/income': ['financial', 'admin'],
  '/pqr': ['client'],
  '/pqrResponse': ['financial', 'technical'],
  '/reports': ['admin', 'financial'],
  '/reports/facturacion': ['admin', 'financial'],
  '/invoices': ['financial'],
  '/invoices/disputes': ['financial'],
  '/contracts/refunds': ['financial'],
  '/invoices/massive': ['financial'],
  '/invoices/notes': ['financial'],
  '/clients': ['financial'],
  '/clients/import': ['financial'],
  '/plans-and-service': ['financial'],
  '/users': ['admin'],
  '/integration': ['admin', 'superadmin'],
  '/binnacle': ['admin', 'superadmin'],
  '/contracts': ['technical', 'financial', 'client', 'network'],
  '/network': ['network', 'admin'],
  '/network/devices': ['network', 'admin', 'superadmin'],
  '/network/differences': ['network', 'admin'],
  '/contracts/detail/AF-000005': ['technical', 'financial', 'client', 'network'],
  '/contracts/complete/AF-000005': ['financial', 'client'],
  '/contracts/proceeding/create/AF-000001/1020345678': ['technical', 'financial'],
  '/contracts/proceeding/view/AF-000001/1020345678': ['technical', 'financial', 'network'],
  '/contracts/documents/AF-000001': ['client', 'financial'],
  '/view/invoice/1': ['client', 'financial'],
  '/view/voucher/1': ['client', 'financial'],
  '/payments': ['client'],
  '/payments/payment_method': ['client'],
  '/payments/payment_method/nq': ['client'],
  '/payments/payment_method/pse': ['client'],
  '/payments/payment_method/bancolombia': ['client'],
  '/payments/payment_method/tarjeta': ['client'],
  '/payments/payment_method/efectivo': ['client'],
  '/payments/payment_method/wompi': ['client'],
  '/payments/processing': ['client'],
  '/payments/checkout': ['client'],
  '/companies': ['superadmin'],
  '/companies/1': ['superadmin'],
  '/bucket': ['superadmin'],
}

/** Later screens of a payment: without a chosen invoice they redirect to the first one (PAY-02). */
const LEADS_TO: Readonly<Record<string, string>> = {
  '/payments/payment_method': '/payments',
  '/payments/payment_method/nq': '/payments',
  '/payments/payment_method/pse': '/payments',
  '/payments/payment_method/bancolombia': '/payments',
  '/payments/payment_method/tarjeta': '/payments',
  '/payments/payment_method/efectivo': '/payments',
  '/payments/payment_method/wompi': '/payments',
  '/payments/processing': '/payments',
  '/payments/checkout': '/payments',
}

/**
 * Opens addresses. The first one of each kind loads the program; the next ones are opened in the app, which decides in the same place
 * and takes a tenth of the time. The accessibility tests load every screen that a role opens.
 */
const loadsOnce = (page: Page) => {
  const loaded = new Set<string>()
  return async (kind: string, path: string): Promise<void> => {
    if (loaded.has(kind)) return goInApp(page, path)
    loaded.add(kind)
    // What the screen shows is waited for, not what else it loads.
    await page.goto(path, { waitUntil: 'commit' })
  }
}

/** Waits until the app shows `shown` after the address `opened`. In the page, on each frame: an expectation looks again later each time. */
const isShown = (page: Page, shown: string, opened: string) =>
  page.waitForFunction(
    ([address, isLed]) =>
      location.pathname === address && document.querySelector(isLed ? 'h1' : 'h1:not([data-left])') !== null,
    [shown, shown !== opened] as const,
  )

for (const account of ALL.filter((name): name is Account => name in ACCOUNTS)) {
  test(`RTE-03 RTE-07 ${account} abre sus pantallas, y lo demás es 404`, async ({ page }) => {
    test.setTimeout(300_000)
    await signIn(page, account)
    const openFirst = loadsOnce(page)
    for (const [path, roles] of Object.entries(ROUTES)) {
      const isOpened = roles.includes(account)
      await openFirst(isOpened ? 'opened' : 'refused', path)
      await isShown(page, isOpened ? (LEADS_TO[path] ?? path) : '/404', path)
      const heading = page.getByRole('heading', { level: 1 })
      if (isOpened) {
        await expect(heading).toBeVisible()
        expect([path, new URL(page.url()).pathname]).toEqual([path, LEADS_TO[path] ?? path])
      } else {
        await expect(heading).toHaveText('Página no encontrada')
        expect([path, new URL(page.url()).pathname]).toEqual([path, '/404'])
        await expect(page.getByText('Tu usuario no tiene acceso a esta sección')).toBeVisible()
      }
    }
  })
}

test('RTE-06 sin sesión, /dashboard lleva al inicio y lo demás a la entrada', async ({ page }) => {
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/$/)
  const openFirst = loadsOnce(page)
  for (const path of Object.keys(ROUTES).filter((route) => route !== '/dashboard')) {
    await openFirst('refused', path)
    await page.waitForFunction(() => location.pathname === '/auth')
    await expect(page.getByRole('button', { name: 'Ingresar' })).toBeVisible()
  }
})

test('RTE-08 sin las dos integraciones, usuarios lleva al tablero y dice por qué', async ({ page }) => {
  await signIn(page, { username: 'admin@pacifico.test', password: 'Enlace-Demo-2026' })
  await page.goto('/users')
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByText(/conecta primero Wompi y Factus/)).toBeVisible()
})

test('RTE-02 RTE-04 RTE-11 una dirección desconocida es 404 y las del menú viejo llegan a las nuevas', async ({
  page,
}) => {
  await page.goto('/no-existe/de-verdad')
  await expect(page).toHaveURL(/\/404$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Página no encontrada')
  await signIn(page, 'financial')
  await page.goto('/backoffice/plans-and-service?page=2')
  await expect(page).toHaveURL(/\/plans-and-service\?page=2$/)
  await page.goto('/backoffice')
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Ir a mi panel' })).toBeVisible()
})

/** Writes another role into the stored user, as someone with the tools of the browser can. Returns the token. */
async function changeStoredRole(page: Page, role: Account): Promise<string> {
  const { state, version } = JSON.parse((await page.evaluate(() => localStorage.getItem('auth-storage'))) ?? '')
  const user = JSON.parse(deobfuscate(state.user) ?? '')
  user.metadata.role = role
  const changed = { version, state: { ...state, user: obfuscate(JSON.stringify(user)) } }
  await page.evaluate((text) => localStorage.setItem('auth-storage', text), JSON.stringify(changed))
  return deobfuscate(state.token) ?? ''
}

test('AUT-07 con el rol cambiado en el navegador el servidor no da nada, y la pantalla vuelve a ser la de quien entró', async ({
  page,
}) => {
  await signIn(page, 'client')
  await expect(page.getByRole('heading', { level: 1, name: /^Hola/ })).toBeVisible()
  const token = await changeStoredRole(page, 'superadmin')
  await page.goto('/companies')
  await expect(page).toHaveURL(/\/404$/)
  await expect(page.getByText('Tu usuario no tiene acceso a esta sección')).toBeVisible()
  await page.goto('/dashboard')
  await expect(page.getByRole('navigation', { name: 'Menú principal' }).getByRole('link')).toContainText([
    'Dashboard',
    'Notificaciones',
    'Mis PQR',
  ])
  const statuses = await page.evaluate(async (authorization) => {
    const asked = ['/api/admin/plans', '/api/admin/companies', '/api/parameter', '/api/user', '/api/client']
    const opened = asked.map((url) => fetch(url, { headers: { authorization } }))
    return (await Promise.all(opened)).map(({ status }) => status)
  }, `Bearer ${token}`)
  expect(statuses).toEqual([403, 403, 403, 403, 403])
})

test('AUT-07 con el rol cambiado y sin saber quién entró, la pantalla dice que no hay acceso y no muestra ninguna empresa', async ({
  page,
}) => {
  await signIn(page, 'client')
  await expect(page.getByRole('heading', { level: 1, name: /^Hola/ })).toBeVisible()
  await changeStoredRole(page, 'superadmin')
  await page.route('**/api/auth/me', (route) => route.abort())
  const asked = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/admin/companies')
  await page.goto('/companies')
  expect((await asked).status()).toBe(403)
  await expect(page.getByRole('heading', { level: 1, name: 'Gestión de empresas' })).toBeVisible()
  await expect(page.getByText('Tu usuario no tiene acceso a esta sección').first()).toBeVisible()
  await expect(page.getByRole('main').getByText(/Andina|Pacífico/)).toHaveCount(0)
})
