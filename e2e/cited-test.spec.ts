import { assertAccessible } from './axe.ts'
import { expect, signIn, test } from './site.ts'

test('ACT-06 PQR-01 el cliente cita en una PQR de velocidad la prueba lenta de un acta, y la mesa la abre desde el caso', async ({
  page,
}) => {
  test.setTimeout(90_000)
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, 'client')
  await page.goto('/pqr/nueva')
  await page.getByRole('radio', { name: /^Queja o reclamo/ }).check()
  const cited = page.getByLabel('Prueba de velocidad (si quieres citar una)')
  await expect(page.getByLabel('Contrato')).toBeVisible()
  await expect(cited).toHaveCount(0)
  await page.getByLabel('Tema').selectOption({ label: 'Velocidad o calidad del servicio' })
  await cited.selectOption({ index: 1 })
  const label = await cited.locator('option:checked').innerText()
  expect(label).toMatch(/^Acta \d+ del .*, cambio de equipo$/)
  await page.getByLabel('Asunto').fill('Mide menos de lo contratado')
  await page
    .getByLabel('Cuéntanos qué pasó')
    .fill('Desde que cambiaron el equipo la velocidad no llega a la contratada.')
  await assertAccessible(page, 'citar una prueba')
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByRole('definition').filter({ hasText: label })).toBeVisible()
  await page.getByRole('button', { name: 'Radicar' }).click()
  await expect(page.getByRole('heading', { name: 'Tu PQR quedó radicada' })).toBeVisible()
  const reference = await page.getByTestId('cun').innerText()

  await page.setViewportSize({ width: 1280, height: 800 })
  await signIn(page, 'financial')
  await page.goto(`/pqrResponse?q=${reference}`)
  await page.getByRole('link', { name: 'Mide menos de lo contratado' }).click()
  await page.getByRole('link', { name: /^Acta \d+ de / }).click()
  await expect(page.getByRole('heading', { name: 'ACTA DE CONECTIVIDAD DE SERVICIO' })).toBeVisible()
  await expect(page.getByText(/(Una prueba está|Dos pruebas están|Las tres pruebas están) por debajo/)).toBeVisible()
  // The contract lists its reports.
  const [no] = /AF-\d{6}/.exec(await page.getByRole('main').innerText()) ?? []
  await page.goto(`/contracts/detail/${no}`)
  await page
    .getByRole('list', { name: 'Actas' })
    .getByRole('link', { name: /^Acta \d+$/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/view\/acta\//)
})
