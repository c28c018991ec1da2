import { ACCOUNTS, type Account, expect, signIn, test } from './site.ts'

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
  '/pqr': ['client'],
  '/pqrResponse': ['financial', 'technical'],
  '/reports': ['admin', 'financial'],
  '/invoices': ['financial'],
  '/invoices/massive': ['financial'],
  '/clients': ['financial'],
  '/clients/import': ['financial'],
  '/plans-and-service': ['financial'],
  '/users': ['admin'],
  '/integration': ['admin', 'superadmin'],
  '/binnacle': ['admin', 'superadmin'],
  '/contracts': ['technical', 'financial', 'client', 'network'],
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
  '/payments/processing': '/payments',
  '/payments/checkout': '/payments',
}

for (const account of ALL.filter((name): name is Account => name in ACCOUNTS)) {
  test(`RTE-03 RTE-07 ${account} abre lo suyo y lo demás es 404`, async ({ page }) => {
    test.setTimeout(120_000)
    await signIn(page, account)
    for (const [path, roles] of Object.entries(ROUTES)) {
      await page.goto(path)
      const heading = page.getByRole('heading', { level: 1 })
      if (roles.includes(account)) {
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
  for (const path of Object.keys(ROUTES).filter((route) => route !== '/dashboard')) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/auth$/)
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

test('AUT-07 cambiar el rol en el navegador abre a lo sumo una pantalla vacía: el servidor no da nada', async ({
  page,
}) => {
  await signIn(page, 'client')
  const statuses = await page.evaluate(async () => {
    const asked = ['/api/admin/plans', '/api/admin/companies', '/api/parameter']
    return Promise.all(asked.map((url) => fetch(url).then((answer) => answer.status)))
  })
  expect(statuses).toEqual([401, 401, 401])
})
