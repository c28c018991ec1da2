import type { Page } from '@playwright/test'

/** A cheap phone: its CPU is four times slower. */
const CPU_SLOWER = 4
/** Of each fifty interactions, the slowest is left out, as in the definition of INP. */
const LEFT_OUT_OF = 50
/** Events are reported after the next paint. */
const PAINTED_MS = 500

/** Records the interactions of every page that is opened later. */
export const watchInteractions = (page: Page): Promise<unknown> => page.addInitScript(observe)

export async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWER })
}

/** The interaction to next paint (INP) of the interactions of a page so far, and the slowest of them. */
export async function readInteractions(page: Page) {
  await page.waitForTimeout(PAINTED_MS)
  const durations = await page.evaluate(() => Object.values(window.interactions ?? {}))
  const sorted = durations.toSorted((a, b) => b - a)
  return {
    inp_ms: sorted[Math.floor(sorted.length / LEFT_OUT_OF)] ?? Infinity,
    slowest_ms: sorted[0] ?? Infinity,
    interactions: sorted.length,
  }
}

export async function signInAs(page: Page, username: string): Promise<void> {
  await page.goto('/auth')
  await page.getByLabel('Correo o usuario').fill(username)
  await page.getByLabel('Contraseña', { exact: true }).fill('Enlace-Demo-2026')
  await page.getByLabel('Contraseña', { exact: true }).press('Enter')
  await page.waitForURL('**/dashboard')
}

declare global {
  interface Window {
    /** The longest event of each interaction, in milliseconds. */
    interactions?: Record<number, number>
  }
}

/** Runs in the page: the durations of the interactions, without those that are shorter than a frame. */
function observe(): void {
  const found: Record<number, number> = {}
  window.interactions = found
  const options: PerformanceObserverInit & { durationThreshold: number } = { type: 'event', durationThreshold: 16 }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const id = 'interactionId' in entry && typeof entry.interactionId === 'number' ? entry.interactionId : 0
      if (id > 0) found[id] = Math.max(found[id] ?? 0, entry.duration)
    }
  }).observe(options)
}
