import type { Locator, Page } from '@playwright/test'
import { assertAccessible } from './axe.ts'
import { signInOwing } from './desk.ts'
import { chooseAction, rowMenu } from './row-menu.ts'
import { expect, signIn, test } from './site.ts'

const rows = (page: Page): Locator => page.locator('.table tbody tr')
const header = (page: Page, name: string): Locator => page.getByRole('columnheader', { name, exact: true })

/** The name of the file that the action of a row saves. */
async function downloadOf(page: Page, row: Locator, name: RegExp): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), chooseAction(page, 'Descargar', name, row)])
  return file.suggestedFilename()
}

test('TBL-01 la financiera descarga una factura y un recibo desde su fila', async ({ page }) => {
  await signIn(page, 'financial')
  await page.goto('/invoices')
  expect(await downloadOf(page, rows(page).first(), /\S/)).toMatch(/\.pdf$/)
  await page.goto('/transactions')
  expect(await downloadOf(page, rows(page).first(), /recibo/)).toMatch(/^recibo-\d+\.pdf$/)
})

test('TBL-01 un cliente descarga y paga una factura desde su fila, en un celular', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const number = await signInOwing(page, 47_000)
  await page.goto('/payments')
  const row = rows(page).filter({ hasText: number })
  expect(await downloadOf(page, row, /factura/)).toMatch(/\.pdf$/)
  const pay = row.getByRole('button', { name: `PAGAR factura ${number}` })
  await expect(pay).toHaveText('PAGAR')
  await assertAccessible(page, 'facturas del portal')
  await pay.click()
  await expect(page.getByRole('heading', { level: 1, name: '¿Cómo quieres pagar?' })).toBeVisible()
  await expect(page.getByText('$ 47.000,00').first()).toBeVisible()
})

test('TBL-01 una factura pagada se descarga, tiene PQR y no tiene PAGAR', async ({ page }) => {
  await signIn(page, 'client')
  await page.goto('/payments?page_size=50')
  const paid = rows(page).filter({ hasText: 'Pagado' })
  await expect(paid.first()).toBeVisible()
  await expect(paid.getByRole('button', { name: /^PAGAR/ })).toHaveCount(0)
  await rowMenu(paid.first(), /factura/).click()
  await expect(page.getByRole('menuitem', { name: 'Descargar', exact: true })).toBeVisible()
  await page.getByRole('menuitem', { name: 'PQR', exact: true }).click()
  await expect(page).toHaveURL(/\/pqr\/nueva\?factura=/)
})

test('TBL-01 el enlace de una fila abre su página sin cargar el sitio de nuevo, y en otra pestaña con Ctrl o con el botón del medio', async ({
  page,
  context,
}) => {
  await signIn(page, 'financial')
  await page.goto('/invoices')
  const link = rows(page).first().locator('.invoice-number')
  const number = (await link.innerText()).trim()
  for (const press of [{ modifiers: ['ControlOrMeta' as const] }, { button: 'middle' as const }]) {
    const [tab] = await Promise.all([context.waitForEvent('page'), link.click(press)])
    await expect(tab.getByRole('heading', { level: 1 })).toContainText(number)
    await tab.close()
  }
  await expect(page).toHaveURL(/\/invoices$/)
  await page.evaluate(() => document.body.setAttribute('data-same-load', ''))
  await link.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(number)
  await expect(page.locator('body')).toHaveAttribute('data-same-load', '')
  await page.goBack()
  await expect(rows(page).first()).toBeVisible()
  await expect(page.locator('body')).toHaveAttribute('data-same-load', '')
})

const SORTABLE = [
  { account: 'financial', path: '/clients', columns: ['Nombre', 'Identificación'] },
  { account: 'financial', path: '/invoices', columns: ['Número', 'Vence'] },
  { account: 'financial', path: '/transactions', columns: ['Recibo', 'Fecha'] },
  { account: 'financial', path: '/contracts', columns: ['No. contrato', 'Cliente', 'Inicio'] },
  { account: 'client', path: '/transactions', columns: ['Fecha'] },
  { account: 'client', path: '/payments', columns: ['Factura', 'Emitida'] },
  { account: 'admin', path: '/users', columns: ['Nombre', 'Rol', 'Último ingreso'] },
  { account: 'admin', path: '/binnacle', columns: ['Fecha'] },
  { account: 'superadmin', path: '/companies', columns: ['Empresa'] },
] as const

