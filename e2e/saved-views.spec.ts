import type { Page } from '@playwright/test'
import { assertAccessible } from './axe.ts'
import { expect, signIn, test } from './site.ts'

test('TBL-03 guarda la búsqueda y los filtros con un nombre, el equipo abre la vista desde otra pantalla, y se borra', async ({
  page,
}) => {
  await signIn(page, 'financial')
  await page.goto('/invoices')
  const views = page.getByRole('button', { name: /^Vistas de la lista/ })
  await views.click()
  await expect(page.getByRole('menuitem', { name: /Guardar esta vista…/ })).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')
  await page.goto('/invoices?status=vencido&sort=-due_on')
  await views.click()
  await page.getByRole('menuitem', { name: 'Guardar esta vista…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Guardar esta vista' })
  await dialog.getByRole('button', { name: 'Guardar vista' }).click()
  await expect(dialog.getByText('Escribe un nombre para la vista').first()).toBeVisible()
  await dialog.getByLabel('Nombre').fill('Vencidas')
  await dialog.getByLabel('Compartirla con mi equipo').check()
  await dialog.getByRole('button', { name: 'Guardar vista' }).click()
  await expect(dialog).toBeHidden()
  await expect(views).toHaveText(/Vencidas/)

  await page.goto('/invoices')
  await expect(views).toHaveText(/Vistas/)
  await views.click()
  await page.getByRole('menuitem', { name: 'Vencidas' }).click()
  await expect(page).toHaveURL(/status=vencido/)
  await expect(page).toHaveURL(/sort=-due_on/)
  await views.click()
  await page.getByRole('menuitem', { name: 'Borrar vistas…' }).click()
  await page.getByRole('button', { name: 'Borrar la vista Vencidas' }).click()
  await expect(page.getByText('Borramos la vista Vencidas')).toBeVisible()
  await expect(views).toHaveText(/Vistas/)
  await page
    .getByRole('alert')
    .filter({ hasText: 'Borramos la vista Vencidas' })
    .getByRole('button', { name: 'Deshacer' })
    .click()
  await expect(views).toHaveText(/Vencidas/)

  await views.click()
  await page.getByRole('menuitem', { name: 'Cambiar el nombre de esta vista…' }).click()
  const rename = page.getByRole('dialog', { name: 'Cambiar el nombre de la vista' })
  await rename.getByLabel('Nombre').fill('Mora')
  await rename.getByRole('button', { name: 'Guardar nombre' }).click()
  await expect(views).toHaveText(/Mora/)
  await page
    .getByRole('alert')
    .filter({ hasText: 'La vista se llama ahora Mora' })
    .getByRole('button', { name: 'Deshacer' })
    .click()
  await expect(views).toHaveText(/Vencidas/)
  await views.click()
  await page.getByRole('menuitem', { name: 'Borrar vistas…' }).click()
  await page.getByRole('button', { name: 'Borrar la vista Vencidas' }).click()
  await expect(views).toHaveText(/Vistas/)
})

test('TBL-03 una lista se abre con la vista que la persona eligió; una dirección con filtros propios manda, limpiar los filtros también, y se puede dejar de elegir', async ({
  page,
}) => {
  await signIn(page, 'financial')
  await page.goto('/clients?debt=any')
  const views = page.getByRole('button', { name: /^Vistas de la lista/ })
  await choose(page, 'Guardar esta vista…')
  const dialog = page.getByRole('dialog', { name: 'Guardar esta vista' })
  await dialog.getByLabel('Nombre').fill('Deben')
  await dialog.getByRole('button', { name: 'Guardar vista' }).click()
  await expect(views).toHaveText(/Deben/)
  await choose(page, 'Abrir la lista con esta vista')
  await expect(page.getByText('La lista se abre desde ahora con la vista Deben')).toBeVisible()

  // From the menu, at its address, and on a phone.
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('navigation').getByRole('link', { name: 'Gestión de clientes' }).click()
  await expect(page).toHaveURL(/\/clients\?debt=any$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto('/clients')
  await expect(page).toHaveURL(/debt=any/)
  await views.click()
  await expect(page.getByRole('menuitem', { name: '★ Al abrir: Deben' })).toBeVisible()
  await assertAccessible(page, 'vistas, con la de abrir')
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/clients')
  await expect(page).toHaveURL(/debt=any/)
  await page.setViewportSize({ width: 1280, height: 800 })

  // What the address says wins, and so does what the user does then.
  await page.goto('/clients?q=ana')
  await expect(views).toHaveText(/Vistas/)
  await expect(page.getByRole('searchbox')).toHaveValue('ana')
  await page.goto('/clients')
  await expect(page).toHaveURL(/debt=any/)
  await page.getByRole('button', { name: 'Limpiar filtros' }).first().click()
  await expect(page).not.toHaveURL(/debt=any/)
  await page.setViewportSize({ width: 800, height: 740 })
  await expect(page).not.toHaveURL(/debt=any/)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.reload()
  await expect(page.getByRole('table')).toBeVisible()
  await expect(page).not.toHaveURL(/debt=any/)

  await page.goto('/dashboard')
  await page.goto('/clients')
  await expect(page).toHaveURL(/debt=any/)
  await choose(page, 'Dejar de abrir la lista con esta vista')
  await expect(page.getByText('La lista ya no se abre con la vista Deben')).toBeVisible()
  await page.goto('/dashboard')
  const list = page.waitForResponse((response) => response.url().includes('/api/view?list=clients'))
  await page.goto('/clients')
  await list
  await expect(page.getByRole('table')).toBeVisible()
  await expect(page).toHaveURL(/\/clients$/)
})

/** Chooses an action of the menu of views. */
async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Vistas de la lista/ }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}
