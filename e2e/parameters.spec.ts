import { assertAccessible } from './axe.ts'
import { expect, signIn, test } from './site.ts'
import { askForPassword, confirmPassword } from './step-up.ts'

test('NUM-02 el superadministrador registra el salario mínimo de otro año con su norma y sus fechas, y un administrador lo lee', async ({
  page,
}) => {
  await signIn(page, 'superadmin')
  await expect(page.getByText(/números? regulados? se queda/)).toBeVisible()
  await page.getByRole('link', { name: /^Registrar: / }).click()
  await expect(page.getByText('Necesitan un valor nuevo:')).toBeVisible()
  await expect(page.getByText('Salario mínimo mensual: no tiene un valor para hoy')).toBeVisible()
  await assertAccessible(page, 'valores regulados')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('button', { name: 'Agregar valor: Salario mínimo mensual' }).click()
  const adding = page.getByRole('dialog', { name: 'Nuevo valor: Salario mínimo mensual' })
  await adding.getByLabel('Valor').fill('2.100.000')
  await adding.getByLabel('Rige desde').fill('01/01/2035')
  await adding.getByRole('button', { name: 'Registrar valor' }).click()
  await expect(adding.getByText('Escribe la norma: tipo, número y año').first()).toBeVisible()
  await adding.getByLabel('Norma').fill('Decreto de prueba 1 de 2034')
  await adding.getByRole('button', { name: 'Registrar valor' }).click()
  await expect(adding.getByText('Este número cambia cada año: escribe su último día').first()).toBeVisible()
  await adding.getByLabel('Rige hasta').fill('31/12/2035')
  await assertAccessible(page, 'nuevo valor regulado')
  await askForPassword(page, '**/api/parameter', 1)
  await adding.getByRole('button', { name: 'Registrar valor' }).click()
  await confirmPassword(page)
  await expect(
    page.getByText('Registramos Salario mínimo mensual: $ 2.100.000,00 desde el 1 de enero de 2035'),
  ).toBeVisible()
  await signIn(page, 'admin')
  await page.goto('/integration')
  const row = page.getByRole('listitem').filter({ hasText: 'Salario mínimo mensual' }).first()
  await row.getByText('Otros valores').click()
  await expect(row.getByText('Decreto de prueba 1 de 2034')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Agregar valor: Salario mínimo mensual' })).toBeHidden()
})
