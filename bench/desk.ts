import type { Browser, Page } from '@playwright/test'
import { withDemoSite } from './demo-site.ts'
import { readInteractions, signInAs, slowDown, watchInteractions } from './interactions.ts'

const USER = 'financiero@andina.test'
const ROUTE_MAX_MS = 150
const PALETTE_MAX_MS = 100
const INP_MAX_MS = 200
const ROUNDS = 10
const ROWS = 50
/** The lists between which the menu of the desk leads, with their titles. */
const LISTS = [
  ['/invoices', 'Gestión de facturas'],
  ['/clients', 'Gestión de clientes'],
  ['/contracts', 'Contratos'],
] as const
/** Texts that an action or a page of the search has. */
const PLACES = ['factura', 'cliente', 'contrato', 'pago', 'reporte']

/**
 * The desk in Chromium against the built product: a change between lists that were opened before, until the rows of the new one are
 * painted; the first result of the search after a key; and the interaction to next paint (INP) of a list of 50 rows on a CPU that is
 * four times slower. `ratio`: limit divided by time, of the worst of the three; of the changes and results, the 95th percentile.
 */
export const desk = () =>
  withDemoSite(async (browser, baseURL) => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 820 }, baseURL })
    await signInAs(page, USER)
    const routes = await measureRoutes(page)
    const palette = await measurePalette(page, PLACES)
    await page.close()
    const list = await measureList(browser, baseURL)
    const worst = Math.min(ROUTE_MAX_MS / routes.p95_ms, PALETTE_MAX_MS / palette.p95_ms, INP_MAX_MS / list.inp_ms)
    return {
      bench: 'desk',
      ratio: Number(worst.toFixed(2)),
      target: 1,
      route: { ...routes, max_ms: ROUTE_MAX_MS },
      palette: { ...palette, max_ms: PALETTE_MAX_MS },
      list: { rows: ROWS, ...list, inp_max_ms: INP_MAX_MS },
    }
  })

/** From the press of a link of the menu to the paint of the title and the rows of its list. */
async function measureRoutes(page: Page) {
  await page.locator('nav a[href="/invoices"]').waitFor()
  for (const [path, title] of LISTS) await changeRoute(page, path, title)
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [path, title] of LISTS) times.push(await changeRoute(page, path, title))
  return spreadOf(times)
}

const changeRoute = (page: Page, path: string, title: string): Promise<number> =>
  page.evaluate(
    (to) =>
      new Promise<number>((resolve) => {
        const link = document.querySelector<HTMLElement>(`nav a[href="${to.path}"]`)
        if (link === null) throw new Error(`no link to ${to.path}`)
        const start = performance.now()
        // What is in the document and not shown does not count.
        const isShown = (selector: string): boolean =>
          document.querySelector(selector)?.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ??
          false
        const isThere = (): boolean =>
          document.querySelector('h1')?.textContent === to.title && isShown('h1') && isShown('tbody td a')
        const observer = new MutationObserver(() => {
          if (!isThere()) return
          observer.disconnect()
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)))
        })
        observer.observe(document.documentElement, {
          childList: true,
          subtree: true,
          characterData: true,
          attributes: true,
        })
        link.click()
      }),
    { path, title },
  )

/** From a key in the search to the paint of the first result. */
async function measurePalette(page: Page, texts: readonly string[]) {
  const times: number[] = []
  for (const text of [...texts, ...texts]) {
    await page.keyboard.press('ControlOrMeta+k')
    const box = page.getByRole('combobox', { name: 'Qué buscas' })
    await box.fill(text.slice(0, -1))
    await page.evaluate(watchResults)
    await box.press(text.slice(-1))
    times.push(await page.evaluate(() => window.firstResult ?? Promise.resolve(Infinity)))
    await page.keyboard.press('Escape')
    await box.waitFor({ state: 'detached' })
  }
  return spreadOf(times)
}

declare global {
  interface Window {
    /** The time from the next key to the first result after it, in milliseconds. */
    firstResult?: Promise<number>
  }
}

/** Runs in the page: waits for the next input, and for the results that are painted after it. */
function watchResults(): void {
  window.firstResult = new Promise<number>((resolve) => {
    document.addEventListener(
      'keydown',
      () => {
        const start = performance.now()
        const isThere = (): boolean => document.querySelector('[role="listbox"] [role="option"]') !== null
        const look = (): void => {
          if (!isThere() && performance.now() - start < 5_000) return void requestAnimationFrame(look)
          setTimeout(() => resolve(performance.now() - start))
        }
        requestAnimationFrame(look)
      },
      { once: true, capture: true },
    )
  })
}

/**
 * What a person does on a list of invoices: chooses rows, opens menus, orders and searches. The controls are found by their class: to
 * find them by role, the browser computes names during the interaction that is measured.
 */
async function measureList(browser: Browser, baseURL: string) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 820 }, baseURL })
  await watchInteractions(page)
  await signInAs(page, USER)
  await page.goto(`/invoices?page_size=${ROWS}`)
  await page
    .locator('tbody tr')
    .nth(ROWS - 1)
    .waitFor()
  await slowDown(page)
  const boxes = page.locator('tbody .row-check')
  for (let row = 1; row <= ROUNDS; row += 1) await boxes.nth(row - 1).press('Space')
  await page.locator('thead .row-check').click()
  await page.locator('thead .row-check').click()
  const menus = page.locator('tbody .menu__trigger')
  for (let row = 0; row < ROUNDS; row += 1) {
    await menus.nth(row).click()
    await page.locator('.menu__item').first().waitFor()
    await page.keyboard.press('Escape')
  }
  const headings = page.locator('thead .table__sort')
  for (let column = 0; column < (await headings.count()); column += 1) {
    await headings.nth(column).click()
    await page
      .locator('tbody tr')
      .nth(ROWS - 1)
      .waitFor()
  }
  await page.getByRole('searchbox').pressSequentially('factura')
  return readInteractions(page)
}

function spreadOf(times: readonly number[]): { median_ms: number; p95_ms: number; samples: number } {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (part: number): number => Math.round(sorted[Math.ceil(sorted.length * part) - 1] ?? Infinity)
  return { median_ms: at(0.5), p95_ms: at(0.95), samples: sorted.length }
}
