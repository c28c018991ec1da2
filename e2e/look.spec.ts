import { expect, signIn, test } from './site.ts'

test('DSH-02 el valor de cada mes de una gráfica se ve al señalarlo, con las flechas y al tocarlo', async ({
  page,
}) => {
  await signIn(page, 'financial')
  const chart = page.locator('.chart', { hasText: 'Recaudo, últimos 12 meses' })
  const value = chart.locator('.columns__value')
  const months = chart.getByRole('slider', { name: 'Recaudo: mes' })
  await expect(value).toHaveText(/^\p{Lu}\p{Ll}+ de \d{4}: \$ [\d.]+,\d\d$/u)
  const current = await value.innerText()
  await months.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(value).not.toHaveText(current)
  await expect(months).toHaveAttribute('aria-valuetext', await value.innerText())
  await page.keyboard.press('End')
  await expect(value).toHaveText(current)
  await months.hover({ position: { x: 4, y: 40 } })
  await expect(value).not.toHaveText(current)
  const first = await value.innerText()
  await page.mouse.move(0, 0)
  await expect(value).toHaveText(current)
  // A press, as a finger does it.
  await months.dispatchEvent('pointerdown', { clientX: (await months.boundingBox())?.x, pointerType: 'touch' })
  await expect(value).toHaveText(first)
  // The axis begins at zero.
  await expect(chart.locator('.columns__mark text').first()).toHaveText('$ 0')
})

test('INV-01 en papel salen la factura y la lista, sin menús ni botones', async ({ page }) => {
  await signIn(page, 'financial')
  await page.goto('/invoices')
  const number = page.getByRole('row').nth(1).getByRole('link').first()
  await expect(number).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(number).toBeVisible()
  for (const part of ['.side-menu', '.top-bar', '.page__actions', '.table__tools', '.pagination'])
    await expect(page.locator(part).first()).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await number.click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('AF-')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('.page__actions').first()).toBeHidden()
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(255, 255, 255)')
})

test('la letra propia llega sin mover la página, y las cifras tienen todas el mismo ancho', async ({ page }) => {
  // The typeface arrives a second after the screen was drawn with the font of the device.
  await page.route('**/*.woff2', async (route) => {
    await new Promise((done) => setTimeout(done, 1_000))
    await route.continue()
  })
  await page.addInitScript(() => {
    const total = { shift: 0 }
    Object.assign(window, { total })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) total.shift += 'value' in entry ? Number(entry.value) : 0
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto('/auth')
  await expect(page.getByRole('button', { name: 'Ingresar' })).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
  expect(await page.evaluate(() => document.fonts.check('16px Figtree'))).toBe(true)
  const shift = await page.evaluate(() => Number(Reflect.get(Reflect.get(window, 'total'), 'shift')))
  expect(shift).toBeLessThanOrEqual(0.05)
  const widths = await page.evaluate(() =>
    ['1111111111', '0000000000'].map((digits) => {
      const line = document.createElement('span')
      line.className = 'figures'
      line.textContent = digits
      document.body.append(line)
      return line.getBoundingClientRect().width
    }),
  )
  expect(widths[0]).toBe(widths[1])
  test.info().annotations.push({ type: 'cls', description: String(shift) })
})
