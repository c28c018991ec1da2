import { expect, type Page } from '@playwright/test'
import axe, { type AxeResults, type RunOptions } from 'axe-core'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** The rules of those that look at a colour. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/**
 * The current screen breaks no rule of WCAG 2.2 AA that axe can detect, and does not scroll horizontally. `rules`: only those about
 * colours, for a screen that was examined in the other theme.
 */
export async function assertAccessible(page: Page, where: string, rules: 'all' | 'colours' = 'all'): Promise<void> {
  await expect(page.locator('h1').first()).toBeVisible()
  await expect(page.locator('.skeleton')).toHaveCount(0)
  // In the middle of a transition a colour is neither of its two values: axe runs after the transitions.
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
  // Where a scrolled page stops, the top bar can cover half of a button. axe would measure the half: the page is examined from its top.
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
  // axe is not loaded into frames, and no screen has one.
  await expect(page.locator('iframe, frame')).toHaveCount(0)
  const { violations } = await runAxe(page, {
    runOnly: rules === 'all' ? { type: 'tag', values: TAGS } : { type: 'rule', values: COLOUR_RULES },
    // What passes a rule is not described: nothing reads it.
    resultTypes: ['violations'],
  })
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${where} ${id}: ${node.target.join(' ')} ${node.failureSummary?.split('\n')[1] ?? ''}`),
  )
  expect(found).toEqual([])
  const width = page.viewportSize()?.width ?? 0
  expect([where, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([where, width])
}

/** Runs axe in the page, which receives its code once: to receive and parse it takes longer than to run it. */
async function runAxe(page: Page, options: RunOptions): Promise<AxeResults> {
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(axe.source)
  return page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(options)})`)
}
