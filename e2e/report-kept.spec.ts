import type { Page } from '@playwright/test'
import { CONTRACT, FORM, fillReport, openStep, PHONE, REPORTED, signReport } from './report-form.ts'
import { expect, signIn, test } from './site.ts'

test.use({ viewport: PHONE })

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const head = (page: Page) => page.locator('.save-state').first()

test('ACT-11 siete días después de que el servidor la confirma, el teléfono borra el acta con sus fotos y firmas; un borrador se queda', async ({
  page,
}) => {
  test.setTimeout(150_000)
  await signIn(page, 'technical')
  await page.goto(FORM)
  await openStep(page, 'Estado inicial')
  await page.getByLabel('Descripción de la actividad').fill('Falta volver con la escalera')
  await expect(head(page)).toHaveText('Guardado en este teléfono')
  await page.goto(REPORTED.kept.form)
  await fillReport(page, { photos: 1 })
  await signReport(page)
  await page.getByRole('button', { name: 'Enviar acta' }).click()
  await expect(head(page)).toHaveText('Enviado', { timeout: 30_000 })
  expect(await countKept(page)).toEqual({ reports: 2, files: 3 })

  const sentAt = Date.now()
  await openList(page, sentAt + 7 * DAY_MS - HOUR_MS)
  await expect(page.getByRole('link', { name: new RegExp(REPORTED.kept.contract) })).toBeVisible()
  expect(await countKept(page)).toEqual({ reports: 2, files: 3 })

  await openList(page, sentAt + 7 * DAY_MS + HOUR_MS)
  await expect(page.getByRole('link', { name: new RegExp(CONTRACT) })).toBeVisible()
  await expect(page.getByRole('link', { name: new RegExp(REPORTED.kept.contract) })).toHaveCount(0)
  expect(await countKept(page)).toEqual({ reports: 1, files: 0 })
})

/** Opens the list of the reports on this phone, whose clock says `at`. */
async function openList(page: Page, at: number): Promise<void> {
  await page.clock.setSystemTime(at)
  await page.goto('/contracts/proceeding')
  await expect(page.getByRole('heading', { level: 1, name: 'Actas en este teléfono' })).toBeVisible()
}

/** The reports and the files in the database of this browser. */
const countKept = (page: Page): Promise<{ reports: number; files: number }> =>
  page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('enlace-reports')
      opening.addEventListener('success', () => resolve(opening.result))
      opening.addEventListener('error', () => reject(new Error('the database cannot be opened')))
    })
    const count = (store: string) =>
      new Promise<number>((resolve) => {
        const counting = db.transaction(store).objectStore(store).count()
        counting.addEventListener('success', () => resolve(counting.result))
      })
    const found = { reports: await count('reports'), files: await count('files') }
    db.close()
    return found
  })
