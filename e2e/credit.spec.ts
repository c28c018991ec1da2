import { readFile } from 'node:fs/promises'
import { assertAccessible } from './axe.ts'
import { chargeContract, findClient, payAll } from './desk.ts'
import { expect, signIn, test } from './site.ts'
import { askForPassword, confirmPassword } from './step-up.ts'

test('R7.12 un anticipo se cruza con lo que el cliente debe, y el resto se devuelve con su comprobante', async ({
  page,
}) => {
  const client = await findClient(page, false)
  await payAll(page, client.id)
  const [paid = '', owed = ''] = await chargeContract(page.request, client.no_contract, [30_000, 20_000])
  await signIn(page, 'financial')
  await page.goto(`/invoices?q=${paid}`)
  await page.getByRole('link', { name: paid, exact: true }).click()
  await page.getByRole('button', { name: 'Registrar pago' }).click()
  const paying = page.getByRole('dialog', { name: `Registrar pago de ${paid}` })
  await paying.getByLabel('Dinero recibido').fill('80000')
  await paying.getByLabel('Dejar el excedente como anticipo').check()
  await paying.getByRole('button', { name: 'Registrar pago' }).click()
  await page.getByRole('button', { name: 'Sí, registrar $ 80.000,00' }).click()
  await expect(page.getByText(/^Pago registrado: \$ 80\.000,00, recibo \d+/)).toBeVisible()
  await page.goto(`/clients/${client.id}`)
  const credit = page.locator('.card', { has: page.getByRole('heading', { name: 'Saldo a favor', exact: true }) })
  await expect(credit).toContainText(/Recibo \d+, anticipo/)
  await expect(credit).toContainText('$ 50.000,00')
  await assertAccessible(page, 'saldo a favor')
  await credit.getByRole('button', { name: 'Cruzar con lo que debe' }).click()
  await expect(page.getByText(`Cruzamos $ 20.000,00 del saldo a favor con ${owed}`)).toBeVisible()
  await expect(credit).toContainText('$ 30.000,00')
  await page.setViewportSize({ width: 360, height: 740 })
  await credit.getByRole('button', { name: 'Devolver saldo' }).click()
  const refunding = page.getByRole('dialog', { name: `Devolver saldo a ${client.name}` })
  await expect(refunding.getByLabel('Cuánto se devuelve')).toHaveValue('30.000')
  await refunding.getByLabel('Cuánto se devuelve').fill('30001')
  await refunding.getByLabel('Motivo').fill('Se retiró y pidió su dinero')
  await refunding.getByRole('button', { name: 'Registrar devolución' }).click()
  await expect(refunding.getByText('El cliente solo tiene $ 30.000,00 a favor').first()).toBeVisible()
  await refunding.getByLabel('Cuánto se devuelve').fill('30000')
  await assertAccessible(page, 'devolver saldo')
  await askForPassword(page, '**/api/credit/*/refund', 1)
  await refunding.getByRole('button', { name: 'Registrar devolución' }).click()
  await confirmPassword(page)
  await expect(page.getByText(/^Devolución \d+ registrada por \$ 30\.000,00$/)).toBeVisible()
  await expect(credit.getByRole('button', { name: 'Devolver saldo' })).toBeHidden()
  await expect(credit.getByRole('list', { name: 'Devoluciones' })).toContainText('Se retiró y pidió su dinero')
  const saved = page.waitForEvent('download')
  await credit.getByRole('button', { name: /^Comprobante de la devolución \d+$/ }).click()
  const file = await saved
  expect(file.suggestedFilename()).toMatch(/^devolucion-\d+\.pdf$/)
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')
})

test('R7.12 la persona elige qué facturas paga el saldo a favor, y ve cuánto le queda antes de cruzar', async ({
  page,
}) => {
  const client = await findClient(page, false, 1)
  await payAll(page, client.id)
  const [paid = '', older = '', newer = ''] = await chargeContract(
    page.request,
    client.no_contract,
    [10_000, 20_000, 15_000],
  )
  await signIn(page, 'financial')
  await page.goto(`/invoices?q=${paid}`)
  await page.getByRole('link', { name: paid, exact: true }).click()
  await page.getByRole('button', { name: 'Registrar pago' }).click()
  const paying = page.getByRole('dialog', { name: `Registrar pago de ${paid}` })
  await paying.getByLabel('Dinero recibido').fill('30000')
  await paying.getByLabel('Dejar el excedente como anticipo').check()
  await paying.getByRole('button', { name: 'Registrar pago' }).click()
  await page.getByRole('button', { name: 'Sí, registrar $ 30.000,00' }).click()
  await expect(page.getByText(/^Pago registrado: \$ 30\.000,00, recibo \d+/)).toBeVisible()
  await page.goto(`/clients/${client.id}`)
  await page.getByRole('button', { name: 'Elegir facturas' }).click()
  const crossing = page.getByRole('dialog', { name: `Cruzar saldo a favor de ${client.name}` })
  await crossing.getByRole('button', { name: 'Cruzar' }).click()
  await expect(crossing.getByText('Elige al menos una factura').first()).toBeVisible()
  await crossing.getByRole('checkbox', { name: new RegExp(newer) }).check()
  await expect(crossing.getByText('Le quedan $ 5.000,00 a favor.')).toBeVisible()
  await assertAccessible(page, 'cruzar saldo')
  await crossing.getByRole('button', { name: 'Cruzar' }).click()
  await expect(page.getByText(`Cruzamos $ 15.000,00 del saldo a favor con ${newer}`)).toBeVisible()
  const owed = page.getByRole('list', { name: 'Facturas por pagar' })
  await expect(owed.getByRole('link', { name: older })).toBeVisible()
  await expect(owed.getByRole('link', { name: newer })).toHaveCount(0)
})
