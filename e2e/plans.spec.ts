import type { Page } from '@playwright/test'
import { DEMO_COMPANIES } from '#demo/companies.ts'
import { chooseAction, rowMenu } from './row-menu.ts'
import { ACCOUNTS, expect, PASSWORD, signIn, test } from './site.ts'

const NEW_PLANS = [
  { name: 'Gamer 800', code: 'gam-800', stored: 'GAM800', price: '219900', shown: '219,900' },
  { name: 'Gamer 1000', code: 'gam 1000', stored: 'GAM1000', price: '259900', shown: '259,900' },
]

/** Removes the plans that other journeys left in this world. */
async function removeOtherPlans(page: Page): Promise<void> {
  const data = { username: ACCOUNTS.financial, password: PASSWORD }
  const signed = await page.request.post('/api/auth/login', { data })
  const headers = { authorization: `Bearer ${(await signed.json()).data.token}` }
  const codes = DEMO_COMPANIES.flatMap(({ plans }) => plans.map((plan) => plan.reference_code))
  const plans: { id: string; reference_code: string }[] = (
    await (await page.request.get('/api/admin/plans', { headers })).json()
  ).data
  for (const plan of plans.filter(({ reference_code }) => !codes.includes(reference_code)))
    expect((await page.request.delete(`/api/admin/plans/${plan.id}`, { headers })).status()).toBe(200)
}

