import { assertAccessible } from './axe.ts'
import { expect, signIn, test } from './site.ts'

for (const [name, size] of [
  ['un computador', { width: 1280, height: 800 }],
  ['un celular', { width: 360, height: 740 }],
] as const) {
  test(`DSH-02 desde ${name} la financiera ve las cifras, su lista y la tabla de una gráfica`, async ({ page }) => {
    await page.setViewportSize(size)
    await signIn(page, 'financial')
    const overdue = page.locator('.figure', { hasText: 'Cartera vencida' })
    await expect(overdue).toContainText(/\$ [\d.]+,\d\d/)
    const figure = await overdue.innerText()
    const [invoices, amount] = [/([\d.]+) facturas/.exec(figure)?.[1], /\$ [\d.]+,\d\d/.exec(figure)?.[0]]
    const chart = page.locator('.chart', { hasText: 'Recaudo, últimos 12 meses' })
    await chart.getByRole('button', { name: 'Ver tabla' }).click()
    await expect(chart.getByRole('row')).toHaveCount(13)
    await assertAccessible(page, 'tablero')
    await chart.getByRole('button', { name: 'Ver gráfica' }).click()
    await overdue.getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1, name: 'Gestión de facturas' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Quitar el filtro Estado: Vencido' })).toBeVisible()
    await expect(page.getByText(`${invoices} facturas · ${amount} por cobrar con estos filtros`)).toBeVisible()
  })
}

test('DSH-03 la administradora ve qué le falta para empezar y va a hacerlo', async ({ page }) => {
  await signIn(page, 'admin')
  await expect(page.getByText(/^Para empezar: \d de 8$/)).toBeVisible()
  await page.getByRole('link', { name: /^Ponerlos/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Perfil' })).toBeVisible()
})

test('DSH-05 la plataforma ve sus empresas y abre la lista', async ({ page }) => {
  await signIn(page, 'superadmin')
  await expect(page.locator('.figure', { hasText: 'Contratos activos' })).toBeVisible()
  await page.locator('.figure').getByRole('link', { name: 'Empresas' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Gestión de empresas' })).toBeVisible()
})

test('DSH-03 la administradora ve la salud de sus integraciones: estado, última prueba y último aviso', async ({
  page,
}) => {
  await signIn(page, 'admin')
  const card = page.locator('.card', { has: page.getByRole('heading', { name: 'Tus integraciones' }) })
  await expect(card).toContainText('En pruebas')
  await expect(card).toContainText('Última prueba')
  await expect(card).toContainText('Último aviso de Wompi')
  await card.getByRole('link', { name: 'Revisar' }).click()
  await expect(page).toHaveURL(/\/integration$/)
})
