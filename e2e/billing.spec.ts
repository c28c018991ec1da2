import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { addDays, type Day, dayOf } from '../src/domain/core/days.ts'
import { nextPeriod, periodOf } from '../src/domain/core/period.ts'
import { assertAccessible } from './axe.ts'
import { chooseAction } from './row-menu.ts'
import { expect, PASSWORD, signIn, test } from './site.ts'

const LIST = path.resolve(import.meta.dirname, '../test/data/clients-to-migrate.csv')
const PHONE = { width: 360, height: 740 }

/** The plan codes of the demo's company, by the codes that the list has from the previous system. */
const OWN_CODES = { HOGAR50: 'FIB50', HOGAR100: 'FIB100', HOGAR200: 'FIB200', FIBRA300: 'FIB300', EMPRESA: 'FIB400' }

test('CLI-04 CLI-05 la financiera trae 1.200 clientes de otro sistema, relaciona sus cinco planes una vez: 37 por corregir y 1.163 creados', async ({
  page,
}) => {
  test.setTimeout(120_000)
  await signIn(page, { username: 'financiero@pacifico.test', password: PASSWORD })
  await page.goto('/clients/import')
  await page.getByLabel('Archivo', { exact: true }).setInputFiles(LIST)
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByText('Errores por causa')).toBeVisible()
  await expect(page.getByText(/No existe el plan «HOGAR100»/).first()).toBeVisible()
  await expect(page.getByText('Todavía no hemos guardado nada.')).toBeVisible()

  // The sixth is one of the rows to correct.
  await expect(page.getByRole('heading', { name: '6 planes por relacionar' })).toBeVisible()
  for (const [code, own] of Object.entries(OWN_CODES))
    await page.getByLabel(`«${code}»`, { exact: false }).selectOption(own)
  await page.getByRole('button', { name: 'Relacionar y revisar de nuevo' }).click()
  const figure = (label: string) => page.locator('.figure', { hasText: label })
  await expect(figure('Clientes nuevos')).toContainText('1.163')
  await expect(figure('Con error')).toContainText('37')
  await page.getByRole('button', { name: 'Importar 1.163 clientes' }).click()
  await expect(figure('Creados')).toContainText('1.163', { timeout: 30_000 })
  await expect(figure('Por corregir')).toContainText('37')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descargar las filas por corregir' }).click()
  const refused = await readFile(await (await download).path(), 'utf8')
  expect(refused.trim().split('\n')).toHaveLength(38)

  // The plans are related once, and the same file again changes nothing.
  await page.getByRole('button', { name: 'Importar otro archivo' }).click()
  await page.getByLabel('Archivo', { exact: true }).setInputFiles(LIST)
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(figure('Clientes nuevos')).toContainText('0')
  await expect(figure('Sin cambios')).toContainText('1.163')
})

