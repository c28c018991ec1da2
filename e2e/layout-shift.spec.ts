import type { Page } from '@playwright/test'
import { type Account, expect, signIn, test } from './site.ts'

/** Over everything that moves by itself: half of what Web Vitals calls good. */
const SHIFT_MAX = 0.05
/** The delays of the replies, in turns: what is shown one above another arrives in any order. */
const DELAYS_MS = [60, 330, 150, 420, 240]

const SCREENS: readonly { account: Account; width: number; paths: readonly string[] }[] = [
  {
    account: 'financial',
    width: 1280,
    paths: [
      '/dashboard',
      '/clients',
      '/invoices',
      '/invoices/notes',
      '/invoices/collections',
      '/transactions',
      '/transactions/online',
      '/transactions/cash',
      '/contracts',
      '/pqrResponse',
      '/reports/cartera',
    ],
  },
  {
    account: 'financial',
    width: 360,
    paths: [
      '/contracts',
      '/invoices/collections',
      '/invoices/bureau',
      '/transactions/bank',
      '/accounting/received-book',
    ],
  },
  {
    account: 'admin',
    width: 1280,
    paths: [
      '/dashboard',
      '/profile',
      '/invoices-electronic',
      '/integration',
      '/users',
      '/accounting/income',
      '/accounting/sales-book',
    ],
  },
  { account: 'admin', width: 320, paths: ['/accounting'] },
  { account: 'financial', width: 320, paths: ['/accounting', '/equipment'] },
  { account: 'technical', width: 360, paths: ['/dashboard', '/contracts', '/visits'] },
  {
    account: 'client',
    width: 360,
    paths: ['/dashboard', '/payments', '/transactions', '/pqr', '/contracts', '/profile', '/notifications'],
  },
]

for (const { account, width, paths } of SCREENS) {
  test(`nada se mueve solo bajo el dedo en las pantallas de ${account} a ${width} px, aunque cada respuesta llegue a destiempo`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await signIn(page, account)
    const pending = await delayReplies(page)
    await page.addInitScript(() => {
      let shift = 0
      Object.assign(window, { shift })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shift += 'value' in entry ? Number(entry.value) : 0
        Object.assign(window, { shift })
      }).observe({ type: 'layout-shift', buffered: true })
    })
    const found: Record<string, number> = {}
    for (const path of paths) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('.skeleton')).toHaveCount(0)
      await expect.poll(pending).toBe(0)
      found[path] = await page.evaluate(() => ('shift' in window ? Number(window.shift) : Number.NaN))
    }
    expect(Object.entries(found).filter(([, shift]) => !(shift <= SHIFT_MAX))).toEqual([])
  })
}

/** Delays each reply of the API, but not the stream of notifications. Returns how many are still to come. */
async function delayReplies(page: Page): Promise<() => number> {
  let asked = 0
  let pending = 0
  await page.route(
    (url) => url.pathname.startsWith('/api/') && !url.pathname.includes('stream'),
    async (route) => {
      pending += 1
      await new Promise((resolve) => setTimeout(resolve, DELAYS_MS[asked++ % DELAYS_MS.length]))
      // A screen that was left asks no longer.
      await route.continue().catch(() => undefined)
      pending -= 1
    },
  )
  return () => pending
}
