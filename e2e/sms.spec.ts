import { assertAccessible } from './axe.ts'
import { expect, PASSWORD, signIn, test } from './site.ts'
import { askForPassword, confirmPassword } from './step-up.ts'

const PHONE = '3157778899'

test('SUS-10 INT-01 el administrador enciende los mensajes de texto con uno de verdad, y escribe lo que cuestan', async ({
  page,
}) => {
  await signIn(page, { username: 'admin@pacifico.test', password: PASSWORD })
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/integration')
  await page.getByRole('button', { name: 'Guardar cuenta de mensajes de texto' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cuenta de mensajes de texto' })
  // The address of the gateway is suggested.
  await expect(dialog.getByLabel('Dirección de envío')).toHaveValue(/\/api\/sms\/v5\/send$/)
  await dialog.getByLabel('Código corto').fill('ANDINA')
  await dialog.getByLabel('Llave').fill('llave-libre-de-mensajes-de-texto')
  await dialog.getByRole('button', { name: 'Guardar cuenta' }).click()
  await expect(dialog.getByText('El código corto tiene 5 o 6 números').first()).toBeVisible()
  await assertAccessible(page, 'cuenta de mensajes de texto')
  await dialog.getByLabel('Código corto').fill('899775')
  await askForPassword(page, '**/api/admin/credentials/sms', 1)
  await dialog.getByRole('button', { name: 'Guardar cuenta' }).click()
  await confirmPassword(page)
  const account = page.getByRole('region', { name: 'Cuenta de mensajes de texto' })
  await expect(account.locator('.badge')).toHaveText(/Sin probar/)

  await account.getByRole('button', { name: 'Probar con un mensaje' }).click()
  const probe = page.getByRole('dialog', { name: 'Probar con un mensaje' })
  await probe.getByLabel('Celular').fill('601 765 4321')
  await probe.getByRole('button', { name: 'Enviar mensaje' }).click()
  await expect(probe.getByText('El celular tiene 10 dígitos y empieza por 3').first()).toBeVisible()
  await probe.getByLabel('Celular').fill(PHONE)
  await probe.getByRole('button', { name: 'Enviar mensaje' }).click()
  await expect(page.getByText(`El proveedor aceptó el mensaje al ${PHONE}: están encendidos`)).toBeVisible()
  await expect(account.locator('.badge')).toHaveText(/Encendidos/)

  await page.setViewportSize({ width: 1280, height: 800 })
  await account.getByRole('button', { name: 'Escribir precio' }).click()
  const price = page.getByRole('dialog', { name: 'Precio de los mensajes de texto' })
  await price.getByLabel('Precio de una parte (opcional)').fill('12,50')
  await price.getByRole('button', { name: 'Guardar precio' }).click()
  await expect(account.getByText('Cada parte de un mensaje cuesta $ 12,50.')).toBeVisible()
  await assertAccessible(page, 'integraciones con mensajes de texto')
  await account.getByRole('button', { name: 'Apagar' }).click()
  await expect(page.getByText('Apagamos los mensajes de texto')).toBeVisible()
  await expect(account.locator('.badge')).toHaveText(/Apagados/)

  await page.goto('/mensajes-de-texto')
  await expect(page.getByRole('heading', { name: `Para +57${PHONE}` })).toBeVisible()
  await expect(page.locator('blockquote').first()).toContainText('Prueba de Enlace')
})
