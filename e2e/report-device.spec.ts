import type { Page } from '@playwright/test'
import { assertAccessible } from './axe.ts'
import { waitForFieldCode, waitForInstallation } from './installed-app.ts'
import { FORM, openStep, PHONE } from './report-form.ts'
import { expect, signIn, test } from './site.ts'

test.use({ serviceWorkers: 'allow', viewport: PHONE })

const STORES = ['keys', 'reports', 'files', 'visits'] as const

test('ACT-11 Tu día abierto con señal guarda las pantallas del campo sin otro toque; sin señal, lo que no está preparado lo dice', async ({
  page,
  context,
}) => {
  await signIn(page, 'technical')
  await waitForInstallation(page)
  const visit = page
    .getByRole('list', { name: 'Visitas de hoy' })
    .getByRole('listitem')
    .filter({ hasText: 'Cambio de equipo' })
    .first()
  const start = visit.getByRole('link', { name: 'Iniciar acta' })
  const notice = visit.getByText(
    'Sin señal no puedes empezar su acta: este contrato no está preparado en este teléfono.',
  )
  await expect(start).toBeVisible()
  await waitForFieldCode(page)
  await context.setOffline(true)
  await expect(notice).toBeVisible()
  await expect(start).toHaveCount(0)
  await assertAccessible(page, 'tu día sin señal')
  await context.setOffline(false)
  await start.click()
  await expect(page.getByText('Guardado en este teléfono')).toBeVisible()
  await page.goto('/dashboard')
  await expect(start).toBeVisible()
  await context.setOffline(true)
  await expect(notice).toHaveCount(0)
  await start.click()
  await expect(page.getByText('Guardado en este teléfono')).toBeVisible()
})

test('SHL-10 Descartar al cerrar sesión pregunta, y borra las actas, los contratos preparados y su llave', async ({
  page,
}) => {
  await signIn(page, 'technical')
  await page.goto(FORM)
  await openStep(page, 'Estado inicial')
  await page.getByLabel('Descripción de la actividad').fill('Se recogió el router')
  await expect(page.locator('.save-state').first()).toHaveText('Guardado en este teléfono')
  expect(await countKept(page)).toEqual([1, 1, 0, 1])
  await page.getByRole('button', { name: /menú/i }).click()
  await page.getByRole('button', { name: 'Salir' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Descartar' }).click()
  await expect(question).toContainText('¿Descartar 1 acta sin enviar?')
  await assertAccessible(page, 'descartar al cerrar sesión')
  await question.getByRole('button', { name: 'Cancelar' }).click()
  await expect(question).toContainText('¿Cerrar sesión de todos modos?')
  expect(await countKept(page)).toEqual([1, 1, 0, 1])
  await question.getByRole('button', { name: 'Descartar' }).click()
  await question.getByRole('button', { name: 'Descartar y salir' }).click()
  await expect(page).toHaveURL(/\/$/)
  expect(await countKept(page)).toEqual([0, 0, 0, 0])
})

/** How many records each store of the database of this browser has. */
const countKept = (page: Page): Promise<number[]> =>
  page.evaluate(async (stores) => {
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
    const found = await Promise.all(stores.map(count))
    db.close()
    return found
  }, STORES)
