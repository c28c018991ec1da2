import { expect, type Page } from '@playwright/test'

/** Waits until the app is installed in this browser. */
export async function waitForInstallation(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    while (navigator.serviceWorker.controller === null) await new Promise((done) => setTimeout(done, 50))
  })
}

/** Waits until the code of the field is kept. */
export const waitForFieldCode = (page: Page): Promise<void> =>
  expect
    .poll(() => page.evaluate(async () => (await caches.keys()).some((name) => name.startsWith('field-'))))
    .toBe(true)
