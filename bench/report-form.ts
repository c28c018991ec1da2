import type { Locator, Page } from '@playwright/test'
import { withDemoSite } from './demo-site.ts'

const INP_MAX_MS = 200
/** A cheap phone: its CPU is four times slower. */
const CPU_SLOWER = 4
const FORM = '/contracts/proceeding/create/AF-000005/526828598'
/** Of each fifty interactions, the slowest is left out, as in the definition of INP. */
const LEFT_OUT_OF = 50
/** Events are reported after the next paint. */
const PAINTED_MS = 500

/**
 * The form of an installation report on a slow device, with all its fields on one page: each is typed in or chosen, and every change
 * is kept. `ratio`: the limit divided by the interaction to next paint (INP).
 */
export const reportForm = () =>
  withDemoSite(async (browser, baseURL) => {
    const page = await browser.newPage({
      viewport: { width: 1280, height: 820 },
      baseURL,
    })
    await page.addInitScript(observe)
    await signIn(page)
    await page.goto(FORM)
    await page.getByText('Guardado en este teléfono').first().waitFor()
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWER })
    const fields = await fillAll(page)
    await page.waitForTimeout(PAINTED_MS)
    const durations = await page.evaluate(() => Object.values(window.interactions ?? {}))
    const sorted = durations.toSorted((a, b) => b - a)
    const inp_ms = sorted[Math.floor(sorted.length / LEFT_OUT_OF)] ?? Infinity
    return {
      bench: 'report-form',
      ratio: Number((INP_MAX_MS / inp_ms).toFixed(2)),
      target: 1,
      inp_ms,
      inp_max_ms: INP_MAX_MS,
      slowest_ms: sorted[0] ?? Infinity,
      fields,
      interactions: sorted.length,
    }
  })

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

/** Types in each text, and chooses each box and option, one after another. Returns how many there are. */
async function fillAll(page: Page): Promise<number> {
  const controls = await page.locator('main').locator('input, textarea, select').all()
  let filled = 0
  for (const control of controls) if (await fill(control)) filled += 1
  return filled
}

async function fill(control: Locator): Promise<boolean> {
  if (!(await control.isVisible()) || !(await control.isEditable())) return false
  const type = (await control.getAttribute('type')) ?? 'text'
  if (type === 'file') return false
  if (type === 'radio' || type === 'checkbox') await control.press('Space')
  else await control.pressSequentially(type === 'date' || type === 'time' ? '1' : '12')
  return true
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/auth')
  await page.getByLabel('Correo o usuario').fill('tecnico@andina.test')
  await page.getByLabel('Contraseña', { exact: true }).fill('Enlace-Demo-2026')
  await page.getByLabel('Contraseña', { exact: true }).press('Enter')
  await page.waitForURL('**/dashboard')
}
