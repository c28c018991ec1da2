import { assertAccessible } from './axe.ts'
import { expect, PASSWORD, signIn, test } from './site.ts'
import { askForPassword, confirmPassword } from './step-up.ts'

const KEYS = [
  ['Identificador del número', '206540352242922'],
  ['Identificador de la cuenta', '202290129340398'],
  ['Token', 'EAA-libre-token-de-prueba'],
  ['Secreto de la app', 'secreto-de-la-app-libre'],
  ['Token de verificación', 'token-de-verificacion-libre'],
] as const

test('SUS-08 INT-01 el administrador conecta WhatsApp, pide las plantillas y elige qué avisos salen por él', async ({
  page,
}) => {
  await signIn(page, { username: 'admin@pacifico.test', password: PASSWORD })
  await page.goto('/integration')
  await page.getByRole('button', { name: 'Guardar llaves de WhatsApp' }).click()
  const keys = page.getByRole('dialog', { name: 'Llaves de WhatsApp' })
  for (const [label, value] of KEYS) await keys.getByLabel(label, { exact: true }).fill(value)
  await keys.getByLabel('Identificador del número').fill('+57 300 1234567')
  await keys.getByRole('button', { name: 'Guardar llaves' }).click()
  await expect(keys.getByText('Son solo números, como 106540352242922').first()).toBeVisible()
  await keys.getByLabel('Identificador del número').fill(KEYS[0][1])
  await askForPassword(page, '**/api/admin/credentials/whatsapp', 1)
  await keys.getByRole('button', { name: 'Guardar llaves' }).click()
  await confirmPassword(page)
  const number = page.getByRole('region', { name: 'Número de WhatsApp' })
  await expect(number.locator('.badge').first()).toHaveText(/Sin probar/)
  await number.getByRole('button', { name: 'Probar conexión' }).click()
  await expect(page.getByText('WhatsApp aceptó las llaves: está encendido')).toBeVisible()
  await expect(number.getByText('Meta no ha enviado ningún aviso')).toBeVisible()
  await number.getByRole('button', { name: 'Pedir las plantillas a Meta' }).click()
  await expect(number.getByText('En revisión')).toHaveCount(4)
  await number.getByRole('button', { name: 'Elegir avisos y precio' }).click()
  const notices = page.getByRole('dialog', { name: 'Avisos por WhatsApp' })
  await notices.getByLabel('Servicio reconectado').uncheck()
  await notices.getByLabel('Precio de un mensaje (opcional)').fill('3,30')
  await notices.getByRole('button', { name: 'Guardar avisos' }).click()
  await expect(notices.getByText('Escribe una fecha que exista').first()).toBeVisible()
  await notices.getByLabel('Desde').fill('01/01/2035')
  await notices.getByRole('button', { name: 'Guardar avisos' }).click()
  await expect(notices).toBeHidden()
  await expect(number.getByText('enlace_reconectado · sale por correo')).toBeVisible()
  await expect(number.getByText(/Después, \$ 3,30 desde el 1 de enero de 2035/)).toBeVisible()
  await number.getByRole('button', { name: 'Apagar' }).click()
  await expect(page.getByText('Apagamos WhatsApp: los avisos salen por correo')).toBeVisible()
})

test('SUS-08 un aviso llega al celular del cliente y la mesa lo ve entregado', async ({ page }) => {
  await expect(async () => {
    await page.goto('/whatsapp')
    await expect(page.locator('pre').first()).toContainText('está activo otra vez', { timeout: 500 })
  }).toPass()
  await expect(page.locator('pre').first()).toContainText('con Andina Fibra S.A.S.')
  const to =
    (await page
      .getByText(/^Para \+57/)
      .first()
      .textContent()) ?? ''
  const phone = /\+57(3\d{9})/.exec(to)?.[1] ?? ''
  await signIn(page, 'financial')
  // Other journeys write to this client too.
  const row = page.getByRole('row').filter({ hasText: `WhatsApp a ${phone}` })
  // The provider says later that it was delivered.
  await expect(async () => {
    await page.goto(`/messages?q=${phone}&page_size=20`)
    await expect(row).toContainText('Aviso de cartera', { timeout: 2_000 })
    await expect(row.locator('.badge')).toHaveText(/Entregado/, { timeout: 2_000 })
  }).toPass({ timeout: 30_000 })
})

test('SUS-08 Mensajes tiene la lista de lo que los clientes responden por WhatsApp, y dice que nadie ha respondido', async ({
  page,
}) => {
  await signIn(page, 'financial')
  await page.goto('/messages')
  await page.getByRole('combobox', { name: 'Ver' }).selectOption({ label: 'Respuestas por WhatsApp' })
  await expect(page).toHaveURL(/view=replies/)
  await expect(page.getByText('Nadie ha respondido')).toBeVisible()
  await assertAccessible(page, 'respuestas por WhatsApp')
})
