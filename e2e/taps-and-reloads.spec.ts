import type { Page } from '@playwright/test'
import { charge, signInOwing } from './desk.ts'
import { ACCOUNTS, expect, PASSWORD, signIn, test } from './site.ts'

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const payButton = (page: Page) => page.getByRole('button', { name: /^Pagar \$/ })

/** The changes that a page asks for, as 'POST /api/payment'. */
function watchChanges(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() !== 'GET' && !pathname.startsWith('/api/auth/refresh'))
      sent.push(`${request.method()} ${pathname}`)
  })
  return sent
}

test('API-03 dos toques seguidos en un botón que escribe sin preguntar envían un solo cambio', async ({ page }) => {
  const buttons = [
    { account: 'client', address: '/notifications', name: 'Marcar todas como leídas' },
    { account: 'financial', address: '/profile', name: 'Cerrar las demás' },
  ] as const
  for (const { account, address, name } of buttons) {
    await charge(page, 11_000)
    await page.request.post('/api/auth/login', { data: { username: ACCOUNTS[account], password: PASSWORD } })
    await signIn(page, account)
    await page.goto(address)
    const button = page.getByRole('button', { name }).first()
    await expect(button).toBeVisible()
    const sent = watchChanges(page)
    const answered = page.waitForResponse((response) => response.request().method() !== 'GET')
    await button.dblclick()
    await (await answered).finished()
    expect([address, sent]).toEqual([address, [sent[0]]])
  }
})

test.describe('en un celular', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  /** Goes from the list of debts to the form of a method. */
  async function open(page: Page, number: string, method: RegExp, title: string): Promise<void> {
    await page.goto('/payments')
    await page.getByRole('button', { name: `Pagar la factura ${number}` }).click()
    await expect(heading(page, '¿Cómo quieres pagar?')).toBeVisible()
    await page.getByRole('radio', { name: method }).check()
    await page.getByRole('button', { name: 'Siguiente' }).click()
    await expect(heading(page, title)).toBeVisible()
  }

  const accept = async (page: Page): Promise<void> => {
    for (const name of [/reglamento de Wompi/, /tratamiento de mis datos/]) await page.getByLabel(name).check()
  }

  test('PAY-03 PAY-05 recargar el formulario de PSE deja lo escrito, y dos toques y otra recarga pagan una sola vez', async ({
    page,
  }) => {
    const number = await signInOwing(page, 41_800)
    const sent = watchChanges(page)
    await open(page, number, /^PSE/, 'Paga con PSE')
    await page.getByLabel('Tu banco').selectOption({ label: 'Banco que aprueba' })
    await page.getByLabel('¿Quién paga?').selectOption({ label: 'Una empresa' })
    await page.getByLabel('Número de documento').fill('900123456')
    await page.getByLabel('Celular', { exact: true }).fill('3001234567')
    await page.getByLabel('Correo para el recibo').fill('recibo@correo.test')
    await page.reload()
    await expect(heading(page, 'Paga con PSE')).toBeVisible()
    await expect(page.getByLabel('Tu banco').locator('option:checked')).toHaveText('Banco que aprueba')
    await expect(page.getByLabel('¿Quién paga?').locator('option:checked')).toHaveText('Una empresa')
    await expect(page.getByLabel('Tipo de documento').locator('option:checked')).toHaveText('NIT')
    await expect(page.getByLabel('Número de documento')).toHaveValue('900123456')
    await expect(page.getByLabel('Celular', { exact: true })).toHaveValue('3001234567')
    await expect(page.getByLabel('Correo para el recibo')).toHaveValue('recibo@correo.test')
    await accept(page)
    await payButton(page).dblclick()
    await expect(page.getByRole('heading', { name: 'Banco de pruebas' })).toBeVisible({ timeout: 15_000 })
    await page.goBack()
    await expect(heading(page, 'Pago en proceso')).toBeVisible()
    await page.reload()
    await expect(heading(page, 'Pago en proceso')).toBeVisible()
    await page.getByRole('link', { name: 'Ir a mi banco' }).click()
    await page.getByRole('button', { name: 'Aprobar el pago' }).click()
    await expect(heading(page, 'Pago aprobado')).toBeVisible({ timeout: 15_000 })
    expect(sent.filter((change) => change === 'POST /api/payment')).toHaveLength(1)
    await page.goto('/payments')
    await expect(page.getByText('Estás al día')).toBeVisible()
  })

  test('PAY-03 PAY-05 recargar el formulario de Bancolombia deja lo escrito, y dos toques pagan una sola vez', async ({
    page,
  }) => {
    const number = await signInOwing(page, 41_900)
    const sent = watchChanges(page)
    await open(page, number, /^Botón Bancolombia/, 'Paga con Botón Bancolombia')
    await page.getByLabel('Celular', { exact: true }).fill('3109876543')
    await page.getByLabel('Correo para el recibo').fill('otro@correo.test')
    await page.reload()
    await expect(heading(page, 'Paga con Botón Bancolombia')).toBeVisible()
    await expect(page.getByLabel('Celular', { exact: true })).toHaveValue('3109876543')
    await expect(page.getByLabel('Correo para el recibo')).toHaveValue('otro@correo.test')
    await accept(page)
    await payButton(page).dblclick()
    await expect(page.getByRole('heading', { name: 'Bancolombia de pruebas' })).toBeVisible({ timeout: 15_000 })
    await page.getByRole('button', { name: 'Aprobar el pago' }).click()
    await expect(heading(page, 'Pago aprobado')).toBeVisible({ timeout: 15_000 })
    await page.reload()
    await expect(heading(page, 'Pago aprobado')).toBeVisible()
    expect(sent.filter((change) => change === 'POST /api/payment')).toHaveLength(1)
    await page.goto('/payments')
    await expect(page.getByText('Estás al día')).toBeVisible()
  })
})
