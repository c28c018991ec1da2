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
    .poll(() =>
      page.evaluate(async () => {
        // The store has its name before its files, which arrive all at once.
        const name = (await caches.keys()).find((one) => one.startsWith('field-'))
        return name !== undefined && (await (await caches.open(name)).keys()).length > 0
      }),
    )
    .toBe(true)
