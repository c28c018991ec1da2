import type { Page } from '@playwright/test'
import { assertAccessible } from './axe.ts'
import { chooseAction, rowMenu } from './row-menu.ts'
import { expect, signIn, test } from './site.ts'
import { askForPassword, confirmPassword } from './step-up.ts'

const ANDINA = 'Andina Fibra S.A.S.'

/** Opens the files of a company from the list of what each one stores. */
async function openFiles(page: Page): Promise<void> {
  await page.goto('/bucket')
  await page.getByRole('link', { name: ANDINA }).click()
  await expect(page.getByRole('link', { name: 'Archivos', exact: true })).toHaveAttribute('aria-current', 'page')
}

test('BKT-01 el superadministrador ve cuánto guarda cada empresa, sus archivos y cómo se ven', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await signIn(page, 'superadmin')
  await page.goto('/bucket')
  await expect(page.getByRole('row', { name: new RegExp(ANDINA) })).toContainText(/[kM]B de 500 MB/)
  await assertAccessible(page, 'what each company stores')
  await openFiles(page)
  // Other journeys store files as well.
  await page.getByRole('combobox', { name: 'Tipo' }).selectOption({ label: 'Documento de la empresa' })
  await expect(page.getByRole('row', { name: /RUT actualizado/ })).toContainText('En uso')
  await page.getByRole('button', { name: /^Ver RUT actualizado .* al lado$/ }).click()
  const panel = page.getByRole('complementary', { name: 'RUT actualizado' })
  await expect(panel.getByRole('link', { name: 'Ver el PDF' })).toBeVisible()
  const saved = page.waitForEvent('download')
  await panel.getByRole('button', { name: 'Descargar' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^registration-[0-9a-f]{8}\.pdf$/)
  await assertAccessible(page, 'a file beside the list')
  await page.getByRole('combobox', { name: 'Tipo' }).selectOption({ label: 'Foto o logo' })
  // The first file of the other list opens in the place of the one before.
  await expect(page.getByRole('complementary', { name: 'Foto o logo' })).toBeVisible()
  await expect(page.getByRole('img', { name: /^image-/ })).toBeVisible()
})

test('BKT-02 un archivo sin uso va a la papelera, y se puede sacar', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 800 })
  await signIn(page, 'superadmin')
  await openFiles(page)
  await page.getByRole('combobox', { name: 'Estado' }).selectOption({ label: 'Sin uso' })
  await expect(page.getByRole('row', { name: /Foto o logo/ })).toBeVisible()
  // What is in use has no such action. Other journeys store files as well: the list shows one kind of them.
  await page.getByRole('combobox', { name: 'Tipo' }).selectOption({ label: 'Documento de la empresa' })
  await page.getByRole('combobox', { name: 'Estado' }).selectOption({ label: 'En uso' })
  await rowMenu(page, /RUT actualizado/).click()
  await expect(page.getByRole('menuitem', { name: 'Ver detalles' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Eliminar' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Tipo' }).selectOption({ label: 'Foto o logo' })
  await page.getByRole('combobox', { name: 'Estado' }).selectOption({ label: 'Sin uso' })
  await chooseAction(page, 'Eliminar', /image-/)
  const question = page.getByRole('alertdialog', { name: '¿Enviar este archivo a la papelera?' })
  await expect(question).toContainText('durante 30 días')
  await question.getByRole('button', { name: 'Enviar a la papelera' }).click()
  await expect(page.getByText('Lo enviamos a la papelera: en 30 días se borra para siempre')).toBeVisible()
  await page.getByRole('link', { name: 'Papelera', exact: true }).click()
  await expect(page.getByRole('row', { name: /^image-|Foto o logo/ })).toContainText('En la papelera')
  await assertAccessible(page, 'the bin')
  await chooseAction(page, 'Ver detalles', /image-/)
  const details = page.getByRole('dialog', { name: 'Foto o logo' })
  await expect(details).toContainText('Se borra')
  await details.getByRole('button', { name: 'Sacar de la papelera' }).click()
  await expect(page.getByText('Lo sacamos de la papelera')).toBeVisible()
  await expect(page.getByRole('row', { name: /Foto o logo/ })).toHaveCount(0)
})

test('BKT-02 eliminar pide la contraseña cuando se escribió hace mucho', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 800 })
  await signIn(page, 'superadmin')
  await openFiles(page)
  await page.getByRole('combobox', { name: 'Tipo' }).selectOption({ label: 'Anexo de contrato o PQR' })
  await page.getByRole('combobox', { name: 'Estado' }).selectOption({ label: 'Sin uso' })
  // The rows of before are shown until the new ones come.
  await expect(page.getByRole('row', { name: /En la papelera|En uso/ })).toHaveCount(0)
  await chooseAction(page, 'Eliminar', /annex-/)
  await askForPassword(page, '**/api/bucket/*-*?company_id=*', 1)
  const question = page.getByRole('alertdialog', { name: '¿Enviar este archivo a la papelera?' })
  await question.getByRole('button', { name: 'Enviar a la papelera' }).click()
  await confirmPassword(page)
  await expect(page.getByText('Lo enviamos a la papelera: en 30 días se borra para siempre')).toBeVisible()
})

test('BKT-01 una revisión se pide desde un teléfono', async ({ page }) => {
  test.setTimeout(120_000)
  await page.setViewportSize({ width: 320, height: 700 })
  await signIn(page, 'superadmin')
  await openFiles(page)
  const before = await page.getByText(/Revisado el/).textContent()
  await page.getByRole('button', { name: 'Revisar ahora' }).click()
  await expect(page.getByText('Estamos revisando los archivos: la lista se actualiza sola')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Revisar ahora' })).toBeEnabled({ timeout: 60_000 })
  expect((before ?? '').length).toBeGreaterThan(10)
  await assertAccessible(page, 'the files of a company, phone')
  await page.goto('/bucket')
  await expect(page.getByRole('link', { name: ANDINA })).toBeVisible()
  await assertAccessible(page, 'what each company stores, phone')
})
