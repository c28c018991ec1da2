import { assertAccessible } from './axe.ts'
import { expect, PASSWORD, signIn, test } from './site.ts'
import { askForPassword, confirmPassword } from './step-up.ts'

const SIZES = [
  { width: 360, height: 740 },
  { width: 768, height: 900 },
  { width: 1280, height: 800 },
]
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
  await expect(account.getByText('Todos los avisos de cartera pueden salir por mensaje de texto.')).toBeVisible()
  await expect(page.getByText('no informa si llegó al celular')).toBeVisible()
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await account.getByRole('button', { name: 'Elegir avisos' }).click()
    const notices = page.getByRole('dialog', { name: 'Avisos por mensaje de texto' })
    await notices.getByLabel('Recordatorio antes del vencimiento').uncheck()
    await expect(notices.getByText(/^(En un mes sale|Con estos avisos no sale)/)).toBeVisible()
    await notices.getByLabel('Aviso antes del corte').uncheck()
    await expect(notices.getByText(/no se le avisa ni se le corta el servicio/)).toBeVisible()
    await notices.getByLabel('Aviso antes del corte').check()
    await assertAccessible(page, `avisos por mensaje de texto a ${size.width}`)
    await notices.getByRole('button', { name: 'Guardar avisos' }).click()
    await expect(page.getByText('Guardamos qué avisos salen por mensaje de texto').first()).toBeVisible()
    await expect(
      account.getByText(
        'Pueden salir por mensaje de texto: aviso antes del corte, servicio suspendido y servicio reconectado.',
      ),
    ).toBeVisible()
  }
  await account.getByRole('button', { name: 'Apagar' }).click()
  await expect(page.getByText('Apagamos los mensajes de texto')).toBeVisible()
  await expect(account.locator('.badge')).toHaveText(/Apagados/)

  await page.goto('/mensajes-de-texto')
  await expect(page.getByRole('heading', { name: `Para +57${PHONE}` })).toBeVisible()
  await expect(page.locator('blockquote').first()).toContainText('Prueba de Enlace')
})

test('SUS-10 SUS-01 la vista previa dice cuántos mensajes de texto van, de cuántas partes, y cuánto cuestan', async ({
  page,
}) => {
  await signIn(page, 'financial')
  const priced = { notices: 3, parts: 5, cost: 62.5 }
  for (const [size, sms, words] of [
    [SIZES[0], priced, 'Por mensaje de texto van 3 mensajes, 5 partes: unos $ 62,50.'],
    [SIZES[1], { notices: 1, parts: 1, cost: 12.5 }, 'Por mensaje de texto va 1 mensaje, 1 parte: unos $ 12,50.'],
    [
      SIZES[2],
      { ...priced, cost: null },
      'Por mensaje de texto van 3 mensajes, 5 partes: el administrador aún no ha escrito su precio.',
    ],
  ] as const) {
    await page.setViewportSize(size ?? { width: 360, height: 740 })
    // The demo has no client with only a mobile: the reply is that of the server with messages in it.
    await page.route('**/api/suspension/preview*', async (route) => {
      const response = await route.fetch()
      const { summary, ...list } = await response.json()
      await route.fulfill({ response, json: { ...list, summary: { ...summary, sms } } })
    })
    await page.goto('/invoices/collections')
    await expect(page.getByText(words)).toBeVisible()
    await assertAccessible(page, `vista previa con mensajes de texto a ${size?.width}`)
    await page.unroute('**/api/suspension/preview*')
  }
})
