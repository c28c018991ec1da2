import type { APIRequestContext, Page } from '@playwright/test'
import { dayOf } from '../src/domain/core/days.ts'
import { nextPeriod, periodOf } from '../src/domain/core/period.ts'
import { assertAccessible } from './axe.ts'
import { headersOf } from './desk.ts'
import { expect, PASSWORD, signIn, test } from './site.ts'
import { askForPassword, confirmPassword } from './step-up.ts'

// One after another: they turn the issuers of the small company on and off, and the first expects a company without ranges and
// without documents. No other file turns them on.
test.describe.configure({ mode: 'default' })

const WIDTHS = [360, 1280]
const ADMIN = 'admin@pacifico.test'

/** One change of the electronic documents of the small company, by its administrator. */
async function change(request: APIRequestContext, method: 'PATCH' | 'POST', path: string, data: object): Promise<void> {
  const headers = await headersOf(request, ADMIN)
  const answer = await request.fetch(`/api/electronic-invoice/${path}`, { method, data, headers })
  expect(answer.ok(), await answer.text()).toBe(true)
}

const NUMBERS = {
  environment: 'test',
  prefix: 'RUN',
  resolution: '18760000055',
  from_number: 1,
  to_number: 900_000,
  next_number: 1,
  starts_on: '2019-01-19',
  ends_on: '2030-01-19',
  technical_key: 'fc8eac422eba16e22ffd8c6f94b3f40a6e38162c',
  note_prefix: 'RUNN',
  note_next_number: 1,
  pin: '12345',
}

const part = (page: Page, environment: string) =>
  page.getByRole('region', { name: `Factus, ${environment}`, exact: true })

async function writeKeys(page: Page, environment: string, keys: readonly string[]): Promise<void> {
  const dialog = page.getByRole('dialog', { name: `Credenciales de Factus, ${environment}` })
  const labels = ['Usuario', 'Contraseña', 'Client id', 'Client secret']
  for (const [index, label] of labels.entries()) await dialog.getByLabel(label, { exact: true }).fill(keys[index] ?? '')
  await dialog.getByRole('button', { name: 'Guardar credenciales' }).click()
}

const FREE = ['libre@factus.test', 'factus-libre-2026', 'cliente-libre-de-prueba', 'secreto-de-prueba-libre'] as const

