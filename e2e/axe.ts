import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** The current screen breaks no rule of WCAG 2.2 AA that axe can detect, and does not scroll horizontally. */
export async function assertAccessible(page: Page, where: string): Promise<void> {
  await expect(page.locator('h1').first()).toBeVisible()
  await expect(page.locator('.skeleton')).toHaveCount(0)
  // This mode opens no second page for the result; it cannot look into frames of other sites, and no screen has a frame.
  await expect(page.locator('iframe, frame')).toHaveCount(0)
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).withTags(TAGS).analyze()
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${where} ${id}: ${node.target.join(' ')} ${node.failureSummary?.split('\n')[1] ?? ''}`),
  )
  expect(found).toEqual([])
  const width = page.viewportSize()?.width ?? 0
  expect([where, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([where, width])
}
