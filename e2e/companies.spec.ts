import { nitCheckDigit } from '../src/domain/core/identity.ts'
import { assertAccessible } from './axe.ts'
import { expect, signIn, test } from './site.ts'

const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\nstartxref\n9\n%%EOF\n')
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const PACIFICO = 'Pacífico Redes S.A.S.'

test('COM-01 una empresa se crea por pasos: cada paso pide lo suyo y al volver todo sigue escrito', async ({
  page,
}) => {
  const stamp = String(Date.now()).slice(-8)
  const digits = `9${stamp}`
  await signIn(page, 'superadmin')
  await page.goto('/companies')
  await page.getByRole('button', { name: 'Crear empresa' }).click()
  const form = page.getByRole('dialog', { name: 'Crear empresa' })
  const next = form.getByRole('button', { name: 'Siguiente' })
  await next.click()
  await expect(form.getByText('La razón social es requerida').first()).toBeVisible()
  await expect(form.getByText('El departamento es requerido')).toHaveCount(0)
  await form.getByLabel('Razón social').fill('Fibra por Pasos S.A.S.')
  await form.getByLabel('NIT').fill(`${digits}-${nitCheckDigit(digits)}`)
  await form.getByLabel('Letras de sus contratos').fill('af')
  await form.getByLabel('Representante legal').fill('Rosa Peña')
  await form.getByLabel('Registro TIC').fill('96004567')
  await next.click()
  await expect(form.getByText('2 Contacto')).toHaveAttribute('aria-current', 'step')
  await form.getByLabel('Departamento').selectOption('Antioquia')
  await form.getByLabel('Municipio').selectOption('Guarne')
  await form.getByLabel('Dirección').fill('Calle 50 # 49-20')
  await form.getByLabel('Instagram').fill('https://instagram.com/porpasos')
  await form.getByRole('button', { name: 'Atrás' }).click()
  await expect(form.getByLabel('Registro TIC')).toHaveValue('96004567')
  await next.click()
  await expect(form.getByLabel('Municipio')).toHaveValue('Guarne')
  await form.getByLabel('Teléfono').fill('6045551234')
  await form.getByLabel('Correo', { exact: true }).fill('hola@porpasos.test')
  await next.click()
  await form.getByLabel('Correo de su administrador').fill(`jefe.${stamp}@porpasos.test`)
  await form.getByRole('button', { name: 'Crear empresa' }).click()
  // Another company has this prefix: the form returns to the step of that field.
  await expect(form.getByText('Otra empresa ya usa estas letras: elige otras').first()).toBeVisible()
  await expect(form.getByText('1 Empresa')).toHaveAttribute('aria-current', 'step')
  await form.getByLabel('Letras de sus contratos').fill(`p${'abcdefghij'[Number(stamp.at(-1))]}`)
  await next.click()
  await next.click()
  await form.getByRole('button', { name: 'Crear empresa' }).click()
  await expect(page.getByText(/Creamos Fibra por Pasos/)).toBeVisible()
  await page.getByLabel('Buscar por nombre o NIT').fill('por Pasos')
  await page.getByRole('link', { name: 'Fibra por Pasos S.A.S.' }).click()
  await expect(page.getByText('96004567')).toBeVisible()
  await expect(page.getByRole('link', { name: 'https://instagram.com/porpasos' })).toBeVisible()
})

