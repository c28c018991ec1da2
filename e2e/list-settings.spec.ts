import type { Locator, Page } from '@playwright/test'
import { assertAccessible } from './axe.ts'
import { rowMenu } from './row-menu.ts'
import { expect, signIn, signInOnScreen, test } from './site.ts'
import { resizeTo } from './without-load.ts'

const rows = (page: Page): Locator => page.locator('.table tbody tr')
const header = (page: Page, name: string): Locator => page.getByRole('columnheader', { name, exact: true })

test('TBL-02 tamaño, columnas y densidad de una lista quedan para la persona en su equipo, también después de salir', async ({
  page,
}) => {
  await signIn(page, 'financial')
  await page.goto('/clients')
  await expect(rows(page)).toHaveCount(4)
  await page.getByLabel('Por página').selectOption('8')
  await expect(rows(page)).toHaveCount(8)
  // With the keyboard only.
  await page.getByRole('button', { name: 'Columnas' }).focus()
  await page.keyboard.press('Enter')
  const phone = page.getByRole('menuitemcheckbox', { name: 'Celular' })
  await expect(phone).toBeChecked()
  await expect(page.getByRole('menuitemcheckbox', { name: 'Nombre' })).toBeDisabled()
  await page.keyboard.press('ArrowDown')
  await expect(phone).toBeFocused()
  await page.keyboard.press('Space')
  await expect(phone).not.toBeChecked()
  await assertAccessible(page, 'columnas')
  await page.getByRole('menuitemcheckbox', { name: 'Filas compactas' }).click()
  await page.keyboard.press('Escape')
  await expect(header(page, 'Celular')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Columnas' })).toBeFocused()
  const isAsChosen = async (): Promise<void> => {
    await expect(rows(page)).toHaveCount(8)
    await expect(header(page, 'Celular')).toHaveCount(0)
    await expect(header(page, 'Identificación')).toBeVisible()
    // A long name has several lines.
    const heights = await rows(page).evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))
    expect(Math.min(...heights)).toBeLessThan(46)
  }
  await page.goto('/invoices')
  await expect(rows(page)).toHaveCount(4)
  await page.goto('/clients')
  await isAsChosen()

  await page.getByRole('button', { name: /Laura Pinzón/ }).click()
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await page.getByRole('button', { name: 'Sí, cerrar sesión' }).click()
  await expect(page).toHaveURL(/\/$/)
  await signInOnScreen(page, 'financial')
  await page.goto('/clients')
  await isAsChosen()
})

test('TBL-02 se llega a la última y a la primera página, y una página de más lleva a la última', async ({ page }) => {
  await signIn(page, 'financial')
  await page.goto('/clients')
  await page.getByRole('button', { name: 'Última página' }).click()
  await expect(page).toHaveURL(/[?&]page=\d+/)
  const last = new URL(page.url()).searchParams.get('page') ?? ''
  await expect(page.getByRole('button', { name: `Página ${last}`, exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await expect(page.getByRole('button', { name: 'Última página' })).toBeDisabled()
  await page.getByRole('button', { name: 'Primera página' }).click()
  await expect(page).not.toHaveURL(/[?&]page=/)
  for (const beyond of [Number(last) + 1, 999_999, 5_000_000]) {
    await page.goto(`/clients?page=${beyond}`)
    await expect(page).toHaveURL(new RegExp(`page=${last}$`))
    await expect(rows(page).first()).toBeVisible()
  }
})

test('TBL-02 la lista ofrece las filas que caben en la ventana', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 1000 })
  await signIn(page, 'financial')
  await page.goto('/clients')
  const fitting = page.getByLabel('Por página').locator('option', { hasText: 'lo que cabe' })
  await page.getByLabel('Por página').selectOption({ label: await fitting.innerText() })
  await expect(rows(page)).toHaveCount(Number.parseInt(await fitting.innerText(), 10))
  const end = await page.locator('.pagination').boundingBox()
  expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual(1000)
})

test('TBL-01 los nombres de las filas son enlaces, y varias acciones están en un menú de una sola línea', async ({
  page,
}) => {
  await signIn(page, 'financial')
  for (const path of ['/clients', '/invoices', '/transactions', '/contracts', '/plans-and-service']) {
    await page.goto(path)
    const row = rows(page).first()
    await expect(rowMenu(row, /\S/)).toBeVisible()
    expect([path, ((await row.boundingBox())?.height ?? 0) < 72]).toEqual([path, true])
    if (path !== '/plans-and-service') expect(await row.locator('td a[href]').count()).toBeGreaterThan(0)
  }
})

const LISTS = {
  financial: [
    '/clients',
    '/invoices',
    '/invoices/notes',
    '/invoices/disputes',
    '/transactions',
    '/transactions/online',
    '/contracts',
    '/messages',
    '/plans-and-service',
  ],
  admin: ['/users', '/binnacle'],
  superadmin: ['/companies'],
  client: ['/payments', '/transactions', '/contracts'],
} as const

const WIDTHS = [320, 360, 640, 768, 1024, 1280] as const

for (const account of ['financial', 'admin', 'superadmin', 'client'] as const) {
  test(`TBL-01 las listas de ${account} caben a 320, 360, 640, 768, 1024 y 1280 px, y nada queda cortado`, async ({
    page,
  }) => {
    test.setTimeout(240_000)
    await signIn(page, account)
    for (const path of LISTS[account]) {
      // Loaded in the smallest window, which then grows: no screen reads the width only when it loads (useMedia).
      await resizeTo(page, WIDTHS[0])
      await page.goto(path)
      await expect(page.locator('.table')).toBeVisible()
      await expect(page.locator('.skeleton')).toHaveCount(0)
      for (const width of WIDTHS) {
        await resizeTo(page, width)
        const cut = await page.evaluate(() => {
          const { scrollWidth, clientWidth } = document.documentElement
          const wide = [...document.querySelectorAll('.table__scroll')].filter(
            (box) => box.scrollWidth > box.clientWidth,
          )
          return { page: scrollWidth - clientWidth, tables: wide.map((box) => box.scrollWidth - box.clientWidth) }
        })
        expect([path, width, cut]).toEqual([path, width, { page: 0, tables: [] }])
      }
    }
  })
}

test('TBL-01 en un celular una factura es una tarjeta de dos líneas, y los filtros están en una hoja', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, 'financial')
  await page.goto('/invoices')
  await expect(rows(page).first()).toBeVisible()
  // A long name has one line more.
  const heights = await rows(page).evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().height))
  expect(Math.min(...heights)).toBeLessThanOrEqual(80)
  expect(Math.max(...heights)).toBeLessThanOrEqual(100)
  await expect(page.getByRole('combobox', { name: 'Estado' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Filtros' }).click()
  const sheet = page.getByRole('dialog', { name: 'Filtros' })
  await sheet.getByRole('combobox', { name: 'Estado' }).selectOption('Pagado')
  await assertAccessible(page, 'filtros en un celular')
  await sheet.getByRole('button', { name: 'Ver resultados' }).click()
  await expect(page).toHaveURL(/status=pagado/)
  await expect(page.getByRole('button', { name: 'Quitar el filtro Estado: Pagado' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Filtros', exact: true })).toBeFocused()
})
