import { assertAccessible } from './axe.ts'
import { chargeContract, findClient, payAll } from './desk.ts'
import { expect, signIn, test } from './site.ts'
import { askForPassword, confirmPassword } from './step-up.ts'

test('TRX-03 un extracto se carga, lo seguro se registra en una acción y lo dudoso lo asigna una persona', async ({
  page,
}) => {
  const client = await findClient(page, false, 2)
  await payAll(page, client.id)
  const [number = ''] = await chargeContract(page.request, client.no_contract, [31_415])
  await signIn(page, 'financial')
  await page.goto('/transactions')
  await page.getByRole('link', { name: 'Pagos del banco' }).click()
  await expect(page.getByRole('link', { name: 'extracto-bancolombia.csv' })).toBeVisible()
  await assertAccessible(page, 'archivos de bancos')

  await page.getByRole('button', { name: 'Cargar archivo' }).click()
  const loading = page.getByRole('dialog', { name: 'Cargar archivo del banco' })
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Bogota' }).format(new Date())
  const send = async (rows: readonly string[]) => {
    const text = ['Fecha;Descripción;Referencia;Valor', ...rows].join('\n')
    await loading
      .getByLabel('Archivo')
      .setInputFiles({ name: 'extracto.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await expect(loading.getByLabel('A qué cuenta entró')).not.toHaveValue('')
    await loading.getByRole('button', { name: 'Cargar', exact: true }).click()
  }
  await send([`${day};Pago;${number};cien`])
  await expect(loading.getByText('Línea 2: el valor no es un número')).toBeVisible()
  await assertAccessible(page, 'cargar archivo del banco')
  await send([`${day};Pago;${number};31.415,00`, `${day};Abono;SIN NOMBRE ${number.length}9;12.345,00`])
  await expect(page.getByRole('heading', { name: 'extracto.csv' })).toBeVisible()
  await expect(page.getByText('por el número de la factura')).toBeVisible()
  await assertAccessible(page, 'movimientos del archivo')

  await askForPassword(page, '**/api/bulk', 1)
  await page.getByRole('button', { name: 'Registrar el pago seguro' }).click()
  await page.getByRole('button', { name: 'Sí, registrar' }).click()
  await confirmPassword(page)
  const job = page.getByRole('dialog', { name: 'Registrar pagos del banco' })
  await expect(job.getByText('Listo: 1 de 1.')).toBeVisible({ timeout: 30_000 })
  await job.getByRole('button', { name: 'Cerrar' }).last().click()
  await expect(page.getByRole('link', { name: /^Recibo \d+$/ })).toBeVisible()

  await page.getByRole('button', { name: /^Ver detalles .*12\.345,00/ }).click()
  const line = page.getByRole('dialog', { name: 'Movimiento de $ 12.345,00' })
  await line.getByRole('combobox', { name: 'Cliente' }).fill(client.name)
  await line.getByRole('option').first().click()
  await assertAccessible(page, 'un movimiento del banco')
  // The list shows the payment before the other requests of the page end: the dialog still says what was recorded, and closes.
  const paid = line.getByText('Registrado: Registrado')
  await page.route('**/api/**', async (route) => {
    const isOther = route.request().method() === 'GET' && !route.request().url().includes('/bank')
    if (isOther) await expect(paid).toBeVisible()
    await route.fallback()
  })
  await line.getByRole('button', { name: /^Registrar el pago de/ }).click()
  await expect(page.getByText(/^Registramos \$ 12\.345,00 de/)).toBeVisible()
  await expect(line).toHaveCount(0)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await expect(page.getByRole('link', { name: /^Recibo \d+$/ })).toHaveCount(2)

  // A file of the wrong account is removed, and the day's other format finds what is paid already.
  await page.goto('/transactions/bank')
  await page.getByRole('button', { name: 'Cargar archivo' }).click()
  await send([`${day};PAGO EN LINEA;Factura ${number};31415`])
  await expect(page.getByText(/^Ya registrado: recibo \d+/)).toBeVisible()
  await assertAccessible(page, 'un archivo con lo ya registrado')
  await page.getByRole('button', { name: /^Ver detalles .*31\.415,00/ }).click()
  await expect(page.getByLabel('Es otro pago: ese día entró dos veces el mismo valor')).toBeVisible()
  await page.getByRole('button', { name: 'Cerrar' }).last().click()
  await page.getByRole('button', { name: 'Quitar archivo' }).click()
  await page.getByRole('button', { name: 'Sí, quitar' }).click()
  await expect(page.getByText('Quitamos extracto.csv, con su movimiento')).toBeVisible()
})

test('TRX-03 de un banco con títulos que nadie conoce la financiera dice qué trae cada columna', async ({ page }) => {
  await signIn(page, 'financial')
  await page.goto('/transactions/bank')
  await page.getByRole('button', { name: 'Cargar archivo' }).click()
  const loading = page.getByRole('dialog', { name: 'Cargar archivo del banco' })
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Bogota' }).format(new Date())
  const text = ['Punto;Código;Recibido el;Plata', `Centro;SIN DUEÑO;${day};17.171,00`].join('\n')
  await loading
    .getByLabel('Archivo')
    .setInputFiles({ name: 'red-de-pagos.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await expect(loading.getByLabel('A qué cuenta entró')).not.toHaveValue('')
  await loading.getByRole('button', { name: 'Cargar', exact: true }).click()
  await expect(loading.getByText('no encontramos los títulos', { exact: false })).toBeVisible()
  await loading.getByRole('button', { name: 'Decir qué trae cada columna' }).click()
  await loading.getByLabel('Columna 2').selectOption('Referencia')
  await loading.getByLabel('Columna 3').selectOption('Fecha')
  await loading.getByRole('button', { name: 'Cargar', exact: true }).click()
  await expect(loading.getByText('Falta decir qué columna trae el valor', { exact: false })).toBeVisible()
  await loading.getByLabel('Columna 4').selectOption('Valor (negativo si salió)')
  await assertAccessible(page, 'decir qué trae cada columna')
  await loading.getByRole('button', { name: 'Cargar', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'red-de-pagos.csv' })).toBeVisible()
  await expect(page.getByText('$ 17.171,00').first()).toBeVisible()

  // The network moved its columns: the person is asked again, and what was said of each title is chosen.
  await page.goto('/transactions/bank')
  await page.getByRole('button', { name: 'Cargar archivo' }).click()
  const moved = ['Código;Recibido el;Comisión;Plata', `SIN DUEÑO;${day};900,00;18.181,00`].join('\n')
  await loading
    .getByLabel('Archivo')
    .setInputFiles({ name: 'red-nueva.csv', mimeType: 'text/csv', buffer: Buffer.from(moved) })
  await expect(loading.getByLabel('A qué cuenta entró')).not.toHaveValue('')
  await loading.getByRole('button', { name: 'Cargar', exact: true }).click()
  await expect(loading.getByText('los títulos de las columnas no son los del archivo', { exact: false })).toBeVisible()
  await loading.getByRole('button', { name: 'Decir qué trae cada columna' }).click()
  await expect(loading.getByLabel('Columna 1')).toHaveValue('reference')
  await expect(loading.getByLabel('Columna 2')).toHaveValue('day')
  await expect(loading.getByLabel('Columna 3')).toHaveValue('')
  await expect(loading.getByLabel('Columna 4')).toHaveValue('amount')
  await loading.getByRole('button', { name: 'Cargar', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'red-nueva.csv' })).toBeVisible()
  await expect(page.getByText('$ 18.181,00').first()).toBeVisible()
})