test('COM-01 COM-03 desde la lista se filtra por estado, se suspende con su motivo y se activa', async ({ page }) => {
  await signIn(page, 'superadmin')
  await page.goto('/companies')
  await page.getByRole('button', { name: `Suspender ${PACIFICO}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Dejar suspendida' }).click()
  await expect(dialog.getByText(/Escribe el motivo/).first()).toBeVisible()
  await dialog.getByLabel('Motivo').fill('Prueba de la lista')
  await dialog.getByRole('button', { name: 'Dejar suspendida' }).click()
  // The dialog covers the filter until the answer.
  await expect(dialog).toBeHidden()
  await page.getByRole('combobox', { name: 'Estado' }).selectOption('suspended')
  await expect(page).toHaveURL(/status=suspended/)
  await expect(page.getByRole('link', { name: PACIFICO })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Andina Fibra S.A.S.' })).toHaveCount(0)
  await page.getByRole('button', { name: `Activar ${PACIFICO}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Dejar activa' }).click()
  await expect(page.getByText(`${PACIFICO}: quedó activa`)).toBeVisible()
  await page.getByRole('combobox', { name: 'Estado' }).selectOption('active')
  await expect(page.getByRole('link', { name: PACIFICO })).toBeVisible()
})

test('COM-02 la plataforma sube el logo y los documentos; el administrador descarga los suyos', async ({ page }) => {
  await signIn(page, 'superadmin')
  await page.goto('/companies')
  await page.getByRole('link', { name: PACIFICO }).click()
  await page
    .getByLabel(/(Subir|Cambiar) RUT actualizado/)
    .setInputFiles({ name: 'rut.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no es un PDF') })
  await expect(page.getByText('Sube el documento en PDF: este archivo es de otro tipo')).toBeVisible()
  await page
    .getByLabel(/(Subir|Cambiar) RUT actualizado/)
    .setInputFiles({ name: 'rut.pdf', mimeType: 'application/pdf', buffer: PDF })
  await expect(page.getByText('Guardamos RUT actualizado')).toBeVisible()
  await page
    .getByLabel(/(Subir|Cambiar) el logo/)
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: DOT })
  await expect(page.getByText('Guardamos el logo')).toBeVisible()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descargar RUT actualizado' }).click()
  expect((await saved).suggestedFilename()).toBe('rut-actualizado-pacifico-redes-s-a-s.pdf')
  await expect(page.getByText(/ [kM]B de 500 MB, en \d+ archivos?$/)).toBeVisible()
  await page.getByRole('button', { name: 'Cambiar límite' }).click()
  const limit = page.getByRole('dialog', { name: 'Cambiar el límite de archivos' })
  await limit.getByLabel('Límite en MB').fill('0')
  await limit.getByRole('button', { name: 'Cambiar límite' }).click()
  await expect(limit.getByText('Escribe el límite en MB, un número entero de 1 a 102400').first()).toBeVisible()
  await limit.getByLabel('Límite en MB').fill('2048')
  await limit.getByRole('button', { name: 'Cambiar límite' }).click()
  await expect(page.getByText(`${PACIFICO} puede guardar hasta 2.048 MB`)).toBeVisible()
  await expect(page.getByText(/ [kM]B de 2\.048 MB, en/)).toBeVisible()
  await page.getByRole('button', { name: 'Editar empresa' }).click()
  const dialog = page.getByRole('dialog', { name: 'Editar empresa' })
  await dialog.getByLabel('Facebook').fill('https://facebook.com/pacifico')
  await dialog.getByLabel('Enlace del código QR').fill('https://pacifico.test/qr')
  await dialog.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(page.getByRole('link', { name: 'https://facebook.com/pacifico' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'https://pacifico.test/qr' })).toBeVisible()
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await assertAccessible(page, `empresa a ${width}`)
  }
  await signInAgain(page)
  await page.goto('/profile')
  const own = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descargar RUT actualizado' }).click()
  expect((await own).suggestedFilename()).toBe('rut-actualizado-pacifico-redes-s-a-s.pdf')
  await expect(page.getByText('Subir RUT actualizado')).toHaveCount(0)
})

test('USR-02 USR-03 la plataforma edita, desactiva, activa y envía otro enlace a las personas de una empresa', async ({
  page,
}) => {
  await signIn(page, 'superadmin')
  await page.goto('/companies')
  await page.getByRole('link', { name: PACIFICO }).click()
  const person = page.getByRole('listitem').filter({ hasText: 'tecnico@pacifico.test' })
  const act = async (name: string): Promise<void> => {
    await person.getByRole('button', { name: /^Acciones de/ }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await act('Editar')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Apellido').fill('Del Mar')
  await dialog.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(person).toContainText('Del Mar')
  await act('Desactivar')
  await page.getByRole('button', { name: 'Sí, desactivar' }).click()
  await expect(person).toContainText('inactivo')
  await act('Activar')
  await expect(person).not.toContainText('inactivo')
  await act('Enviar otro enlace')
  await expect(page.getByText('Enviamos a tecnico@pacifico.test un enlace para crear su contraseña')).toBeVisible()
})

test('USR-03 sin las integraciones el tablero dice cuál falta y a quién escribirle', async ({ page }) => {
  await signIn(page, { username: 'admin@pacifico.test', password: 'Enlace-Demo-2026' })
  await page.goto('/users')
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByText(/conecta primero Wompi y Factus/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'ayuda@sitio.test' })).toBeVisible()
})

async function signInAgain(page: Parameters<typeof signIn>[0]): Promise<void> {
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await page.goto('about:blank')
  await signIn(page, { username: 'admin@pacifico.test', password: 'Enlace-Demo-2026' })
}

test('COM-02 el régimen tributario se cambia desde un día: rige después, y un día pasado se rechaza', async ({
  page,
}) => {
  await signIn(page, 'superadmin')
  await page.goto('/companies')
  await page.getByRole('link', { name: PACIFICO }).click()
  const card = page.locator('.card', { has: page.getByRole('heading', { name: 'Régimen tributario', exact: true }) })
  await expect(card.getByText('Responsable de IVA', { exact: true })).toBeVisible()
  await card.getByRole('button', { name: 'Cambiar régimen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cambiar el régimen tributario' })
  await dialog.getByLabel('Desde').fill('01/01/2020')
  await dialog.getByLabel(/Autorretenedora/).check()
  await dialog.getByRole('button', { name: 'Guardar régimen' }).click()
  await expect(dialog.getByText('Elige hoy o un día después: lo ya facturado no cambia').first()).toBeVisible()
  await dialog.getByLabel('Desde').fill('15/01/2099')
  await assertAccessible(page, 'régimen tributario')
  await dialog.getByRole('button', { name: 'Guardar régimen' }).click()
  await expect(page.getByText('El régimen tributario rige desde el 15 de enero de 2099')).toBeVisible()
  await expect(card.getByText('Responsable de IVA', { exact: true })).toBeVisible()
  await expect(card.getByText('Responsable de IVA, autorretenedora')).toBeVisible()
})
