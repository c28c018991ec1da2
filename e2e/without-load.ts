import type { Page } from '@playwright/test'

/** Goes to another address of the app that is open, as a link of the app does. Marks the titles that it leaves with `data-left`. */
export const goInApp = (page: Page, address: string): Promise<void> =>
  page.evaluate((to) => {
    for (const heading of document.querySelectorAll('h1')) heading.dataset['left'] = ''
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, address)

/** Gives the window another width. Ends in the next frame: what follows a media query has changed by then. */
export async function resizeTo(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 })
  await page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())))
}
