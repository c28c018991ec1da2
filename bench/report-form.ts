import type { Locator, Page } from '@playwright/test'
import { withDemoSite } from './demo-site.ts'
import { readInteractions, signInAs, slowDown, watchInteractions } from './interactions.ts'

const INP_MAX_MS = 200
const FORM = '/contracts/proceeding/create/AF-000005/526828598'

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
    await watchInteractions(page)
    await signInAs(page, 'tecnico@andina.test')
    await page.goto(FORM)
    await page.getByText('Guardado en este teléfono').first().waitFor()
    await slowDown(page)
    const fields = await fillAll(page)
    const { inp_ms, slowest_ms, slowest, interactions } = await readInteractions(page)
    return {
      bench: 'report-form',
      ratio: Number((INP_MAX_MS / inp_ms).toFixed(2)),
      target: 1,
      inp_ms,
      inp_max_ms: INP_MAX_MS,
      slowest_ms,
      slowest,
      fields,
      interactions,
    }
  })

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