for (const { account, path, columns } of SORTABLE) {
  test(`TBL-02 ${path} de ${account} se ordena por ${columns.join(', ')} en los dos sentidos, y queda en la dirección`, async ({
    page,
  }) => {
    await signIn(page, account)
    await page.goto(path)
    await expect(rows(page).first()).toBeVisible()
    for (const column of columns) {
      const button = header(page, column).getByRole('button')
      await button.click()
      await expect(header(page, column)).toHaveAttribute('aria-sort', 'ascending')
      await expect(page).toHaveURL(/[?&]sort=[a-z]/)
      await page.reload()
      await expect(rows(page).first()).toBeVisible()
      // The row and not its text: what happened in one minute has one text.
      const least = (await rows(page).first().getAttribute('data-row')) ?? ''
      await button.click()
      await expect(header(page, column)).toHaveAttribute('aria-sort', 'descending')
      await expect(rows(page).first()).not.toHaveAttribute('data-row', least)
    }
  })
}

test('TBL-02 lo que se cambia justo después de ordenar una lista conserva el orden, y otro clic lo invierte', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await signIn(page, 'financial')
  await page.goto('/invoices')
  await expect(rows(page).first()).toBeVisible()
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 20 })
  await header(page, 'Vence').getByRole('button').dblclick()
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await expect(header(page, 'Vence')).toHaveAttribute('aria-sort', 'descending')
  await expect(page).toHaveURL(/[?&]sort=-due_on(&|$)/)
  // In one task: the screen is not drawn between the order and what follows it.
  await page.evaluate(() => {
    document.querySelector<HTMLElement>('thead th:nth-child(2) button')?.click()
    const row = document.querySelector('tbody tr a')
    row?.dispatchEvent(new KeyboardEvent('keydown', { key: 'v', bubbles: true }))
  })
  await expect(page).toHaveURL(/[?&]sort=number(&|$)/)
  await expect(page).toHaveURL(/[?&]peek=/)
  await page.evaluate(() => {
    document.querySelector<HTMLElement>('thead th:nth-child(2) button')?.click()
    document.querySelector<HTMLElement>('[aria-label="Página siguiente"]')?.click()
  })
  await expect(page).toHaveURL(/[?&]sort=-number(&|$)/)
  await expect(page).toHaveURL(/[?&]page=2(&|$)/)
  await expect(page).toHaveURL(/[?&]peek=/)
})

test('TBL-02 en un celular las facturas se ordenan con una lista, de la que vence primero a la última', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, 'financial')
  await page.goto('/invoices')
  await page.getByLabel('Ordenar por').selectOption('Vence, de menor a mayor')
  await expect(page).toHaveURL(/sort=due_on/)
  await expect(rows(page).first()).toBeVisible()
  await assertAccessible(page, 'facturas en un celular')
})

test('TBL-03 los usuarios se filtran por Activo e Inactivo y por rol, con las palabras de la especificación', async ({
  page,
}) => {
  await signIn(page, 'admin')
  await page.goto('/users')
  const role = page.getByRole('combobox', { name: 'Rol' })
  await expect(role.locator('option')).toHaveText(['Todos', 'Admin', 'Soporte', 'Financiero', 'Tecnico', 'Redes'])
  const status = page.getByRole('combobox', { name: 'Estado' })
  await expect(status.locator('option')).toHaveText(['Todos', 'Activo', 'Inactivo'])
  await role.selectOption('Tecnico')
  await expect(page).toHaveURL(/role_users=technical/)
  const roles = rows(page).locator('td[data-header=Rol]')
  // The rows of before stay until the new ones arrive.
  await expect.poll(async () => [...new Set(await roles.allInnerTexts())]).toEqual(['Técnico'])
  await role.selectOption('Admin')
  await expect(roles.first()).toHaveText('Administrador')
  await role.selectOption('Soporte')
  await expect.poll(async () => [...new Set(await roles.allInnerTexts())]).not.toContain('Administrador')
  await expect(rows(page)).not.toHaveCount(1)
  await status.selectOption('Inactivo')
  await expect(page.getByText('Prueba con otro nombre o con otro rol.')).toBeVisible()
  await page.getByRole('button', { name: 'Quitar el filtro Estado: Inactivo' }).click()
  await expect(roles.first()).toBeVisible()
})

