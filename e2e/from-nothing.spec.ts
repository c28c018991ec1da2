import type { Page } from '@playwright/test'
import { choosePassword } from './invited.ts'
import { chooseAction } from './row-menu.ts'
import { expect, signInOnScreen, test } from './site.ts'

const PLAN = 'Hogar 100'
const CLIENT = { identification: '1098700001', email: 'rosa@clientes.test' }
/** A list of one client with a contract, as a spreadsheet exports it. */
const LIST = `type_identification,identification,first_name,last_name,email,phone,stratum,department,city,address,date_contract,payment_date,plan_code
CC,${CLIENT.identification},Rosa,Elvira,${CLIENT.email},3104567890,4,Antioquia,Rionegro,Calle 50 # 20-11,2026-01-15,10,HOG100`

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

test('COM-01 USR-03 INT-01 CLI-04 INV-02 PAY-05 de la nada: una empresa nueva se crea, se conecta, importa, factura y un cliente le paga', async ({
  page,
}) => {
  test.setTimeout(180_000)
  await page.setViewportSize({ width: 1280, height: 900 })
  const stamp = Date.now().toString(36)
  const [admin, desk] = [`jefe.${stamp}@nueva.test`, `caja.${stamp}@nueva.test`]

  await signInOnScreen(page, 'superadmin')
  await page.goto('/companies')
  await page.getByRole('button', { name: 'Crear empresa' }).click()
  const form = page.getByRole('dialog', { name: 'Crear empresa' })
  await form.getByRole('button', { name: 'Siguiente' }).click()
  await expect(form.getByText('La razón social es requerida').first()).toBeVisible()
  await form.getByLabel('Razón social').fill('Oriente Fibra S.A.S.')
  await form.getByLabel('NIT').fill('900.123.456-8')
  await form.getByLabel('Letras de sus contratos').fill('of')
  await form.getByLabel('Representante legal').fill('Gloria Estela Marín')
  await form.getByRole('button', { name: 'Siguiente' }).click()
  await form.getByLabel('Departamento').selectOption('Antioquia')
  await form.getByLabel('Municipio').selectOption('Rionegro')
  await form.getByLabel('Dirección').fill('Carrera 50 # 49-10')
  await form.getByLabel('Teléfono').fill('604 555 0177')
  await form.getByLabel('Correo', { exact: true }).fill('pagos@nueva.test')
  await form.getByRole('button', { name: 'Siguiente' }).click()
  await form.getByLabel('Color', { exact: true }).fill('#E30613')
  await form.getByLabel('Correo de su administrador').fill(admin)
  await form.getByRole('button', { name: 'Crear empresa' }).click()
  await expect(page.getByText(/Creamos Oriente Fibra S.A.S. e invitamos/)).toBeVisible()

  // From here on the company needs neither the platform nor Factus.
  await choosePassword(page, admin)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: /^Invitar: / }).click()
  const invite = page.getByRole('dialog', { name: 'Invitar a tu financiero' })
  await invite.getByLabel('Nombres').fill('Diana')
  await invite.getByLabel('Apellidos').fill('Zapata')
  await invite.getByLabel('Correo').fill(desk)
  await invite.getByRole('button', { name: 'Enviar invitación' }).click()
  await expect(invite).toBeHidden()
  await page.goto('/integration')
  const tests = page.getByRole('region', { name: 'Pruebas', exact: true })
  await tests.getByRole('button', { name: 'Guardar llaves de pruebas' }).click()
  const keys = page.getByRole('dialog', { name: 'Llaves de Wompi, pruebas' })
  await keys.getByLabel('Llave pública').fill('pub_test_libre')
  await keys.getByLabel('Llave privada').fill('prv_test_libre')
  await keys.getByLabel('Secreto de integridad').fill('test_integrity_libre')
  await keys.getByLabel('Secreto de eventos').fill('test_events_libre')
  await keys.getByRole('button', { name: 'Guardar llaves' }).click()
  await tests.getByRole('button', { name: 'Probar conexión' }).click()
  await expect(page.getByText('Wompi aceptó las llaves: los pagos en línea están encendidos')).toBeVisible()

  await choosePassword(page, desk)
  await page.goto('/plans-and-service')
  await page.getByRole('button', { name: 'Crear Plan', exact: true }).first().click()
  const plan = page.getByRole('dialog', { name: 'Crear plan' })
  await plan.getByLabel('Nombre').fill(PLAN)
  await plan.getByLabel('Código de referencia').fill('HOG100')
  await plan.getByLabel('Precio mensual').fill('79900')
  await plan.getByLabel('Velocidad de descarga').fill('100')
  await plan.getByLabel('Velocidad de subida').fill('50')
  await plan.getByRole('button', { name: 'Crear plan' }).click()
  await expect(page.getByText('Plan creado exitosamente')).toBeVisible()
  await page.goto('/clients/import')
  const file = { name: 'clientes.csv', mimeType: 'text/csv', buffer: Buffer.from(LIST) }
  await page.getByLabel('Archivo', { exact: true }).setInputFiles(file)
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByRole('button', { name: 'Importar 1 cliente' }).click()
  await expect(page.locator('.figure', { hasText: 'Creados' })).toContainText('1', { timeout: 30_000 })
  await page.goto('/invoices/massive')
  await page.getByRole('button', { name: /Ver la vista previa/ }).click()
  await page.getByRole('button', { name: /^Emitir 1 factura/ }).click()
  await expect(page.getByText(/Listo: 1 factura/)).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Enviar por correo' }).click()
  const question = page.getByRole('alertdialog', { name: '¿Enviar 1 factura por correo?' })
  await question.getByRole('button', { name: 'Enviar 1 factura' }).click()
  await expect(page.getByText('Enviamos 1 factura por correo')).toBeVisible()
  await expect(page.getByText('1 de 1 correo enviado.')).toBeVisible({ timeout: 30_000 })
  await page.goto(`/clients?q=${CLIENT.identification}`)
  await page.getByRole('link', { name: 'Rosa Elvira' }).click()
  await expect(heading(page, /^Rosa Elvira/)).toBeVisible()
  await chooseAction(page, 'Enviar acceso', /Rosa Elvira/)

  await page.setViewportSize({ width: 360, height: 740 })
  await choosePassword(page, CLIENT.email, CLIENT.identification)
  await page.getByLabel(/Leí la/).check()
  await page.getByRole('button', { name: 'Empezar' }).click()
  await expect(heading(page, 'Hola, Rosa')).toBeVisible()
  await page.getByRole('button', { name: 'Pagar ahora' }).click()
  await page.getByRole('radio', { name: /^Nequi/ }).check()
  await page.getByRole('button', { name: 'Siguiente' }).click()
  await page.getByLabel('Celular de tu cuenta Nequi').fill('3991111111')
  await page.getByLabel(/reglamento de Wompi/).check()
  await page.getByLabel(/tratamiento de mis datos/).check()
  await page.getByRole('button', { name: /^Pagar \$/ }).click()
  await expect(heading(page, 'Pago aprobado')).toBeVisible({ timeout: 20_000 })
  await page.getByRole('link', { name: 'Volver al inicio' }).click()
  await expect(page.locator('.badge', { hasText: 'Al día' })).toBeVisible()
})
