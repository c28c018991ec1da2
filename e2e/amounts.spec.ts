import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { ACCOUNTS, expect, PASSWORD, signIn, test } from './site.ts'

const PHONE = { width: 360, height: 740 }

/** Creates a one-off invoice for a client that no other test uses, opens it and returns its number. */
async function openInvoice(page: Page, price: number): Promise<void> {
  const { request } = page
  const signed = await request.post('/api/auth/login', { data: { username: ACCOUNTS.financial, password: PASSWORD } })
  const { token } = (await signed.json()).data
  const lines = [{ kind: 'technical_visit', description: 'Visita técnica', quantity: 1, price }]
  const made = await request.post('/api/invoice', {
    data: { invoice: { no_contract: 'AF-000236', lines } },
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
  })
  await page.goto(`/view/invoice/${(await made.json()).data.id}`)
}

/** Replaces the text of a field in one step, as a paste does. */
async function paste(page: Page, field: Locator, text: string): Promise<void> {
  await field.selectText()
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await page.keyboard.press('ControlOrMeta+V')
}

async function retype(field: Locator, text: string): Promise<void> {
  await field.fill('')
  await field.pressSequentially(text)
}

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

test('TRX-03 un pago escrito 22.565 queda por $ 22.565,00; pegado también, y lo que tiene dos lecturas se pregunta', async ({
  page,
}) => {
  await signIn(page, 'financial')
  await openInvoice(page, 45_130)
  await page.getByRole('button', { name: 'Registrar pago' }).click()
  const dialog = page.getByRole('dialog', { name: /^Registrar pago/ })
  const amount = dialog.getByLabel('Dinero recibido')
  await expect(amount).toHaveValue('45.130')
  const field = page.locator('.field', { has: page.getByLabel('Dinero recibido') })
  await expect(field.getByText('= $ 45.130,00')).toBeVisible()

  for (const [typed, meaning] of [
    ['10.000', '= $ 10.000,00'],
    ['10000,5', '= $ 10.000,50'],
    ['100,00', '= $ 100,00'],
    ['1,5', '= $ 1,50'],
    ['22565.5', '= $ 22.565,50'],
    ['1.234.567,89', '= $ 1.234.567,89'],
    ['$ 1.234.567,89', '= $ 1.234.567,89'],
    ['1,234,567.89', '= $ 1.234.567,89'],
    ['1234567,8', '= $ 1.234.567,80'],
    ['1.5', '= $ 1,50'],
    ['$ 85.000', '= $ 85.000,00'],
  ] as const) {
    await retype(amount, typed)
    await expect(field.getByText(meaning, { exact: true })).toBeVisible()
    await paste(page, amount, typed)
    await expect(amount).toHaveValue(typed)
    await expect(field.getByText(meaning, { exact: true })).toBeVisible()
  }

  await retype(amount, '1.000,000')
  await dialog.getByRole('button', { name: 'Registrar pago' }).click()
  const question = '¿$ 1.000,00 o $ 1.000.000,00? Escribe 1000 o 1000000, sin separar los miles'
  await expect(dialog.getByRole('alert').getByRole('link')).toHaveText([question])
  await expect(amount).toHaveAttribute('aria-invalid', 'true')
  await expect(amount).toHaveAccessibleDescription(new RegExp(question.replace(/[$?.]/g, '\\$&')))
  await retype(amount, '1.23.456')
  await dialog.getByRole('button', { name: 'Registrar pago' }).click()
  await expect(dialog.getByRole('alert').getByRole('link')).toHaveText([/^Los miles no van de tres en tres/])

  await retype(amount, '22.565')
  await dialog.getByRole('button', { name: 'Registrar pago' }).click()
  await expect(page.getByText(/^Pago registrado: \$ 22\.565,00, recibo \d+$/)).toBeVisible()
  await expect(page.locator('.figure', { hasText: 'Saldo' })).toContainText('$ 22.565,00')

  await page.getByRole('button', { name: 'Registrar pago' }).click()
  await paste(page, amount, '22.565,00')
  await dialog.getByRole('button', { name: 'Registrar pago' }).click()
  await expect(page.locator('.figure', { hasText: 'Saldo' })).toContainText('$ 0,00')
  await expect(page.getByText('Pagado').first()).toBeVisible()
})

test('TRX-03 un pago lejos de lo que se debe se pregunta con los dos valores antes de enviarlo, también en un celular', async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  await signIn(page, 'financial')
  await openInvoice(page, 22_565)
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  await page.getByRole('button', { name: 'Registrar pago' }).click()
  const dialog = page.getByRole('dialog', { name: /^Registrar pago/ })
  const amount = dialog.getByLabel('Dinero recibido')
  await retype(amount, '22,56')
  await dialog.getByRole('button', { name: 'Registrar pago' }).click()
  const small = page.getByRole('alertdialog', { name: '¿Registrar $ 22,56?' })
  await expect(small.getByText('Lo que va a pagar suma $ 22.565,00 y vas a registrar $ 22,56.')).toBeVisible()
  await small.getByRole('button', { name: 'Corregir el valor' }).click()
  await expect(small).toBeHidden()
  await expect(amount).toHaveValue('22,56')
  expect(sent).toEqual([])

  await retype(amount, '225650')
  await expect(amount).toHaveValue('225.650')
  await dialog.getByRole('button', { name: 'Registrar pago' }).click()
  const large = page.getByRole('alertdialog', { name: '¿Registrar $ 225.650,00?' })
  await expect(large.getByText('Quedarían $ 203.085,00 a su favor.')).toBeVisible()
  await large.getByRole('button', { name: 'Corregir el valor' }).click()

  await retype(amount, '23.000')
  await dialog.getByRole('button', { name: 'Registrar pago' }).click()
  await page.getByRole('button', { name: 'Sí, registrar $ 23.000,00' }).click()
  await expect(page.getByText(/^Pago registrado: \$ 23\.000,00, recibo \d+$/)).toBeVisible()
  expect(sent).toHaveLength(1)
})

test('PLN-04 PLN-07 el precio de un plan se pega como venga y se muestra con comas, igual que las plantillas', async ({
  page,
}) => {
  await signIn(page, 'financial')
  await page.goto('/plans-and-service')
  await page.getByRole('button', { name: 'Crear Plan', exact: true }).click()
  const plan = page.getByRole('dialog', { name: 'Crear plan' })
  const price = plan.getByLabel('Precio mensual')
  await retype(price, '79900')
  await expect(price).toHaveValue('79,900')
  await paste(page, price, '$ 79.900')
  await expect(plan.getByText('= $ 79.900,00')).toBeVisible()
  await plan.getByLabel('Nombre').focus()
  await expect(price).toHaveValue('79,900')
  await retype(price, '-79900')
  await plan.getByRole('button', { name: 'Crear plan' }).click()
  await expect(plan.getByRole('link', { name: 'El precio debe ser un número positivo' })).toBeVisible()
  await plan.getByRole('button', { name: 'Cancelar' }).click()
  await page.getByRole('button', { name: 'Descartar' }).click()

  await page.getByRole('button', { name: 'Configurar plantillas' }).click()
  const defaults = page.getByRole('dialog', { name: 'Configurar plantillas' })
  const cost = defaults.getByLabel('Costo de conexión')
  await retype(cost, '60.000,50')
  await defaults.getByLabel('Costo de traslado').focus()
  await expect(cost).toHaveValue('60,000.50')
})