test('CLI-01 CLI-02 crea un cliente, lo encuentra sin acentos y ve su ficha', async ({ page }) => {
  await signIn(page, 'financial')
  await page.goto('/clients')
  await page.getByRole('button', { name: 'Crear cliente' }).click()
  const dialog = page.getByRole('dialog', { name: 'Crear cliente' })
  await dialog.getByRole('button', { name: 'Crear cliente' }).click()
  await expect(dialog.getByText('La identificación es requerida').first()).toBeVisible()
  await dialog.getByLabel('Número de documento').fill('1.098.765.432')
  await dialog.getByLabel('Primer nombre').fill('Íngrid')
  await dialog.getByLabel('Primer apellido').fill('Zúñiga')
  await dialog.getByLabel('Estrato').selectOption('2')
  await dialog.getByLabel('Celular').fill('310 674 0263')
  await dialog.getByLabel('Departamento').selectOption('Antioquia')
  await dialog.getByLabel('Municipio').selectOption('Envigado')
  await dialog.getByLabel('Dirección').fill('Calle 10 # 20-30')
  await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(0)
  await dialog.getByLabel('Tratamiento de sus datos para prestar y cobrar el servicio').check()
  await dialog.getByRole('button', { name: 'Crear cliente' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Íngrid Zúñiga' })).toBeVisible()
  await expect(page.locator('.badge', { hasText: /Autoriza$/ })).toHaveCount(1)
  await page.getByRole('button', { name: 'Registrar: Ofertas y promociones' }).click()
  await expect(page.getByRole('button', { name: 'Retirar: Ofertas y promociones' })).toBeVisible()
  await expect(page.getByText('Envigado, Antioquia (05266)')).toBeVisible()
  await page.goto('/clients')
  await page.getByRole('searchbox').fill('ingrid zuniga')
  await expect(page.getByText('Mostrando 1 a 1 de 1 resultados')).toBeVisible()
  await page.getByRole('button', { name: 'Crear cliente' }).click()
  await dialog.getByLabel('Número de documento').fill('1098765432')
  await dialog.getByLabel('Primer nombre').fill('Otra')
  await dialog.getByLabel('Primer apellido').fill('Persona')
  await dialog.getByLabel('Departamento').selectOption('Antioquia')
  await dialog.getByLabel('Municipio').selectOption('Envigado')
  await dialog.getByLabel('Dirección').fill('Calle 11')
  await dialog.getByRole('button', { name: 'Crear cliente' }).click()
  await expect(dialog.getByText('Ya existe un cliente con esta cédula').first()).toBeVisible()
})

/** The days in which the demo's cut of a month has not come, the 25th included. */
const CUT = 25
/** Older than the twelve months that the demo billed. */
const OLD_DAYS = 425

/** A month that the demo has not billed: the one of a day before its cut, or one from before its history. */
const freePeriod = (day: Day) => periodOf(Number(day.slice(8)) > CUT ? addDays(day, -OLD_DAYS) : day)

for (const [name, viewport] of [
  ['un computador', { width: 1280, height: 820 }],
  ['un celular', PHONE],
] as const) {
  test(`INV-02 INV-03 factura el mes desde ${name}: vista previa, emisión, resultado, y otra vez no crea nada`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport)
    await signIn(page, 'financial')
    await page.goto('/invoices/massive')
    // One period for each screen size: the second run of a period creates nothing.
    const today = periodOf(dayOf(new Date()))
    const month = name === 'un celular' ? nextPeriod(today) : freePeriod(dayOf(new Date()))
    await page.getByLabel('Período').selectOption(month)
    await page.getByRole('button', { name: /Ver la vista previa/ }).click()
    await expect(page.getByRole('heading', { name: 'IVA por tratamiento' })).toBeVisible()
    // The contracts of the demo without a stratum are newer than its old months.
    if (month >= today)
      await expect(page.getByText('Falta el estrato de la dirección: complétalo en el contrato').first()).toBeVisible()
    const rows = page.locator('.table tbody tr')
    const contract = (await rows.first().getByRole('link').nth(1).textContent()) ?? ''
    await page.getByRole('searchbox', { name: 'Buscar por nombre, cédula o contrato' }).fill(contract)
    await expect(rows).toHaveCount(1)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'IVA por tratamiento' })).toBeVisible()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Descargar' }).click()
    expect((await download).suggestedFilename()).toBe(`vista-previa-${month}.csv`)
    const confirm = page.getByRole('button', { name: /^Emitir \d+ facturas por/ })
    const amount = /Emitir (\d+) facturas/.exec((await confirm.textContent()) ?? '')?.[1]
    await confirm.click()
    await expect(page.getByText(new RegExp(`Listo: ${amount} facturas`))).toBeVisible({ timeout: 30_000 })
    await expect(page).toHaveURL(/run=/)
    await page.reload()
    await expect(page.getByText(new RegExp(`Listo: ${amount} facturas`))).toBeVisible()
    await page.getByRole('button', { name: 'Facturar otro período' }).click()
    await page.getByLabel('Período').selectOption(month)
    await page.getByRole('button', { name: /Ver la vista previa/ }).click()
    await expect(page.getByRole('button', { name: /^Emitir 0 facturas/ })).toHaveAttribute('aria-disabled', 'true')
    await expect(page.getByText('Ya tiene la factura de este período').first()).toBeVisible()
  })
}

