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

/** One interaction: its longest event in milliseconds, and what was pressed on which screen. */
type Interaction = { ms: number; what: string }

/** The interaction to next paint (INP) of the interactions of a page so far, and the slowest of them with its name. */
export async function readInteractions(page: Page) {
  await page.waitForTimeout(PAINTED_MS)
  return summarise(await page.evaluate(() => Object.values(window.interactions ?? {})))
}

export function summarise(interactions: readonly Interaction[]) {
  const sorted = interactions.toSorted((a, b) => b.ms - a.ms)
  return {
    inp_ms: sorted[Math.floor(sorted.length / LEFT_OUT_OF)]?.ms ?? Infinity,
    slowest_ms: sorted[0]?.ms ?? Infinity,
    slowest: sorted[0]?.what ?? '',
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
    interactions?: Record<number, Interaction>
  }
}

/** Runs in the page: its interactions, without those that are shorter than a frame. */
function observe(): void {
  const found: Record<number, Interaction> = {}
  window.interactions = found
  // An entry has the time of its event, and not the key.
  const keys = new Map<number, string>()
  for (const type of ['keydown', 'keyup'] as const)
    document.addEventListener(type, ({ key, timeStamp }) => keys.set(Math.round(timeStamp), key), { capture: true })
  const nameOf = (target: unknown): string =>
    target instanceof HTMLElement
      ? (target.ariaLabel ?? target.textContent.trim().slice(0, 40)) || target.tagName.toLowerCase()
      : 'an element that was removed'
  const options: PerformanceObserverInit & { durationThreshold: number } = { type: 'event', durationThreshold: 16 }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const id = 'interactionId' in entry && typeof entry.interactionId === 'number' ? entry.interactionId : 0
      if (id === 0 || (found[id]?.ms ?? 0) >= entry.duration) continue
      const target = 'target' in entry ? entry.target : null
      const pressed = keys.get(Math.round(entry.startTime)) ?? entry.name
      found[id] = { ms: entry.duration, what: `${pressed} on «${nameOf(target)}» of ${window.location.pathname}` }
    }
  }).observe(options)
}
