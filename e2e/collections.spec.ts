import { assertAccessible } from './axe.ts'
import { expect, signIn, test } from './site.ts'

test('SUS-01 desde Cartera y cortes se abre la cartera por técnico, y cada edad abre sus facturas', async ({
  page,
}) => {
  await signIn(page, 'financial')
  await page.goto('/invoices/collections')
  await page.getByRole('link', { name: 'por técnico' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Cartera por técnico' })).toBeVisible()
  await assertAccessible(page, 'cartera por técnico')
  await page.goto('/invoices/collections')
  await page.getByRole('link', { name: 'por municipio' }).click()
  const table = page.getByRole('region', { name: 'Tabla de Cartera por municipio' })
  const age = table.getByRole('row').nth(1).getByRole('cell').getByRole('link').nth(1)
  const amount = (await age.textContent()) ?? ''
  await age.click()
  await expect(page).toHaveURL(/\/invoices\?.*municipality_code=\d{5}/)
  await expect(
    page.getByText(new RegExp(`${amount.replaceAll(/[.$]/g, '\\$&')} por cobrar con estos filtros`)),
  ).toBeVisible()
})

test('SUS-01 SUS-05 desde Cartera y cortes se recuerda el pago a varios y se deshace lo que no ha salido', async ({
  page,
}) => {
  await signIn(page, 'financial')
  await page.goto('/invoices/collections')
  const table = page.getByRole('table', { name: 'Contratos con deuda vencida y qué se hace con cada uno' })
  for (const row of [1, 2]) await table.getByRole('row').nth(row).getByRole('checkbox').check()
  // On a screen as high as the page the bar covers no row; on a lower one a row may be half below it, until the person scrolls.
  await page.setViewportSize({ width: 1280, height: 2400 })
  await assertAccessible(page, 'contratos elegidos en cartera')
  const bar = page.getByRole('region', { name: 'Filas elegidas' })
  await expect(bar.getByRole('status')).toHaveText('2 contratos elegidos')
  await bar.getByRole('button', { name: 'Recordar el pago' }).click()
  const asked = page.getByRole('alertdialog', { name: '¿Recordar el pago de 2 contratos?' })
  await asked.getByRole('button', { name: 'Recordar el pago' }).click()
  const job = page.getByRole('dialog', { name: 'Recordar deudas vencidas por correo' })
  await expect(job.getByText(/^Listo: [012] de 2\./)).toBeVisible({ timeout: 30_000 })
  const undo = job.getByRole('button', { name: 'Deshacer lo que no ha salido' })
  if ((await job.getByText(/^Listo: 0 de 2\./).count()) > 0) return expect(undo).toBeHidden()
  await undo.click()
  // In the hours of the law they leave at once.
  await expect(page.getByText(/no salen?|nada por deshacer/).first()).toBeVisible()
  await expect(undo).toBeHidden()
})

test('SUS-04 Cartera y cortes ofrece registrar una promesa solo cuando la política las recibe', async ({ page }) => {
  let takes_promises = true
  await page.route('**/api/suspension/preview*', async (route) => {
    const response = await route.fetch()
    const json = await response.json()
    await route.fulfill({ response, json: { ...json, summary: { ...json.summary, takes_promises } } })
  })
  await signIn(page, 'financial')
  await page.goto('/invoices/collections')
  const promise = page.getByRole('button', { name: 'Promesa' })
  await expect(promise.first()).toBeVisible()
  takes_promises = false
  await page.reload()
  await expect(
    page
      .getByRole('table', { name: /Contratos con deuda vencida/ })
      .getByRole('row')
      .nth(1),
  ).toBeVisible()
  await expect(promise).toHaveCount(0)
})