test('INV-01 INV-10 TRX-03 TRX-04 emite un cobro suelto, recibe el pago, hace una nota crédito y reversa el pago', async ({
  page,
}) => {
  await signIn(page, 'financial')
  await page.goto('/invoices')
  await page.getByRole('button', { name: 'Nueva factura' }).click()
  const charge = page.getByRole('dialog', { name: 'Nueva factura' })
  // For a client that no other test uses, because an open claim remains.
  await charge.getByRole('combobox', { name: 'Cliente' }).fill('AF-000240')
  await charge.getByRole('option', { name: /AF-000240/ }).click()
  await charge.getByLabel('Descripción').fill('Traslado al apartamento 301')
  await charge.getByLabel('Qué se cobra').selectOption('transfer')
  await expect(charge.getByLabel('Valor unitario')).toHaveValue('60.000')
  await charge.getByLabel('Valor unitario').fill('')
  await charge.getByRole('button', { name: 'Emitir factura' }).click()
  await expect(charge.getByText('Escribe el valor').first()).toBeVisible()
  await charge.getByLabel('Valor unitario').fill('60000')
  await charge.getByRole('button', { name: 'Emitir factura' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Factura AF-\d+$/ })).toBeVisible()
  await expect(page.getByText('Traslado al apartamento 301')).toBeVisible()
  await expect(page.getByText('$ 50.420,17').first()).toBeVisible()

  await page.getByRole('button', { name: 'Registrar pago' }).click()
  const payment = page.getByRole('dialog', { name: /Registrar pago/ })
  await payment.getByLabel('Dinero recibido').fill('20000')
  await payment.getByLabel('Cómo pagó').selectOption('transferencia')
  await payment.getByLabel('Referencia (opcional)').fill('ABC-1')
  await payment.getByRole('button', { name: 'Registrar pago' }).click()
  await expect(page.getByText(/Pago registrado: \$ 20\.000,00, recibo \d+/)).toBeVisible()
  await expect(page.getByText('Parcial')).toBeVisible()
  await expect(page.getByText('$ 40.000,00').first()).toBeVisible()

  await chooseAction(page, 'Abrir reclamo', /AF-\d+/)
  const claim = page.getByRole('dialog', { name: /Reclamo/ })
  await claim.getByLabel('Valor en reclamo').fill('10000')
  await claim.getByLabel('Qué reclama el cliente').fill('El traslado fue gratis')
  await claim.getByRole('button', { name: 'Abrir reclamo' }).click()
  await expect(page.locator('.badge', { hasText: 'En reclamo' })).toBeVisible()

  await chooseAction(page, 'Nota crédito', /AF-\d+/)
  const note = page.getByRole('dialog', { name: /Nota crédito/ })
  await note.getByLabel('Motivo').fill('Se cobró de más')
  await note.getByLabel('Una parte').check()
  await note.getByLabel('Traslado al apartamento 301').fill('70000')
  await note.getByRole('button', { name: 'Emitir nota crédito' }).click()
  await expect(note.getByText('La nota crédito supera lo que queda de esa línea').first()).toBeVisible()
  await note.getByLabel('Traslado al apartamento 301').fill('10000')
  await note.getByRole('button', { name: 'Emitir nota crédito' }).click()
  await expect(page.getByText(/Nota crédito NC-\d+ emitida por \$ 10\.000,00/)).toBeVisible()
  await expect(page.getByText('$ 30.000,00').first()).toBeVisible()
  await page
    .getByRole('link', { name: /^NC-\d+$/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/view\/credit-note\//)
  await assertAccessible(page, 'nota crédito')

  await page.goto('/transactions?q=ABC-1')
  await expect(page.locator('.figure', { hasText: 'Transferencia' })).toContainText('$ 20.000,00')
  await chooseAction(page, 'Ver detalles', /recibo/)
  await page.getByRole('button', { name: 'Reversar pago' }).click()
  const reversal = page.getByRole('dialog', { name: /^Reversar el recibo/ })
  await reversal.getByRole('button', { name: 'Reversar pago' }).click()
  await expect(reversal.getByText('Escribe por qué se reversa').first()).toBeVisible()
  await reversal.getByLabel('Motivo').fill('Era de otro cliente')
  await reversal.getByRole('button', { name: 'Reversar pago' }).click()
  await expect(page.locator('.badge', { hasText: 'Reversado' })).toBeVisible()
  await expect(page.locator('.figure', { hasText: 'Reversos' })).toContainText('-$ 20.000,00')
})