test('INT-01 INT-03 EIN-05 el administrador conecta Factus, ve sus rangos y lo apaga', async ({ page }) => {
  await signIn(page, { username: 'admin@pacifico.test', password: PASSWORD })
  await page.goto('/integration')
  const tests = part(page, 'pruebas')
  await expect(tests.locator('.badge')).toHaveText(/Sin credenciales/)
  await tests.getByRole('button', { name: 'Guardar credenciales de pruebas' }).click()
  await writeKeys(page, 'pruebas', ['libre', ...FREE.slice(1)])
  await expect(page.getByText('El usuario es el correo que te dio Factus').first()).toBeVisible()
  await askForPassword(page, '**/api/admin/credentials/factus', 1)
  await writeKeys(page, 'pruebas', [FREE[0], 'otra clave', FREE[2], FREE[3]])
  await confirmPassword(page)
  await expect(page.getByText(/Guardamos las credenciales/)).toBeVisible()
  await expect(tests.locator('.badge')).toHaveText(/Sin probar/)
  await tests.getByRole('button', { name: 'Probar conexión' }).click()
  await expect(tests.getByText(/Factus no acepta el usuario o la contraseña/)).toBeVisible()
  await expect(tests.locator('.badge')).toHaveText(/No funcionó/)

  await tests.getByRole('button', { name: 'Cambiar credenciales' }).click()
  await writeKeys(page, 'pruebas', FREE)
  await expect(tests.locator('.badge')).toHaveText(/Sin probar/)
  await tests.getByRole('button', { name: 'Probar conexión' }).click()
  await expect(tests.locator('.badge')).toHaveText(/Encendido/)
  await expect(tests.getByText('Guardada', { exact: true })).toBeVisible()
  for (const key of FREE.slice(1)) await expect(page.getByText(key)).toHaveCount(0)
  const ranges = page.getByRole('list', { name: 'Rangos de numeración' })
  await expect(ranges.getByText(/SETP · Facturas/)).toBeVisible()
  await expect(ranges.getByText(/quedan 5\.000\.001/)).toBeVisible()
  await expect(page.getByText('Aquí verás cada factura y nota que Factus reciba.')).toBeVisible()

  await page.goto('/dashboard')
  await expect(page.getByText(/SETP · quedan 5\.000\.001/)).toBeVisible()
  await page.goto('/integration')
  await tests.getByRole('button', { name: 'Apagar' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Apagar' }).click()
  await expect(page.getByText('Apagamos la facturación electrónica')).toBeVisible()
  await expect(tests.locator('.badge')).toHaveText(/Apagado/)
})

test('EIN-04 una empresa sin Factus enciende Archivo UBL con su numeración, y lo apaga', async ({ page }) => {
  await signIn(page, { username: 'admin@pacifico.test', password: PASSWORD })
  await page.goto('/invoices-electronic')
  const card = page.locator('.card', { has: page.getByRole('heading', { name: 'Archivo UBL', exact: true }) })
  await card.getByRole('button', { name: 'Encender' }).click()
  const dialog = page.getByRole('dialog', { name: 'Archivo UBL' })
  await dialog.getByRole('button', { name: 'Guardar y encender' }).click()
  await expect(
    dialog.getByText('La clave técnica tiene 40 caracteres, del 0 al 9 y de la a a la f').first(),
  ).toBeVisible()
  for (const [label, value] of [
    ['Prefijo de las facturas', 'ARC'],
    ['Número de la autorización', '18760000001'],
    ['Primer número', '990000000'],
    ['Último número', '995000000'],
    ['Número de la próxima factura', '990000000'],
    ['Rige desde', '19/01/2019'],
    ['Vence', '19/01/2030'],
    ['Clave técnica', 'fc8eac422eba16e22ffd8c6f94b3f40a6e38162c'],
    ['Prefijo de las notas crédito', 'ARN'],
    ['Número de la próxima nota crédito', '1'],
    ['PIN del programa', '12345'],
  ] as const)
    await dialog.getByLabel(label, { exact: true }).fill(value)
  await assertAccessible(page, 'archivo UBL')
  await dialog.getByRole('button', { name: 'Guardar y encender' }).click()
  await expect(page.getByText(/Archivo UBL está encendido/)).toBeVisible()

  const missing = page.locator('.card', {
    has: page.getByRole('heading', { name: 'Facturas sin documento electrónico', exact: true }),
  })
  await expect(
    missing.getByText(/facturas? de .+: se emiti(ó|eron) con la\s+facturación electrónica apagada/),
  ).toBeVisible()
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    await assertAccessible(page, `facturas sin documento de ${width}`)
  }
  await missing.getByRole('button', { name: 'Enviar a la DIAN' }).click()
  const question = page.getByRole('alertdialog', { name: /^¿Enviar .+ a la DIAN\?$/ })
  await assertAccessible(page, 'enviar facturas sin documento')
  await question.getByRole('button', { name: 'Poner en la fila' }).click()
  await expect(page.getByText(/quedaron? en la fila/)).toBeVisible()
  await expect(missing.getByText(/^Todas las facturas de .+ tienen su documento/)).toBeVisible()

  await page.goto('/invoices-electronic?status=manual')
  await page.locator('a[href^="/invoices-electronic/"]').first().click({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Confirmar validación' }).click()
  const confirm = page.getByRole('dialog', { name: 'Confirmar la validación' })
  await expect(confirm.getByLabel('Fecha de emisión del documento validado')).toHaveValue(/^\d\d\/\d\d\/\d{4}$/)
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    await assertAccessible(page, `confirmar la validación de ${width}`)
  }
  await confirm.getByLabel('Fecha de emisión del documento validado').fill('01/01/2020')
  await confirm.getByRole('button', { name: 'Confirmar' }).click()
  await expect(confirm.getByText(/La fecha de emisión está entre el .+ y hoy/).first()).toBeVisible()
  await confirm.getByLabel('Fecha de emisión del documento validado').fill(
    new Date().toLocaleDateString('es-CO', {
      timeZone: 'America/Bogota',
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
    }),
  )
  await confirm.getByRole('button', { name: 'Confirmar' }).click()
  await expect(page.getByText(/Quedó validada con el número ARC\d+/)).toBeVisible()
  await page.goto('/invoices-electronic')

  await card.getByRole('button', { name: 'Apagar Archivo UBL' }).click()
  await expect(page.getByText(/Apagamos Archivo UBL/)).toBeVisible()
})

test('EIN-01 la corrida muestra sus documentos electrónicos: en pausa no avanzan, y al reanudar terminan todos', async ({
  page,
}) => {
  // The company may have the 1,163 clients of the journey of the import.
  test.setTimeout(360_000)
  await change(page.request, 'PATCH', 'file-issuer', { issuer: NUMBERS })
  await change(page.request, 'POST', 'pause', {})
  await signIn(page, { username: 'financiero@pacifico.test', password: PASSWORD })
  await page.goto('/invoices/massive')
  // The month of today is billed in the demo.
  await page.getByLabel('Período').selectOption(nextPeriod(periodOf(dayOf(new Date()))))
  await page.getByRole('button', { name: /Ver la vista previa/ }).click()
  await page.getByRole('button', { name: /^Emitir [\d.]+ facturas?/ }).click()
  const done = page.getByText(/Listo: [\d.]+ facturas?/)
  await expect(done).toBeVisible({ timeout: 60_000 })
  const label = /Listo: ([\d.]+)/.exec((await done.textContent()) ?? '')?.[1]
  expect(label).toMatch(/^[1-9]/)
  const card = page.locator('.card', {
    has: page.getByRole('heading', { name: 'Documentos electrónicos', exact: true }),
  })
  await expect(card.getByRole('status')).toContainText(`0 de ${label} documentos`)
  await expect(card.getByText(/^Wilson Hurtado pausó el envío \(/)).toBeVisible()
  await expect(card.getByText('Cuando se reanude el envío')).toBeVisible()
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    await assertAccessible(page, `documentos de una corrida en pausa de ${width}`)
  }
  await change(page.request, 'POST', 'resume', {})
  await expect(card.getByRole('status')).toContainText(`${label} de ${label} documentos`, { timeout: 180_000 })
  await expect(card.getByText('Terminó')).toBeVisible()
  await expect(card.getByText(/pausó el envío/)).toHaveCount(0)
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    await assertAccessible(page, `documentos de una corrida terminada de ${width}`)
  }
  await change(page.request, 'POST', 'file-issuer/off', {})
})

test('EIN-04 quien administra lee qué dijo el cliente de su factura y hasta cuándo puede reclamar', async ({
  page,
}) => {
  await signIn(page, 'admin')
  await page.goto('/invoices-electronic?status=validated')
  // The buyers of the demo say nothing; the provider reports their events hours after the validation.
  await page.route(/\/api\/electronic-invoice\/[0-9a-f-]{36}$/, async (route) => {
    const reply = await route.fetch()
    const json = await reply.json()
    json.data.acceptances = [
      { code: '030', occurred_on: '2026-11-20', source: 'provider' },
      { code: '032', occurred_on: null, source: 'provider' },
    ]
    json.data.claim_until = '2026-11-25'
    await route.fulfill({ response: reply, json })
  })
  await page.locator('a[href^="/invoices-electronic/"]').first().click()
  const card = page.locator('.card', {
    has: page.getByRole('heading', { name: 'Aceptación del cliente', exact: true }),
  })
  await expect(card.getByText('20 de noviembre de 2026')).toBeVisible()
  await expect(card.getByText('Sin fecha')).toBeVisible()
  await expect(
    card.getByText('Si no la reclama hasta el 25 de noviembre de 2026, queda aceptada tácitamente.'),
  ).toBeVisible()
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    await assertAccessible(page, `aceptación de ${width}`)
  }
})
