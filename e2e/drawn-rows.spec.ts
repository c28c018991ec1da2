import type { CDPSession, Page } from '@playwright/test'
import { expect, signIn, test } from './site.ts'

/** A text that only the code of the screen, of a row, or of a row with its check box has. */
const SCREEN = 'Facturas de la empresa'
const ROW = 'table__peek'
const CHECK_BOX = 'data-chosen'

test('TBL-01 elegir una de cincuenta filas ejecuta el código de su casilla, y no el de otras filas ni el de la pantalla', async ({
  page,
}) => {
  await signIn(page, 'financial')
  await page.goto('/invoices?page_size=50')
  const boxes = page.locator('tbody .row-check')
  await expect(boxes).toHaveCount(50)
  // The screen has all its data.
  await expect(page.getByText(/ por cobrar/).first()).toBeVisible()
  const calls = await countCalls(page)
  await calls()
  await boxes.nth(0).press('Space')
  await expect(page.getByText('1 factura elegida')).toBeVisible()
  const first = await calls()
  expect([first(SCREEN), first(ROW), first(CHECK_BOX)]).toEqual([0, 0, 1])
  await boxes.nth(1).press('Space')
  await expect(page.getByText('2 facturas elegidas')).toBeVisible()
  const second = await calls()
  expect([second(SCREEN), second(ROW), second(CHECK_BOX)]).toEqual([0, 0, 1])
  await page.locator('thead .row-check').click()
  await expect(page.getByText('50 facturas elegidas')).toBeVisible()
  const others = await calls()
  expect([others(SCREEN), others(ROW), others(CHECK_BOX)]).toEqual([0, 0, 48])
  // The texts are those of the code: another order draws the screen and its rows.
  await page.locator('thead .table__sort').first().click()
  await expect(page).toHaveURL(/[?&]sort=/)
  const drawn = { screen: 0, rows: 0 }
  const drawnUntilNow = async () => {
    const since = await calls()
    return { screen: (drawn.screen += since(SCREEN)), rows: (drawn.rows += since(ROW)) }
  }
  await expect.poll(async () => Math.min(...Object.values(await drawnUntilNow()))).toBeGreaterThan(0)
})

/** For the calls since the last time: how often the browser ran the function of the built code that has a text. */
async function countCalls(page: Page): Promise<() => Promise<(text: string) => number>> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Profiler.enable')
  await cdp.send('Debugger.enable')
  await cdp.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  const sources = new Map<string, string>()
  return async () => {
    const { result } = await cdp.send('Profiler.takePreciseCoverage')
    const scripts = result.filter(({ url }) => url.includes('/assets/'))
    for (const { scriptId } of scripts)
      if (!sources.has(scriptId)) sources.set(scriptId, await readSource(cdp, scriptId))
    return (text) => {
      const called = scripts.flatMap(({ scriptId, functions }) => {
        const at = sources.get(scriptId)?.indexOf(text) ?? -1
        const around = functions.flatMap(({ ranges: [range] }) =>
          range && at >= 0 && range.startOffset <= at && at < range.endOffset ? [range] : [],
        )
        const [innermost] = around.toSorted((a, b) => a.endOffset - a.startOffset - (b.endOffset - b.startOffset))
        return innermost ? [innermost.count] : []
      })
      return called.reduce((sum, count) => sum + count, 0)
    }
  }
}

const readSource = async (cdp: CDPSession, scriptId: string): Promise<string> =>
  (await cdp.send('Debugger.getScriptSource', { scriptId })).scriptSource
