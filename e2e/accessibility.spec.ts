import type { Page } from '@playwright/test'
import { assertAccessible } from './axe.ts'
import { headersOf } from './desk.ts'
import { chooseAction } from './row-menu.ts'
import { ACCOUNTS, type Account, expect, signIn, test } from './site.ts'
import { FIRST_OF, PUBLIC, SCREENS } from './walked-screens.ts'
import { resizeTo } from './without-load.ts'

const WIDTHS = [360, 1280] as const
const THEMES = ['light', 'dark'] as const

/**
 * Each screen is loaded once, in the first width. The other width and the colours change without a reload, as when a device is turned
 * or changes its theme: no screen reads the width only when it loads (useMedia). In the dark only the colours are examined: the theme
 * changes nothing else.
 */
async function walk(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await resizeTo(page, WIDTHS[0])
    await page.goto(path)
    for (const width of WIDTHS) {
      await resizeTo(page, width)
      for (const colorScheme of THEMES) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await assertAccessible(page, `${path} ${width} ${colorScheme}`, colorScheme === 'dark' ? 'colours' : 'all')
      }
    }
  }
}

/** The addresses of a role, each name in braces replaced by the id of the first row of its list. */
async function addressesOf(page: Page, account: Account): Promise<string[]> {
  const headers = await headersOf(page.request, ACCOUNTS[account])
  const ids = new Map<string, string>()
  for (const name of new Set(SCREENS[account].flatMap((address) => address.match(/(?<=\{)\w+(?=\})/g) ?? []))) {
    const { data } = await (await page.request.get(FIRST_OF[name] ?? '', { headers })).json()
    expect([name, data[0]?.id]).toEqual([name, expect.any(String)])
    ids.set(name, data[0].id)
  }
  return SCREENS[account].map((address) => address.replace(/\{(\w+)\}/, (_, name: string) => ids.get(name) ?? ''))
}

test(`RTE-01 ${PUBLIC.length} páginas públicas cumplen WCAG 2.2 AA a 360 y 1280 px, en claro y en oscuro`, async ({
  page,
}) => {
  test.setTimeout(240_000)
  await walk(page, PUBLIC)
})

for (const account of Object.keys(SCREENS).filter((name): name is Account => name in SCREENS)) {
  test(`RTE-03 ${SCREENS[account].length} pantallas de ${account} cumplen WCAG 2.2 AA a 360 y 1280 px, en claro y en oscuro`, async ({
    page,
  }) => {
    test.setTimeout(300_000)
    const addresses = await addressesOf(page, account)
    await signIn(page, account)
    await walk(page, addresses)
  })
}

test('SHL-01 SHL-02 SHL-10 menús y diálogos abiertos cumplen WCAG 2.2 AA', async ({ page }) => {
  test.setTimeout(120_000)
  await signIn(page, 'financial')
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto('/plans-and-service')
    const openers: Readonly<Record<string, () => Promise<void>>> = {
      'Crear Plan': () => page.getByRole('button', { name: 'Crear Plan', exact: true }).click(),
      'Configurar plantillas': () => page.getByRole('button', { name: 'Configurar plantillas' }).click(),
      Editar: () => chooseAction(page, 'Editar', 'Hogar 50'),
      Eliminar: () => chooseAction(page, 'Eliminar', 'Hogar 50'),
    }
    for (const [name, open] of Object.entries(openers)) {
      await open()
      await expect(page.locator('dialog[open]')).toBeVisible()
      await assertAccessible(page, `${name} ${colorScheme}`)
      await page.keyboard.press('Escape')
    }
    await page.getByRole('button', { name: /Laura Pinzón/ }).click()
    await assertAccessible(page, `menu ${colorScheme}`)
    await page.getByRole('button', { name: 'Cerrar sesión' }).click()
    await assertAccessible(page, `logout ${colorScheme}`)
    await page.getByRole('button', { name: 'Cancelar' }).click()
    await page.setViewportSize({ width: 360, height: 800 })
    await page.goto('/dashboard')
    await page.getByRole('button', { name: /menú/i }).click()
    await assertAccessible(page, `panel ${colorScheme}`)
  }
})

test('a 320 px cuatro páginas no obligan a desplazarse de lado', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await signIn(page, 'financial')
  for (const path of ['/dashboard', '/plans-and-service', '/profile', '/']) {
    await page.goto(path)
    await expect(page.locator('h1').first()).toBeVisible()
    expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, 320])
  }
})