test('PLN-01 PLN-02 PLN-06 la financiera llega a 12 planes, edita y elimina', async ({ page }) => {
  await signIn(page, 'financial')
  await removeOtherPlans(page)
  await page.getByRole('link', { name: 'Planes y Servicios' }).first().click()
  await expect(page.getByText('10 de 12 planes creados')).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText([
    'ID',
    'Nombre',
    'Precio',
    'Descarga',
    'Subida',
    'Estado',
    'Acciones',
  ])
  await expect(page.getByRole('row')).toHaveCount(9)
  await expect(page.getByText('Mostrando 1 a 8 de 10 resultados')).toBeVisible()

  for (const plan of NEW_PLANS) {
    await page.getByRole('button', { name: 'Crear Plan', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Crear plan' })
    await dialog.getByLabel('Nombre').fill(plan.name)
    await dialog.getByLabel('Código de referencia').fill(plan.code)
    await expect(dialog.getByLabel('Código de referencia')).toHaveValue(plan.stored)
    await dialog.getByLabel('Precio mensual').fill(plan.price)
    await expect(dialog.getByLabel('Precio mensual')).toHaveValue(plan.shown)
    await dialog.getByLabel('Velocidad de descarga').fill('800')
    await dialog.getByLabel('Velocidad de subida').fill('400')
    await dialog.getByRole('button', { name: 'Crear plan' }).click()
    await expect(page.getByText('Plan creado exitosamente').first()).toBeVisible()
    await expect(dialog).toBeHidden()
  }
  await expect(page.getByText('12 de 12 planes creados')).toBeVisible()
  await expect(page.getByText('Límite alcanzado.', { exact: true })).toBeVisible()
  const create = page.getByRole('button', { name: 'Crear Plan', exact: true })
  await expect(create).toHaveAttribute('aria-disabled', 'true')
  await expect(create).toHaveAccessibleDescription('Límite alcanzado')
  await create.click({ force: true })
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // The search leads here with the address of a new plan: it says why nothing opens, and the address is clean again.
  await page.goto('/plans-and-service?new=')
  await expect(page.locator('.Toastify__toast', { hasText: /^Límite alcanzado$/ })).toBeVisible()
  await expect(page).toHaveURL(/\/plans-and-service$/)

  await page.getByRole('button', { name: 'Página 2' }).click()
  await expect(page).toHaveURL(/page=2/)
  await chooseAction(page, 'Editar', 'Gamer 800')
  const edit = page.getByRole('dialog', { name: 'Editar plan' })
  await expect(edit.getByText('El código de referencia no se puede editar')).toBeVisible()
  await expect(edit.getByLabel('Código de referencia')).toHaveJSProperty('readOnly', true)
  await edit.getByLabel('Plan Activo').uncheck()
  await edit.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(page.getByText('Plan actualizado exitosamente').first()).toBeVisible()
  await expect(page.getByRole('row', { name: /Gamer 800/ }).getByText('Inactivo')).toBeVisible()

  for (const plan of NEW_PLANS) {
    await chooseAction(page, 'Eliminar', plan.name)
    const question = page.getByRole('alertdialog', { name: '¿Eliminar este plan?' })
    for (const fact of [plan.name, plan.stored, `$ ${plan.shown}`, '800 Mbps', '400 Mbps'])
      await expect(question.getByText(fact, { exact: true })).toBeVisible()
    await question.getByRole('button', { name: 'Sí, eliminar plan' }).click()
    await expect(question).toBeHidden()
  }
  await expect(page.getByText('Plan eliminado exitosamente').first()).toBeVisible()
  await expect(page.getByText('10 de 12 planes creados')).toBeVisible()
})

test('PLN-04 un formulario vacío dice qué falta en cada campo, y un código repetido lo dice en el suyo', async ({
  page,
}) => {
  await signIn(page, 'financial')
  await page.goto('/plans-and-service')
  await page.getByRole('button', { name: 'Crear Plan', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Crear plan' })
  await dialog.getByRole('button', { name: 'Crear plan' }).click()
  const summary = dialog.getByRole('alert')
  await expect(dialog.getByLabel('Nombre')).toBeFocused()
  for (const sentence of [
    'El nombre es requerido',
    'El código de referencia es requerido',
    'El precio es requerido',
    'La velocidad de descarga es requerida',
    'La velocidad de subida es requerida',
  ]) {
    await expect(summary.getByRole('link', { name: sentence })).toBeVisible()
  }
  await summary.getByRole('link', { name: 'El precio es requerido' }).click()
  await expect(dialog.getByLabel('Precio mensual')).toBeFocused()
  await dialog.getByLabel('Nombre').fill('Repetido')
  await dialog.getByLabel('Código de referencia').fill('HOG50')
  await dialog.getByLabel('Precio mensual').fill('1')
  await dialog.getByLabel('Velocidad de descarga').fill('0')
  await dialog.getByLabel('Velocidad de subida').fill('5')
  await dialog.getByRole('button', { name: 'Crear plan' }).click()
  await expect(summary.getByRole('link')).toHaveText(['La velocidad debe ser un número positivo'])
  await dialog.getByLabel('Velocidad de descarga').fill('5')
  await dialog.getByRole('button', { name: 'Crear plan' }).click()
  await expect(dialog.getByLabel('Código de referencia')).toHaveAttribute('aria-invalid', 'true')
  await expect(dialog.getByText('Ya existe un plan con este código').first()).toBeVisible()
})

test('PLN-04 un plan cuyo nombre es "on" se envía con ese nombre', async ({ page }) => {
  await signIn(page, 'financial')
  await page.goto('/plans-and-service')
  await page.getByRole('button', { name: 'Crear Plan', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Crear plan' })
  await dialog.getByLabel('Nombre').fill('on')
  await dialog.getByLabel('Código de referencia').fill('ONE')
  await dialog.getByLabel('Precio mensual').fill('50000')
  await dialog.getByLabel('Velocidad de descarga').fill('10')
  await dialog.getByLabel('Velocidad de subida').fill('5')
  let sent: unknown = null
  await page.route('**/api/admin/plans', (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    sent = route.request().postDataJSON()
    return route.fulfill({ status: 409, json: { message: 'Ya existe un plan con este código', code: 'DUPLICATE' } })
  })
  await dialog.getByRole('button', { name: 'Crear plan' }).click()
  await expect(dialog.getByText('Ya existe un plan con este código')).toBeVisible()
  expect(sent).toMatchObject({ plan: { name: 'on' } })
})

test('PLN-03 un plan en uso no se elimina y se ofrece desactivarlo', async ({ page }) => {
  await signIn(page, 'financial')
  await page.goto('/plans-and-service')
  await chooseAction(page, 'Eliminar', 'Hogar 200')
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Sí, eliminar plan' }).click()
  await expect(question.getByText(/40 contratos lo usan, contando los terminados/)).toBeVisible()
  await question.getByRole('button', { name: 'Desactivar plan' }).click()
  await expect(page.getByRole('row', { name: /Hogar 200/ }).getByText('Inactivo')).toBeVisible()
})

test('PLN-07 los datos por defecto: sin cambios no se llama, el día debe existir, el tope legal se avisa', async ({
  page,
}) => {
  await page.clock.setFixedTime(new Date('2026-11-20T15:00:00Z'))
  await signIn(page, 'financial')
  await page.goto('/plans-and-service')
  await page.getByRole('button', { name: 'Configurar plantillas' }).click()
  const dialog = page.getByRole('dialog', { name: 'Configurar plantillas' })
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'PATCH' && sent.push(request.url()))
  await dialog.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(page.getByText('No se detectaron cambios en los valores')).toBeVisible()
  expect(sent).toEqual([])
  await expect(dialog.getByText('En los meses sin ese día, el corte es el último día del mes.')).toBeVisible()
  await dialog.getByLabel('Día de corte').fill('31')
  await dialog.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(dialog.getByText('El día 31 no existe en noviembre (máximo 30 días)').first()).toBeVisible()
  await dialog.getByLabel('Día de corte').fill('20')
  await dialog.getByLabel('Costo de reconexión').fill('10000')
  await expect(dialog.getByText(/Supera el tope legal de \$ 1\.981,00/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(page.getByText('Datos por defecto actualizados exitosamente')).toBeVisible()
})

test('TBL-02 página y tamaño viven en la dirección, y atrás los devuelve', async ({ page }) => {
  // Other files may have left a plan in this demo, which has ten.
  await signIn(page, 'financial')
  await page.goto('/plans-and-service?page=2&page_size=4')
  await expect(page.getByText(/^Mostrando 5 a 8 de \d+ resultados/)).toBeVisible()
  await page.getByRole('button', { name: 'Página 3' }).click()
  await expect(page.getByText(/^Mostrando 9 a (\d+) de \1 resultados/)).toBeVisible()
  await page.goBack()
  await expect(page.getByText(/^Mostrando 5 a 8 de \d+ resultados/)).toBeVisible()
  await page.getByLabel('Por página').selectOption('20')
  await expect(page).toHaveURL(/page_size=20/)
  await expect(page.getByText(/^Mostrando 1 a (\d+) de \1 resultados/)).toBeVisible()
})

test('TBL-01 en un celular cada plan es una tarjeta y nada se sale de lado', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await signIn(page, 'financial')
  await page.goto('/plans-and-service')
  await expect(rowMenu(page, 'Hogar 50')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await chooseAction(page, 'Editar', 'Hogar 50')
  await expect(page.getByRole('dialog', { name: 'Editar plan' })).toBeVisible()
})