test('CLI-01 TBL-03 los clientes se filtran con Más filtros, cada uno queda como etiqueta y en la dirección', async ({
  page,
}) => {
  await signIn(page, 'financial')
  await page.goto('/clients')
  await expect(rows(page).first()).toBeVisible()
  const name = (await rows(page).first().locator('td').nth(1).innerText()).split(' ')[0] ?? ''
  const identification = await rows(page).first().locator('td').nth(2).innerText()
  await page.getByRole('button', { name: 'Más filtros' }).click()
  const dialog = page.getByRole('dialog', { name: 'Más filtros' })
  for (const label of ['Nombre', 'Identificación', 'Usuario', 'No. contrato', 'Creado el', 'Contrato del'])
    await expect(dialog.getByLabel(label, { exact: true })).toBeVisible()
  await assertAccessible(page, 'más filtros')
  await dialog.getByLabel('Creado el').fill('ayer')
  await dialog.getByRole('button', { name: 'Filtrar' }).click()
  await expect(dialog.getByText('Escribe el día así: 05/12/2026').first()).toBeVisible()
  await dialog.getByLabel('Creado el').fill('')
  await dialog.getByLabel('Nombre', { exact: true }).fill(name)
  await dialog.getByLabel('Identificación').fill(identification)
  await dialog.getByRole('button', { name: 'Filtrar' }).click()
  await expect(page.getByText('Mostrando 1 a 1 de 1 resultados')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`identification=${identification}`))
  await expect(page.getByRole('button', { name: 'Más filtros (2)' })).toBeVisible()
  await page.reload()
  await expect(page.getByText('Mostrando 1 a 1 de 1 resultados')).toBeVisible()
  await page.getByRole('button', { name: `Quitar el filtro Identificación: ${identification}` }).click()
  await page.getByRole('button', { name: 'Más filtros (1)' }).click()
  await dialog.getByLabel('Contrato del').fill('01/01/1990')
  await dialog.getByRole('button', { name: 'Filtrar' }).click()
  await expect(page).toHaveURL(/date_contract=1990-01-01/)
  await expect(page.getByText('Prueba con parte del nombre')).toBeVisible()
  await page.getByRole('button', { name: 'Limpiar filtros' }).first().click()
  await expect(rows(page).first()).toBeVisible()
})

test('CLI-01 el acceso de un cliente se desactiva y se activa desde el menú de su fila', async ({ page }) => {
  await signIn(page, 'financial')
  await page.goto('/clients?sort=name')
  const row = rows(page).nth(1)
  await row.getByRole('button', { name: /^Acciones de/ }).click()
  await page.getByRole('menuitem', { name: 'Desactivar acceso' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Desactivar' }).click()
  await expect(row.locator('.badge')).toContainText('Inactivo')
  await row.getByRole('button', { name: /^Acciones de/ }).click()
  await page.getByRole('menuitem', { name: 'Activar acceso' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Activar' }).click()
  await expect(row.locator('.badge')).toContainText('Activo')
})

test('CLI-01 los clientes se filtran por deuda y plan, se ordenan por saldo, y el encabezado suma lo que deben', async ({
  page,
}) => {
  await signIn(page, 'financial')
  await page.goto('/clients')
  const subtitle = page.locator('.page__subtitle')
  await expect(subtitle).toHaveText(/^[\d.]+ clientes · deben \$ [\d.]+,\d\d$/)
  const all = await subtitle.innerText()
  await page.getByRole('combobox', { name: 'Deuda' }).selectOption('Más de 30 días')
  await expect(page).toHaveURL(/debt=30/)
  await expect(subtitle).toHaveText(/con estos filtros$/)
  await header(page, 'Saldo').getByRole('button').click()
  await header(page, 'Saldo').getByRole('button').click()
  await expect(header(page, 'Saldo')).toHaveAttribute('aria-sort', 'descending')
  await page.getByLabel('Por página').selectOption('20')
  const balances = rows(page).locator('td[data-header=Saldo]')
  await expect.poll(() => balances.count()).toBeGreaterThan(4)
  const amounts = (await balances.allInnerTexts()).map((text) =>
    Number(text.replaceAll(/[^\d,]/g, '').replace(',', '.')),
  )
  expect(amounts).toEqual(amounts.toSorted((a, b) => b - a))
  expect(Math.min(...amounts)).toBeGreaterThan(0)
  const plan = page.getByRole('combobox', { name: 'Plan' })
  await plan.selectOption({ index: 1 })
  await expect(page.getByRole('button', { name: /^Quitar el filtro Plan: / })).toBeVisible()
  await page.getByRole('button', { name: 'Limpiar filtros' }).first().click()
  await expect(subtitle).toHaveText(all)
  await page.goto('/invoices?status=vencido')
  await expect(subtitle).toHaveText(/^[\d.]+ facturas · \$ [\d.]+,\d\d por cobrar con estos filtros$/)
})

test('CLI-01 los clientes de un municipio se filtran con Más filtros', async ({ page }) => {
  await signIn(page, 'financial')
  await page.goto('/clients')
  const city = await rows(page).first().locator('td[data-header=Ciudad]').innerText()
  await page.getByRole('button', { name: 'Más filtros' }).click()
  const dialog = page.getByRole('dialog', { name: 'Más filtros' })
  await dialog.getByLabel('Departamento').selectOption('Antioquia')
  await dialog.getByLabel('Municipio').selectOption(city)
  await dialog.getByRole('button', { name: 'Filtrar' }).click()
  await expect(page).toHaveURL(/municipality_code=05\d{3}/)
  await expect(page.getByRole('button', { name: `Quitar el filtro Municipio: ${city}` })).toBeVisible()
  // Until the answer the list keeps its rows.
  await expect
    .poll(async () => [...new Set(await rows(page).locator('td[data-header=Ciudad]').allInnerTexts())])
    .toEqual([city])
})
