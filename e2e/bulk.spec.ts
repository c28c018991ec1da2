import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { assertAccessible } from './axe.ts'
import { chargeContract, findClient } from './desk.ts'
import { expect, signIn, test } from './site.ts'

const bar = (page: Page) => page.getByRole('region', { name: 'Filas elegidas' })

test('TBL-01 elige facturas con Mayúsculas, o todas las del filtro, y las descarga en un solo PDF', async ({
  page,
}) => {
  const client = await findClient(page, false)
  const numbers = await chargeContract(page.request, client.no_contract, [31_000, 32_000, 33_000])
  await signIn(page, 'financial')
  await page.goto(`/invoices?client_id=${client.id}&page_size=20&sort=-number`)
  await page.getByRole('checkbox', { name: `Elegir ${numbers[2]}` }).click()
  await page.getByRole('checkbox', { name: `Elegir ${numbers[0]}` }).click({ modifiers: ['Shift'] })
  await expect(bar(page)).toContainText('3 facturas elegidas')
  // The whole page in sight: in a shorter window the bar, which sticks, covers a part of whatever is behind it.
  await page.setViewportSize({ width: 1280, height: 1400 })
  await assertAccessible(page, 'invoices with chosen rows')
  await page.getByRole('checkbox', { name: 'Elegir las filas de esta página' }).click()
  await bar(page).getByRole('button', { name: 'Quitar la selección' }).click()
  await expect(bar(page)).toBeHidden()
  await page.goto(`/invoices?client_id=${client.id}&page_size=4`)
  await page.getByRole('checkbox', { name: 'Elegir las filas de esta página' }).click()
  const all = bar(page).getByRole('button', { name: /^Elegir las \d+ facturas del filtro$/ })
  if (await all.isVisible()) await all.click()
  await bar(page).getByRole('button', { name: 'Un solo PDF' }).click()
  const dialog = page.getByRole('dialog', { name: 'Descargar facturas en un PDF' })
  await expect(dialog).toContainText(/Listo: (\d+) de \1\./, { timeout: 30_000 })
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Descargar el archivo' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^facturas-.*\.pdf$/)
  expect((await readFile(await file.path())).toString('latin1', 0, 5)).toBe('%PDF-')
  await dialog.getByRole('button', { name: 'Ver el detalle' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Tareas de las listas' })).toBeVisible()
  await expect(page.getByText('Terminada')).toBeVisible()
  await assertAccessible(page, 'a finished job')
})

test('CLI-03 en el celular, envía el acceso a clientes elegidos y ve a quién no se pudo', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, 'financial')
  await page.goto('/clients?page_size=8')
  const boxes = page.getByRole('checkbox', { name: /^Elegir / })
  await boxes.nth(1).click()
  await boxes.nth(2).click()
  await expect(bar(page)).toContainText('2 clientes elegidos')
  await assertAccessible(page, 'clients with chosen rows, phone')
  await bar(page).getByRole('button', { name: 'Acciones con las filas elegidas' }).click()
  await page.getByRole('menuitem', { name: 'Enviar el acceso' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Enviar a 2 clientes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Enviar el acceso a clientes' })
  await expect(dialog).toContainText(/Listo: \d de 2\./, { timeout: 30_000 })
  await dialog.getByRole('button', { name: 'Ver el detalle' }).click()
  await page.getByRole('button', { name: 'Ver todas las tareas' }).click()
  await page.getByRole('button', { name: 'Ver la tarea Enviar el acceso a clientes' }).first().click()
  await expect(page.getByRole('cell', { name: /Hecha|No se pudo/ })).toHaveCount(2)
  await assertAccessible(page, 'a finished job, phone')
})
