import type { Page } from '@playwright/test'
import { assertAccessible } from './axe.ts'
import { charge, documentOfClient } from './desk.ts'
import { expect, signIn, test } from './site.ts'

const PHONE = { width: 360, height: 740 }
const DECLINES = '3992222222'

test.use({ viewport: PHONE })

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

async function accept(page: Page): Promise<void> {
  for (const name of [/reglamento de Wompi/, /tratamiento de mis datos/]) await page.getByLabel(name).check()
}

test('INV-12 PAY-05 la factura llega por correo y su enlace se paga sin sesión, con Nequi o con PSE', async ({
  page,
  browser,
}) => {
  const [number = ''] = await charge(page, 97_000)
  await page.setViewportSize({ width: 1280, height: 800 })
  await signIn(page, 'financial')
  await page.goto(`/invoices?q=${number}`)
  await page.getByRole('link', { name: number }).click()
  await expect(heading(page, `Factura ${number}`)).toBeVisible()
  await page.getByRole('button', { name: `Enviar la factura ${number}` }).click()
  await page.getByRole('menuitem', { name: 'Por correo', exact: true }).click()
  await expect(page.getByText(`Enviamos la factura ${number} a cliente@andina.test`)).toBeVisible()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descargar PDF' }).click()
  expect((await saved).suggestedFilename()).toBe(`cuenta-${number}.pdf`)
  const mail = page.locator('pre', { hasText: `Tu factura ${number}` })
  await expect(async () => {
    await page.goto('/correo')
    await expect(mail).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 60_000 })
  // The e-mails of the demo itself may go out after it, and fill the first page. The list is read again by itself.
  await page.goto('/messages?q=cliente@andina.test')
  await expect(page.getByRole('row', { name: /cliente@andina\.test/ }).first()).toContainText('Enviado', {
    timeout: 15_000,
  })
  await page.goto('/correo')
  const address = /\/factura\/[\w-]{67}/.exec((await mail.textContent()) ?? '')?.[0] ?? ''
  const phone = await (await browser.newContext({ viewport: PHONE, baseURL: new URL(page.url()).origin })).newPage()
  await phone.goto(address)
  await expect(heading(phone, `Factura ${number}`)).toBeVisible()
  await assertAccessible(phone, 'enlace')
  // Four taps from the mail: the link, the two documents and the button.
  await phone.getByLabel('Celular de tu cuenta Nequi').fill(DECLINES)
  await accept(phone)
  await phone.getByRole('button', { name: /^Pagar \$/ }).click()
  await expect(heading(phone, 'El pago no se completó')).toBeVisible({ timeout: 15_000 })
  await expect(phone.getByText(/Nequi no aprobó el pago/)).toBeVisible()
  await assertAccessible(phone, 'pago rechazado con el enlace')
  await phone.getByRole('link', { name: 'Intentar de nuevo o con otro medio' }).click()

  await phone.getByRole('radio', { name: /^PSE/ }).check()
  await phone.getByLabel('Tu banco', { exact: true }).selectOption({ label: 'Banco que aprueba' })
  await phone.getByLabel('Número de documento').fill('10.203.040')
  await phone.getByLabel('Celular', { exact: true }).fill('300 123 45 67')
  await accept(phone)
  await assertAccessible(phone, 'pago con PSE y el enlace')
  await phone.getByRole('button', { name: /^Pagar \$/ }).click()
  await expect(phone.getByRole('heading', { name: 'Banco de pruebas' })).toBeVisible({ timeout: 15_000 })
  await phone.goBack()
  await expect(heading(phone, 'Pago en proceso')).toBeVisible()
  await phone.goto(address)
  await expect(phone.getByText(/Hay un pago en proceso de esta factura\. No pagues/)).toBeVisible()
  await phone.getByRole('link', { name: 'Ver cómo va' }).click()
  await phone.getByRole('link', { name: 'Ir a mi banco' }).click()
  await phone.getByRole('button', { name: 'Aprobar el pago' }).click()
  await expect(heading(phone, 'Pago aprobado')).toBeVisible({ timeout: 15_000 })
  await assertAccessible(phone, 'pago aprobado con el enlace')
  await phone.getByRole('link', { name: 'Ver la factura' }).click()
  await expect(phone.getByText('Esta factura ya está pagada. ¡Gracias!')).toBeVisible()
  await phone.goto('/factura/enlace-que-no-existe-ni-existio')
  await expect(phone.getByText('Este enlace ya no funciona').first()).toBeVisible()
})

test('PUB-01 Paga tu factura: desde el inicio, con el contrato y la cédula, se llega a la factura sin entrar', async ({
  page,
}) => {
  const [number = ''] = await charge(page, 33_000)
  const document = await documentOfClient(page)
  await page.goto('/')
  await page.getByRole('link', { name: /^Paga tu factura/ }).click()
  await expect(heading(page, 'Paga tu factura')).toBeVisible()
  await assertAccessible(page, 'buscar la factura')
  await page.getByRole('button', { name: 'Buscar mi factura' }).click()
  await expect(page.getByText(/^Escribe el número del contrato/).first()).toBeVisible()
  await page.getByLabel('Número del contrato').fill('af 5')
  await page.getByLabel('Documento del titular').fill('1.234')
  await page.getByRole('button', { name: 'Buscar mi factura' }).click()
  await expect(page.getByText(/^No encontramos un contrato con esos datos/)).toBeVisible()
  await page.getByLabel('Documento del titular').fill(document)
  await page.getByRole('button', { name: 'Buscar mi factura' }).click()
  const found = page.getByRole('link', { name: `Factura ${number}` })
  await expect(found.or(heading(page, `Factura ${number}`))).toBeVisible()
  if (await found.isVisible()) {
    await assertAccessible(page, 'facturas por pagar')
    await found.click()
  }
  await expect(heading(page, `Factura ${number}`)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Pagar \$/ })).toBeVisible()
})
