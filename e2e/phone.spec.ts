import { assertAccessible } from './axe.ts'
import { charge } from './desk.ts'
import { expect, signIn, test } from './site.ts'

const PHONE = { width: 360, height: 740 }

test('SHL-02 en el celular el cliente va a sus facturas, a pagar y a sus pagos con la barra de abajo', async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  await charge(page, 21_000, 22_000)
  await signIn(page, 'client')
  const bar = page.getByRole('navigation', { name: 'Accesos directos' })
  await expect(bar.getByRole('link', { name: 'Inicio' })).toHaveAttribute('aria-current', 'page')
  await assertAccessible(page, 'inicio del cliente en el celular')
  await bar.getByRole('link', { name: 'Pagar' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Gestión de pagos' })).toBeVisible()
  // The first invoice is seen without scrolling, above the bar.
  const first = await page.locator('.debt').first().boundingBox()
  const top = await bar.boundingBox()
  expect((first?.y ?? PHONE.height) + 60).toBeLessThan(top?.y ?? 0)
  await bar.getByRole('link', { name: 'Facturas' }).click()
  await expect(page.getByRole('heading', { name: 'Todas mis facturas' })).toBeInViewport()
  await expect(bar.getByRole('link', { name: 'Facturas' })).toHaveAttribute('aria-current', 'page')
  await bar.getByRole('link', { name: 'Pagos' }).click()
  await expect(page).toHaveURL(/\/transactions$/)
  await bar.getByRole('button', { name: 'Más' }).click()
  const menu = page.getByRole('dialog', { name: 'Menú' })
  await menu.getByRole('link', { name: 'Contratos' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Mis contratos' })).toBeVisible()
})

test('SHL-02 mientras paga, el cliente no tiene la barra: una decisión por pantalla', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await charge(page, 23_000)
  await signIn(page, 'client')
  await page.getByRole('link', { name: 'Pagar', exact: true }).click()
  await page
    .getByRole('button', { name: /^Pagar/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: /Cómo quieres pagar/ })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Accesos directos' })).toHaveCount(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
})

test('INV-01 en el celular las facturas tienen un botón principal y un menú, y la primera se ve sin bajar', async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  await signIn(page, 'financial')
  await page.goto('/invoices')
  const first = page.getByRole('row').nth(1)
  await expect(first).toBeInViewport({ ratio: 0.9 })
  await assertAccessible(page, 'facturas en el celular')
  await expect(page.getByRole('button', { name: 'Facturación masiva' })).toBeVisible()
  await page.getByRole('button', { name: 'Más acciones de la lista' }).click()
  await expect(page.getByRole('menuitem', { name: 'Exportar en CSV' })).toBeVisible()
  await page.getByRole('menuitem', { name: 'Nueva factura' }).click()
  await expect(page.getByRole('dialog', { name: 'Nueva factura' })).toBeVisible()
})

test('RPT-01 en el celular la tarjeta de un pago sin retenciones no las nombra, y la tabla sí', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await signIn(page, 'financial')
  await page.goto('/accounting/received-book?kind=payment')
  const named = page.locator('tr[data-row] td[data-header="Retenciones"]')
  await expect(named.first()).toBeAttached()
  const zero = named.filter({ hasText: /^\$ 0,00$/ })
  await expect(zero).not.toHaveCount(0)
  const seen = async (): Promise<number> => {
    const shown = await Promise.all((await zero.all()).map((cell) => cell.isVisible()))
    return shown.filter(Boolean).length
  }
  expect(await seen()).toBe(0)
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect.poll(seen).toBe(await zero.count())
})

test('TBL-01 INV-09 a 360 px ninguna tarjeta de Cartera tiene un punto suelto, y un valor no se parte en dos renglones', async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  await signIn(page, 'financial')
  await page.goto('/invoices/collections')
  const facts = page.locator('tr[data-row] td[data-card="fact"]')
  await expect(facts.first()).toBeVisible()
  // A dot is before a text, not before a button or at the end.
  const loose = await page.locator('tr[data-row]').evaluateAll((rows) =>
    rows.flatMap((row) => {
      const parts = [...row.querySelectorAll('td[data-card="fact"]')]
      const isText = (part: Element): boolean => part.textContent !== '' && part.querySelector('button') === null
      return parts.filter(
        (part, at) =>
          getComputedStyle(part, '::after').content.includes('·') && !parts.slice(at + 1).some((next) => isText(next)),
      ).length
    }),
  )
  expect(loose.filter((count) => count > 0)).toEqual([])
  await page.goto('/clients?sort=-balance')
  await page.locator('tr[data-row] a').first().click()
  await page.getByRole('button', { name: 'Registrar pago' }).click()
  const dialog = page.getByRole('dialog', { name: /^Registrar pago/ })
  const sentence = dialog.getByText(/ debe \$ /)
  await expect(sentence).toBeVisible()
  const lines = await sentence.evaluate((element) => {
    const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    const all = element.textContent ?? ''
    const from = all.indexOf('$')
    const to = from + (/^\$ [\d.,]*\d/.exec(all.slice(from))?.[0].length ?? 0)
    let at = 0
    for (let node = text.nextNode(); node !== null; node = text.nextNode()) {
      const length = node.textContent?.length ?? 0
      if (from >= at && from < at + length) range.setStart(node, from - at)
      if (to > at && to <= at + length) range.setEnd(node, to - at)
      at += length
    }
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
  })
  expect(lines).toBe(1)
})
